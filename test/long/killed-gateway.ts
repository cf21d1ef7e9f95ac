/**
 * `npm run chaos -- creates [count] [--kills N] [--seed N]`: creations under injected faults, through a
 * gateway that is killed repeatedly. Prints its counts; fails if a creation arrived twice or a reported outcome is not true.
 */
import { createUnderFire } from '../support/creates/run.ts';
import { readSwitches, wholeNumber } from '../support/switches.ts';

const DEFAULT_CREATES = 10_000;
const CREATES_PER_KILL = 250;

export async function creates(count = DEFAULT_CREATES, args: readonly string[] = []): Promise<boolean> {
  const { kills, seed } = readSwitches(args, {
    kills: wholeNumber(Math.ceil(count / CREATES_PER_KILL), 0),
    seed: wholeNumber(Date.now() % 1_000_000, 0),
  });
  console.log(`${count} creations, seed ${seed}`);
  const { violations, ...counts } = await createUnderFire({
    creates: count,
    kills,
    seed,
    onKill: (number, done) => console.log(`kill ${number} after ${done}`),
  });
  console.log(JSON.stringify(counts, null, 2));
  for (const violation of violations) console.log(violation);
  const isClean = violations.length === 0;
  console.log(
    isClean ? 'no creation was executed twice, and every outcome is correct' : 'EXECUTED TWICE, OR WRONG OUTCOME',
  );
  return isClean;
}
