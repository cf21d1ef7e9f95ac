/** `npm run collections`: writes the Bruno collection and the OpenAPI document to docs/collections, where Git ignores them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSwitches } from '../support/switches.ts';
import { collectionFiles } from './files.ts';

readSwitches(process.argv.slice(2), {}, 'npm run collections: writes what docs/collections describes.');
const folder = join(import.meta.dirname, '../../docs/collections');
rmSync(join(folder, 'bruno'), { recursive: true, force: true });
for (const [path, text] of Object.entries(collectionFiles())) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
console.log('docs/collections/bruno and docs/collections/openapi.json');
