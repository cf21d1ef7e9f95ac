// Memory of partially read responses: once nothing references a body, minor collections alone must free it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('no body survives the minor collections after its reader has released it', async () => {
  const program = join(import.meta.dirname, '../../support/programs/partial-parsing-memory.ts');
  const { stdout } = await run(process.execPath, [program]);
  expect(Number(stdout)).toBeGreaterThan(0);
  // All bodies together take 27 MB, and those between two minor collections less than 1 MB.
  expect(Number(stdout)).toBeLessThan(4);
});
