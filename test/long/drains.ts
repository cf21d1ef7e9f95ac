/**
 * `npm run chaos -- drains [count]`: ends the program 200 times under load, prints its counts, and fails on any
 * lost request or creation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noDrains } from '../support/drained-callers.ts';
import { drainOnce, lookOnce } from '../support/drained-program.ts';

const LONGEST_RUN_MS = 1_500;
const EVERY = 20;

export async function drains(count = 200): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'drains-'));
  const counts = noDrains();
  const lives = { dataDir, counts, acknowledged: [] };
  try {
    for (let each = 0; each < count; each += 1) {
      await drainOnce(lives, 50 + Math.random() * LONGEST_RUN_MS);
      if ((each + 1) % EVERY === 0) console.log(`${each + 1} drains, ${counts.answered} answers, ${counts.lost} lost`);
    }
    await lookOnce(lives);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(JSON.stringify(counts, null, 2));
  const holds = counts.lost === 0 && counts.badEnds === 0 && counts.found === counts.created;
  console.log(
    holds ? 'every request that was taken in was answered in full, every creation is there' : 'LOST OR NOT ENDED',
  );
  return holds;
}
