/**
 * The SDL as it stands in `schema/`: its files, in the order of their names, with what each field needs added to its
 * description. Folders in it are not part of the graph.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, parse } from 'graphql';
import { withAccessNotes } from './access-notes.ts';

const folder = join(import.meta.dirname, '../../schema');

export function readTypeDefs(): DocumentNode[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return files.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return withAccessNotes(parse(text, { noLocation: true }));
  });
}
