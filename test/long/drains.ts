/**
 * `npm run chaos -- drains [count]`: shuts the program down 200 times under load, prints its counts, and fails on any lost
 * request or creation.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { zeroCounts } from '../support/programs/drained-callers.ts';
import { drainOnce, verifyAcknowledged } from '../support/programs/drained-program.ts';
import { createFolder } from '../support/programs/script-resources.ts';

const MAX_RUN_MS = 1_500;
const REPORT_EVERY = 20;

export async function drains(count = 200): Promise<boolean> {
  const dataDir = createFolder('drains-');
  const counts = zeroCounts();
  const lives = { dataDir, counts, acknowledged: [] };
  for (let index = 0; index < count; index += 1) {
    await drainOnce(lives, () => wait(50 + Math.random() * MAX_RUN_MS));
    if ((index + 1) % REPORT_EVERY === 0)
      console.log(`${index + 1} drains, ${counts.answered} responses, ${counts.lost} lost`);
  }
  await verifyAcknowledged(lives);
  console.log(JSON.stringify(counts, null, 2));
  const isPassed = counts.lost === 0 && counts.badEnds === 0 && counts.found === counts.created;
  console.log(
    isPassed
      ? 'every accepted request got its complete response, and every creation was stored'
      : 'REQUESTS LOST, OR A PROCESS DID NOT EXIT',
  );
  return isPassed;
}
