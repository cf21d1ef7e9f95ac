/**
 * `npm run chaos -- replicas [count] [--strikes N] [--seed N]`: creations through three gateways behind HAProxy, with a PostgreSQL server and
 * its standby; gateways and servers are killed meanwhile. Then all gateways are replaced one after the other under load. Prints its counts;
 * fails if a creation arrived twice, a reported outcome is not true, or a response was cut.
 */
import { createRandom } from '@realty-forms/reference/seed/random.ts';
import { type ReadingCounts, readUntil } from '../support/creates/readers.ts';
import { type Replicas, startReplicas } from '../support/creates/replicas.ts';
import { createUnderFire } from '../support/creates/run.ts';
import { readSwitches, wholeNumber } from '../support/switches.ts';

const DEFAULT_CREATES = 2_000;
const CREATES_PER_STRIKE = 100;
const GATEWAYS = 3;
const READERS = 8;

export async function replicas(count = DEFAULT_CREATES, args: readonly string[] = []): Promise<boolean> {
  const { strikes, seed } = readSwitches(args, {
    strikes: wholeNumber(Math.ceil(count / CREATES_PER_STRIKE), 0),
    seed: wholeNumber(Date.now() % 1_000_000, 0),
  });
  console.log(`${count} creations, seed ${seed}`);
  let system: Replicas | undefined;
  let rolled: ReadingCounts | undefined;
  const random = createRandom(seed, 11);
  const { violations, ...counts } = await createUnderFire({
    creates: count,
    kills: strikes,
    seed,
    faults: { creations: 0.05, others: 0.01 },
    async start(settings) {
      const onStrike = (strike: string, ms: number) => console.log(`${strike}; recovered after ${Math.round(ms)} ms`);
      system = await startReplicas(settings, { gateways: GATEWAYS, random, onStrike });
      return system;
    },
    async afterwards(access) {
      rolled = await readUntil(access, READERS, async () => await system?.roll());
    },
  });
  console.log(JSON.stringify({ ...counts, rolled }, null, 2));
  for (const violation of violations) console.log(violation);
  const isClean = violations.length === 0 && rolled?.cut === 0;
  console.log(
    isClean ? 'nothing acknowledged was lost, nothing was sent twice, no response was cut' : 'SENT TWICE, LOST OR CUT',
  );
  return isClean;
}
