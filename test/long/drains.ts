/** `npm run chaos -- drains [count]`: ends the program 200 times under load, prints its counts, and fails on any lost request. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainOnce, noDrains } from '../support/drained-program.ts';

const LONGEST_RUN_MS = 1_500;
const EVERY = 20;

export async function drains(count = 200): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'drains-'));
  const counts = noDrains();
  try {
    for (let each = 0; each < count; each += 1) {
      await drainOnce(dataDir, 50 + Math.random() * LONGEST_RUN_MS, counts);
      if ((each + 1) % EVERY === 0) console.log(`${each + 1} drains, ${counts.answered} answers, ${counts.lost} lost`);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(JSON.stringify(counts, null, 2));
  const holds = counts.lost === 0 && counts.badEnds === 0;
  console.log(holds ? 'every request that was taken in was answered in full' : 'LOST OR NOT ENDED');
  return holds;
}
