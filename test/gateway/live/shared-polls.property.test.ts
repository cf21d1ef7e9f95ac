// Processes that share polls, under random histories: processes are killed, leave and start, what connects them is away, loses, delays
// and repeats messages, and clocks differ. No listener misses a change, and none is shown one twice. Fingerprints that say
// nothing are tried too, as proof that the test would find a change that is missed.

import type { Replicas } from '@realty-forms/platform/replicas/replicas.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Feeds } from '../../../src/gateway/live/feeds.ts';
import { simulatedReplicas } from '../../support/simulated-replicas.ts';
import { feedsUnderTest, MINUTE, pass } from './feeds-under-test.ts';
import { grantOf } from './grants.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ann = await grantOf('111');
const PROCESSES = 3;
const RECORDS = 30;

type Event =
  | { readonly kind: 'edit' | 'insert' | 'delete'; readonly which: number; readonly content: number }
  | { readonly kind: 'kill' | 'start' | 'leave' | 'write here'; readonly process: number }
  | { readonly kind: 'away' | 'back' };

interface History {
  /** How far ahead of the others each process's clock is, in milliseconds. */
  readonly skews: readonly number[];
  readonly steps: readonly { readonly pauseMs: number; readonly event: Event }[];
  /** When the copies of each message arrive. */
  readonly fates: readonly (readonly number[])[];
}

const write = fc.oneof(
  fc.record({
    kind: fc.constantFrom('edit' as const, 'insert' as const),
    which: fc.nat(20),
    content: fc.nat(2),
  }),
  // An old one: a record that came after the last poll and left before the next is not noticed.
  fc.record({ kind: fc.constant('delete' as const), which: fc.constant(0), content: fc.constant(0) }),
);
const ofProcess = fc.record({
  kind: fc.constantFrom('kill' as const, 'start' as const, 'leave' as const, 'write here' as const),
  process: fc.nat(PROCESSES - 1),
});
const ofNetwork = fc.record({ kind: fc.constantFrom('away' as const, 'back' as const) });
const delay = fc.oneof(fc.constant(0), fc.nat(500), fc.nat(40_000));
const history: fc.Arbitrary<History> = fc.record({
  skews: fc.array(fc.integer({ min: -MINUTE, max: MINUTE }), { minLength: PROCESSES, maxLength: PROCESSES }),
  steps: fc.array(
    fc.record({
      pauseMs: fc.oneof(fc.constantFrom(0, 5, 900), fc.nat(35_000)),
      event: fc.oneof({ weight: 3, arbitrary: write }, { weight: 2, arbitrary: ofProcess }, ofNetwork),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  fates: fc.array(fc.oneof(fc.constant([0]), fc.array(delay, { maxLength: 2 })), { minLength: 1, maxLength: 12 }),
});

interface Outcome {
  readonly missed: number;
  readonly repeats: number;
}

interface Reader {
  shown: Map<string, string>;
  /** Those of the last change of each record. */
  readonly versions: Map<string, string>;
  repeats: number;
}

/** `disturb` makes of the replicas of a process what it has instead. */
async function run(
  { skews, steps, fates }: History,
  disturb = (replicas: Replicas): Replicas => replicas,
): Promise<Outcome> {
  const under = feedsUnderTest({}, RECORDS);
  const hub = simulatedReplicas();
  let messages = 0;
  hub.fate = () => fates[messages++ % fates.length] ?? [];
  const processes = new Map<
    number,
    { readonly feeds: Feeds; readonly kill: () => void; leave: () => void; reader: Reader }
  >();
  const readers: Reader[] = [];

  const listen = (feeds: Feeds) => {
    const reader: Reader = { shown: new Map(), versions: new Map(), repeats: 0 };
    const queue = feeds.listen(ann, null);
    void (async () => {
      for await (const event of queue) {
        if (event.kind === 'READY') {
          reader.shown = under.service.rows();
          reader.versions.clear();
        } else if (event.kind === 'CHANGED') {
          const { transId, flat, fingerprint } = event.record;
          // What the list showed already, since it was loaded after the poll, may come once more, with the same version.
          if (reader.versions.get(transId) === fingerprint) reader.repeats += 1;
          reader.versions.set(transId, fingerprint);
          reader.shown.set(transId, JSON.stringify(flat));
        }
      }
    })();
    readers.push(reader);
    return { reader, leave: () => void queue.return() };
  };
  const start = (number: number) => {
    const { replicas, kill } = hub.join();
    const skew = skews[number] ?? 0;
    // Their turns differ, so that they follow each other.
    const random = () => number / PROCESSES;
    const feeds = under.create(disturb(replicas), { clock: { now: () => Date.now() + skew }, random });
    processes.set(number, { feeds, kill, ...listen(feeds) });
  };
  const kill = (number: number) => {
    processes.get(number)?.kill();
    processes.get(number)?.feeds.close();
    processes.delete(number);
  };
  const happen = (event: Event): void => {
    if (event.kind === 'away' || event.kind === 'back') hub.isAway = event.kind === 'away';
    else if ('which' in event) under.write(event);
    else if (event.kind === 'kill') kill(event.process);
    else if (event.kind === 'start') {
      if (!processes.has(event.process)) start(event.process);
    } else if (event.kind === 'leave') {
      const process = processes.get(event.process);
      process?.leave();
      if (process !== undefined) Object.assign(process, listen(process.feeds));
    } else if ('process' in event) {
      under.edit(event.process);
      processes.get(event.process)?.feeds.pollSoon('111');
    }
  };

  for (let number = 0; number < PROCESSES; number += 1) start(number);
  for (const { pauseMs, event } of steps) {
    await pass(pauseMs);
    happen(event);
  }
  // Nothing changes any more, even if messages are lost.
  await pass(4 * MINUTE);
  const rows = JSON.stringify([...under.service.rows()].sort());
  const live = [...processes.values()].map(({ reader }) => JSON.stringify([...reader.shown].sort()));
  for (const { feeds } of processes.values()) feeds.close();
  under.feeds.close();
  await pass(MINUTE);
  vi.clearAllTimers();
  return {
    missed: live.filter((shown) => shown !== rows).length,
    repeats: readers.reduce((sum, { repeats }) => sum + repeats, 0),
  };
}

test('no listener of any process misses a change, and none is shown one twice', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      expect(await run(given)).toEqual({ missed: 0, repeats: 0 });
    }),
    { numRuns: 60 },
  );
});

/** Whichever process reads, it publishes that nothing has changed. */
const reassuring = (replicas: Replicas): Replicas => {
  let last: string | null = null;
  return {
    ...replicas,
    publish(name, text) {
      last ??= text;
      replicas.publish(name, last);
    },
  };
};

test('changes that are missed would be found', async () => {
  const found = await fc.check(
    fc.asyncProperty(history, async (given) => (await run(given, reassuring)).missed === 0),
    { numRuns: 60, seed: 20_261_122, endOnFailure: true },
  );
  expect(found.failed).toBe(true);
}, 120_000);
