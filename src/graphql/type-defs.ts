/** The SDL as it stands in `schema/`: its files, in the order of their names. Folders in it are not part of the graph. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../schema');

export function readTypeDefs(): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return files.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
}
