/**
 * `npm run chaos -- replicas [count] [--strikes N] [--seed N] [--minutes N] [--wait on|off]`: creations through three gateways behind HAProxy,
 * with a PostgreSQL server and its standby; gateways and servers are killed meanwhile. Then all gateways are replaced one after the
 * other under load, and a caller tries to send three times as many requests as it may. Prints its counts; fails if a creation arrived
 * twice, a reported outcome is not true, a response was cut, or the limit was exceeded by more than 5 %.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@realty-forms/reference/seed/random.ts';
import type { GatewayAccess } from '../support/creates/clients.ts';
import { type ReadingCounts, readUntil } from '../support/creates/readers.ts';
import { type Replicas, startReplicas } from '../support/creates/replicas.ts';
import { createUnderFire } from '../support/creates/run.ts';
import { oneOf, readSwitches, wholeNumber } from '../support/switches.ts';

const DEFAULT_CREATES = 2_000;
const CREATES_PER_STRIKE = 100;
const GATEWAYS = 3;
const RATE_LIMIT = 3_000;
const READERS = 8;

export async function replicas(count = DEFAULT_CREATES, args: readonly string[] = []): Promise<boolean> {
  const values = readSwitches(args, {
    strikes: wholeNumber(Math.ceil(count / CREATES_PER_STRIKE), 0),
    seed: wholeNumber(Date.now() % 1_000_000, 0),
    minutes: wholeNumber(2, 0),
    wait: oneOf(['on', 'off']),
  });
  const { strikes, seed, minutes, wait: waiting = 'on' } = values;
  console.log(
    `${count} creations, seed ${seed}, ${waiting === 'on' ? 'waiting for the standby' : 'not waiting for the standby'}`,
  );
  let system: Replicas | undefined;
  let rolled: ReadingCounts | undefined;
  let worstMinute = 0;
  const random = createRandom(seed, 11);
  const { violations, ...counts } = await createUnderFire({
    creates: count,
    kills: strikes,
    seed,
    faults: { creations: 0.05, others: 0.01 },
    async start(settings) {
      system = await startReplicas(settings, {
        gateways: GATEWAYS,
        waits: waiting === 'on',
        random,
        ...(waiting === 'off' && { plan: ['primary killed, cut from its standby'] }),
        onStrike: (strike, ms) => console.log(`${strike}; recovered after ${Math.round(ms)} ms`),
      });
      return system;
    },
    async afterwards(access) {
      rolled = await readUntil(access, READERS, async () => await system?.roll());
      await system?.roll({ RATE_LIMIT: String(RATE_LIMIT), REPLICAS: String(GATEWAYS) });
      worstMinute = await mostPerMinute(access, minutes);
    },
  });
  const over = Math.max(0, worstMinute / RATE_LIMIT - 1);
  console.log(JSON.stringify({ ...counts, rolled, worstMinute }, null, 2));
  for (const violation of violations) console.log(violation);
  const isClean = violations.length === 0 && rolled?.cut === 0 && over <= 0.05;
  console.log(
    isClean
      ? 'nothing acknowledged was lost, nothing was sent twice, no response was cut, and the limit held'
      : 'SENT TWICE, LOST, CUT, OR OVER THE LIMIT',
  );
  return isClean;
}

/** The most requests of one caller that were admitted in a minute, while it sends three times as many as it may. */
async function mostPerMinute({ url, token }: GatewayAccess, minutes: number): Promise<number> {
  const admitted = new Map<number, number>();
  const base = await url();
  const minuteNow = (): number => Math.floor(Date.now() / 60_000);
  const start = minuteNow() + 1;
  const sending = new Set<Promise<void>>();
  while (minuteNow() < start + minutes) {
    await wait(1_000 / ((3 * RATE_LIMIT) / 60));
    const sent = fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    }).then(async (response) => {
      await response.text();
      if (response.status === 200) admitted.set(minuteNow(), (admitted.get(minuteNow()) ?? 0) + 1);
    });
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  }
  await Promise.all(sending);
  // The minute in which it began is not a whole one, and began with the readers' requests.
  return Math.max(
    0,
    ...[...admitted].filter(([minute]) => minute >= start && minute < start + minutes).map(([, n]) => n),
  );
}
