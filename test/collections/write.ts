/** `npm run collections`: writes docs/collections; with `-- --check`, fails if what is there differs from it. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectionFiles } from './files.ts';

const folder = join(import.meta.dirname, '../../docs/collections');
const files = collectionFiles();
const present = globSync(['openapi.json', 'bruno/**/*.{bru,json}'], { cwd: folder });

if (process.argv.includes('--check')) {
  const paths = new Set([...present, ...Object.keys(files)]);
  const differs = (path: string) => !present.includes(path) || readFileSync(join(folder, path), 'utf8') !== files[path];
  const stale = [...paths].filter(differs);
  if (stale.length > 0) {
    console.error(`docs/collections differs from the schema in ${stale.join(', ')}: npm run collections`);
    process.exit(1);
  }
} else {
  for (const path of present) rmSync(join(folder, path));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
