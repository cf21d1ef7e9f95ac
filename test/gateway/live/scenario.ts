/** Random histories of a list, followed by one reader that always listens and by one that comes and goes. */

import type { Clock } from '@realty-forms/platform/clock.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import fc from 'fast-check';
import { UpstreamFault } from '../../../src/gateway/fault.ts';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { createChangeCursors, type OpenedCursor } from '../../../src/gateway/live/tracking/change-cursors.ts';
import { ChangeTracker, type Polled } from '../../../src/gateway/live/tracking/change-tracker.ts';
import type { ListSource } from '../../../src/gateway/live/tracking/change-window.ts';
import { createDecode } from '../../../src/gateway/reading/decode.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { captureLog } from '../../support/caught-log.ts';
import { grantOf } from './grants.ts';
import { ModelService, type Traits, type Write } from './model-service.ts';
import { Reader } from './reader.ts';

export const OVERLAP = 120_000;
export const DAY = 86_400_000;

export const decode = createDecode({ timeZone: 'UTC', log: captureLog().log, metrics: createMetrics() });
const grant = await grantOf('111');

interface Step {
  readonly pauseMs: number;
  readonly before: readonly Write[];
  readonly between: readonly (readonly Write[])[];
  /** False if the service cannot be read: what was written waits for the next poll. */
  readonly isRead: boolean;
  /** Whether the poll is answered as if there were no records, as a service may while it builds an index anew. */
  readonly isBlank: boolean;
  /** Whether the list is counted after the poll. */
  readonly counts: boolean;
  /** Whether the second reader comes back with its cursor, to this process or to another one. */
  readonly returns: 'here' | 'elsewhere' | null;
}

export interface Scenario {
  readonly traits: Traits;
  readonly length: number;
  readonly spreadMs: number;
  /** How far the time of the first record is ahead of the service's clock. */
  readonly aheadMs?: number;
  /** How far our clock is behind the service's. */
  readonly lagMs?: number;
  readonly steps: readonly Step[];
}

const write: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom('edit', 'edit', 'edit', 'insert', 'delete'),
  which: fc.nat(1_000),
  content: fc.nat(2),
  late: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
});
const step: fc.Arbitrary<Step> = fc.record({
  pauseMs: fc.oneof(fc.constantFrom(0, 1, 900, 10_000, 60_000, 119_000), fc.nat(2 * DAY)),
  before: fc.array(write, { maxLength: 4 }),
  between: fc.array(fc.array(write, { maxLength: 2 }), { maxLength: 4 }),
  isRead: fc.constantFrom(true, true, false),
  isBlank: fc.constantFrom(false, false, false, true),
  counts: fc.boolean(),
  returns: fc.constantFrom('here', 'elsewhere', null, null),
});
export const scenario: fc.Arbitrary<Scenario> = fc.record({
  traits: fc.oneof(
    fc.record({
      times: fc.constantFrom('milliseconds' as const, 'seconds' as const, 'days' as const),
      excludesSince: fc.boolean(),
      comparesDays: fc.constant(false),
    }),
    fc.record({
      times: fc.constantFrom('milliseconds' as const, 'seconds' as const),
      excludesSince: fc.constant(false),
      comparesDays: fc.constant(true),
    }),
  ),
  length: fc.oneof(fc.constantFrom(0, 1, 3, 30), fc.integer({ min: 97, max: 104 }), fc.integer({ min: 95, max: 260 })),
  spreadMs: fc.constantFrom(0, 5_000, 90_000, 300 * DAY),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
});

export interface Outcome {
  readonly missed: readonly string[];
  readonly missedByReturning: readonly string[];
  readonly repeats: number;
  readonly repeatsToReturning: number;
}

export type Strategy = (source: ListSource, clock: Clock) => Pick<ChangeTracker, 'poll' | 'count' | 'cursor'>;

/** Runs a scenario with one reader that always listens, and one that comes and goes, also to processes with the last strategy. */
export async function run(
  { traits, length, spreadMs, aheadMs, lagMs = 0, steps }: Scenario,
  strategy: Strategy,
  elsewhere: Strategy = strategy,
): Promise<Outcome> {
  const service = new ModelService(traits, maxLateOf(traits), length, spreadMs, aheadMs);
  const clock = { now: () => service.now - lagMs };
  const cursors = createChangeCursors({ sealer: createSealer([sealKey(1)]), clock, timeZone: 'UTC' });
  const [listening, returning] = [new Reader(service), new Reader(service)];
  const tracker = strategy(service, clock);
  let cursor = '';
  const listen = ({ changes }: Polled) => listening.take(changes);
  /** A list that changes during each read is read again the next time. */
  const attempt = (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      if (!(error instanceof UpstreamFault)) throw error;
    });

  const poll = async (returns: Step['returns']): Promise<void> => {
    const opened: OpenedCursor | null = cursor === '' ? null : cursors.open(grant, cursor);
    for (const reader of [listening, returning]) reader.begin();
    if (returns !== 'here') listen(await tracker.poll());
    if (returns === null) return;
    const by = returns === 'here' ? tracker : elsewhere(service, clock);
    const polled = await by.poll([opened]);
    if (returns === 'here') listen(polled);
    returning.take(opened === null ? null : polled.changesAfter(opened));
    cursor = by.cursor;
  };
  const count = async (): Promise<void> => {
    listening.begin();
    const counted = await tracker.count();
    if (counted !== null) listen(counted);
  };

  await poll('here');
  for (const { pauseMs, before, between, isRead, isBlank, counts, returns } of steps) {
    service.advance(pauseMs);
    for (const each of before) service.write(each);
    if (!isRead) continue;
    service.between = [...between];
    service.isBlank = isBlank;
    // A reader that has to load the list then loads a newer one than was read.
    await attempt(() => poll(isBlank ? null : returns));
    service.isBlank = false;
    if (counts && !isBlank) await attempt(count);
    service.between = [];
  }
  // What is still invisible appears; then nothing changes any more.
  for (let quiet = 0; quiet < 3; quiet += 1) {
    service.advance(maxLateOf(traits));
    await poll(null);
    await count();
  }
  await poll('here');
  await count();
  return {
    missed: difference(service.rows(), listening.shown),
    missedByReturning: difference(service.rows(), returning.shown),
    repeats: listening.repeats,
    repeatsToReturning: returning.repeats,
  };
}

/** A write becomes visible sooner than the overlap ends, in the service's own precision. */
function maxLateOf({ times }: Traits): number {
  if (times === 'days') return DAY / 2;
  return times === 'seconds' ? OVERLAP - 2_000 : OVERLAP - 1_000;
}

function difference(there: ReadonlyMap<string, string>, shown: ReadonlyMap<string, string>): string[] {
  return [...new Set([...there.keys(), ...shown.keys()])].filter((id) => there.get(id) !== shown.get(id));
}

export const trackingWith =
  (overlapMs: number): Strategy =>
  (source, clock) =>
    new ChangeTracker(
      source,
      grant,
      createChangeCursors({ sealer: createSealer([sealKey(1)]), clock, timeZone: 'UTC' }),
      {
        decode,
        clock,
        overlapMs,
        log: captureLog().log,
      },
    );

export const tracking = trackingWith(OVERLAP);
