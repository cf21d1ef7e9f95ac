/**
 * `npm run -s schema`: prints the graph as one SDL document. With `-- --diff` it lists what changed for clients since the last
 * release, whose SDL is docs/schema.graphql; with `-- --release` it rewrites that file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareSchemas } from '../graphql/schema/schema-changes.ts';
import { printSdl } from '../graphql/schema/sdl.ts';

const released = join(import.meta.dirname, '../../docs/schema.graphql');
const usage = 'npm run -s schema [-- --diff | -- --release]';

function readOptions(): { diff: boolean; release: boolean; help: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({ options: { diff: flag, release: flag, help: flag } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(1);
  }
}

function show(title: string, changes: readonly string[]): void {
  console.log(changes.length === 0 ? `${title}: none` : `${title}:\n${changes.map((line) => `  ${line}`).join('\n')}`);
}

const { diff, release, help } = readOptions();
if (help) {
  console.log(usage);
  process.exit();
}
const sdl = printSdl();
if (diff) {
  const { breaking, dangerous } = compareSchemas(readFileSync(released, 'utf8'), sdl);
  show('Breaking changes', breaking);
  show('Dangerous changes', dangerous);
  process.exitCode = breaking.length > 0 ? 1 : 0;
} else if (release) writeFileSync(released, sdl);
else process.stdout.write(sdl);
