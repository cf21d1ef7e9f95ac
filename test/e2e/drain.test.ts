// The end of the program under load; `npm run chaos -- drains` does the same 200 times.
import { expect, test } from 'vitest';
import { noDrains } from '../support/drained-callers.ts';
import { drainOnce } from '../support/drained-program.ts';
import { temporaryFolder } from '../support/main-process.ts';

/** Two starts of the program, on a machine that may be busy. */
const PATIENCE_MS = 60_000;

test(
  'SIGTERM under load: what was taken in is answered in full and still there later, and the program ends with 0',
  async () => {
    const counts = noDrains();
    const lives = { dataDir: temporaryFolder(), counts, acknowledged: [] };
    for (const runMs of [300, 80]) await drainOnce(lives, runMs);
    expect(counts).toMatchObject({ drains: 2, lost: 0, badEnds: 0, losses: [] });
    expect(counts.answeredAfterSignal).toBeGreaterThan(0);
    expect(counts.found).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
