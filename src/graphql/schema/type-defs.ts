/**
 * The SDL in `schema/`: its files in alphabetical order, with each field's access requirements added to its description.
 * Subfolders are not part of the graph.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, parse } from 'graphql';
import { withAccessNotes } from './access-notes.ts';

const folder = join(import.meta.dirname, '../../../schema');

export function readTypeDefs(): DocumentNode[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return files.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return withAccessNotes(parse(text, { noLocation: true }));
  });
}
