// A `.env` file beside package.json, with the program as a copy of its own.
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMain, temporaryFolder } from '../support/main-process.ts';

const root = join(import.meta.dirname, '../..');

/** The folder of a program that has this `.env`. */
function programWith(env: string): string {
  const folder = temporaryFolder();
  for (const name of ['src', 'schema', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.env'), env);
  return folder;
}

test('what nobody reads of it is told on standard error, and keeps nothing from starting', async () => {
  const folder = programWith('PORT 0\nRATELIMIT=5\n');
  const gateway = startMain({}, { folder });
  await gateway.printed(/^GraphQL +(\S+)$/m);
  expect(gateway.stderr()).toBe(
    '.env: RATELIMIT is no setting, and does nothing here\n.env: line 1 is not of the form KEY=value\n',
  );
});
