// The end of the program under load; `npm run chaos -- drains` does the same 200 times.
import { expect, test } from 'vitest';
import { drainOnce, noDrains } from '../support/drained-program.ts';
import { temporaryFolder } from '../support/main-process.ts';

test('SIGTERM under load: what was taken in is answered in full, then the program ends with 0', async () => {
  const counts = noDrains();
  const folder = temporaryFolder();
  for (const runMs of [40, 150, 300]) await drainOnce(folder, runMs, counts);
  expect(counts).toMatchObject({ drains: 3, lost: 0, badEnds: 0, losses: [] });
  expect(counts.answeredAfterSignal).toBeGreaterThan(0);
});
