/**
 * `npm run chaos -- creates [count] [--kills N] [--seed N] [--store sqlite|redis]`: creations under injected faults, through a
 * gateway that is killed again and again. Prints its counts, and fails where a creation came in twice or an outcome is not true.
 */
import { parseArgs } from 'node:util';
import { createUnderFire } from '../support/creates/run.ts';
import { startRedis } from '../support/redis/server.ts';

const DEFAULT_CREATES = 10_000;
const CREATES_A_KILL = 250;

export async function creates(count = DEFAULT_CREATES, args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: String(Math.ceil(count / CREATES_A_KILL)) },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      store: { type: 'string', default: 'sqlite' },
    },
  });
  const seed = Number(values.seed);
  console.log(`${count} creations, seed ${seed}, the ledger in ${values.store}`);
  const redis = values.store === 'redis' ? await startRedis({ appendfsync: 'always' }) : null;
  try {
    const { violations, ...counts } = await createUnderFire({
      creates: count,
      kills: Number(values.kills),
      seed,
      store: redis === null ? {} : { REDIS_URL: redis.url },
      onKill: (kills, done) => console.log(`kill ${kills} after ${done}`),
    });
    console.log(JSON.stringify(counts, null, 2));
    for (const violation of violations) console.log(violation);
    const isClean = violations.length === 0;
    console.log(isClean ? 'no creation came in twice, and every outcome is true' : 'CAME IN TWICE, OR TOLD WRONGLY');
    return isClean;
  } finally {
    await redis?.close();
  }
}
