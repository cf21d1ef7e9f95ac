// What is left of answers that were read by their columns, once nobody holds them: nothing that waits for a full collection.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('no body outlives the young collections that come after its reader has let go of it', async () => {
  const program = join(import.meta.dirname, '../support/answers-in-part.ts');
  const { stdout } = await run(process.execPath, [program]);
  expect(Number(stdout)).toBeGreaterThan(0);
  // All bodies together have 134 MB, and those between two young collections about 12.
  expect(Number(stdout)).toBeLessThan(18);
});
