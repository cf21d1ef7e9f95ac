// Shutdown of the program under load; `npm run chaos -- drains` does the same 200 times.
import { expect, test } from 'vitest';
import { zeroCounts } from '../support/programs/drained-callers.ts';
import { drainOnce } from '../support/programs/drained-program.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';

test('SIGTERM under load: accepted requests get complete responses, their writes persist, and the program exits with 0', async () => {
  const counts = zeroCounts();
  const lives = { dataDir: seededFolder(), counts, acknowledged: [] };
  for (const runMs of [300, 80]) await drainOnce(lives, runMs);
  expect(counts).toMatchObject({ drains: 2, lost: 0, badEnds: 0, losses: [] });
  expect(counts.answeredAfterSignal).toBeGreaterThan(0);
  expect(counts.found).toBeGreaterThan(0);
});
