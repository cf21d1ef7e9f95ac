/**
 * How the processes that serve the same count the requests of a caller together. Each counts by itself, without waiting, and reports
 * to the others afterwards: every second, sooner for a caller that is near its limit or in a hurry. So a caller gets more than its limit
 * only by what the others admit meanwhile. Minutes are those of whoever keeps the counts, for all alike.
 */
import { createHmac } from 'node:crypto';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import type { Peers } from '@realty-forms/platform/peers/peers.ts';
import { createReach } from '@realty-forms/platform/peers/reach.ts';
import { sharedKey } from '@realty-forms/platform/peers/shared-key.ts';
import type { Usage } from './usage.ts';

export type SharedCounts = Readonly<ReturnType<typeof createSharedCounts>>;

export interface SharedCountsOptions {
  readonly peers: Pick<Peers, 'count'>;
  /** The same in all processes, and nobody else's: whoever keeps the counts sees callers by their HMAC under a key derived from it. */
  readonly secret: string;
  readonly perMinute: number;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'peersReached'>;
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

const MINUTE_MS = 60_000;
const INTERVAL_MS = 1_000;
/** Timers may be early. */
const EARLY_MS = 2;
/** For callers that have used this share of their limit. */
const NEAR_LIMIT = 0.8;
const NEAR_INTERVAL_MS = 100;
/** For callers that have used this share of it since they were last reported. */
const HURRY = 0.005;
const HURRY_INTERVAL_MS = 10;
/** At most so many callers are in one report, the busiest first. */
const MAX_REPORTED = 1_000;
/** At most so many wait for it; of a flood of others, nothing is reported until there is room. */
const MAX_ACTIVE = 10_000;
const NAME_CHARACTERS = 22;

export function createSharedCounts({ peers, secret, perMinute, ...options }: SharedCountsOptions) {
  const now = options.now ?? (() => performance.now());
  const reach = createReach({
    ...options,
    now,
    part: 'rate_limits',
    alone: 'each counts the requests of callers by itself',
  });
  const nameKey = sharedKey(secret, 'names of callers');
  const nearLimit = perMinute * NEAR_LIMIT;
  const hurry = Math.max(1, Math.floor(perMinute * HURRY));
  /** Callers with requests that the others do not know of; those of them that cannot wait for the next second. */
  const active = new Set<Usage>();
  const urgent = new Set<Usage>();
  /** What has to be added to our time to get that of all. */
  let offset = Date.now() - now();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let allReportedAt = Number.NEGATIVE_INFINITY;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let isReporting = false;
  let isClosed = false;

  function plan(at: number): void {
    if (at >= dueAt || isClosed) return;
    dueAt = at;
    // An answer that is awaited plans what is due by then.
    if (isReporting) return;
    clearTimeout(timer);
    timer = setTimeout(() => void report(), Math.max(0, at - now())).unref();
  }

  function notice(usage: Usage): void {
    const unknown = usage.minute - usage.reported;
    if (active.size >= MAX_ACTIVE && !active.has(usage)) return;
    active.add(usage);
    usage.reportAbove = usage.reported + hurry;
    if (reach.isLost()) plan(allReportedAt + INTERVAL_MS);
    else if (unknown > hurry) {
      urgent.add(usage);
      usage.reportAbove = Number.POSITIVE_INFINITY;
      plan(reportedAt + HURRY_INTERVAL_MS);
    } else if (usage.minute > nearLimit) {
      urgent.add(usage);
      plan(reportedAt + NEAR_INTERVAL_MS);
    } else {
      usage.reportAbove = Math.min(usage.reportAbove, Math.max(usage.minute, nearLimit));
      plan(allReportedAt + INTERVAL_MS);
    }
  }

  /** Those in the next report. */
  function choose(at: number): Usage[] {
    const isForAll = at >= allReportedAt + INTERVAL_MS - EARLY_MS;
    if (isForAll) allReportedAt = at;
    reportedAt = at;
    const waiting = isForAll ? active : urgent;
    for (const usage of waiting) {
      if (usage.until > at) continue;
      active.delete(usage);
      urgent.delete(usage);
    }
    const chosen = [...waiting];
    if (chosen.length > MAX_REPORTED)
      chosen.sort((one, other) => other.minute - other.reported - (one.minute - one.reported));
    return chosen.slice(0, MAX_REPORTED);
  }

  function nameOf(usage: Usage): string {
    if (usage.sharedName === '')
      usage.sharedName = createHmac('sha256', nameKey).update(usage.name).digest('base64url').slice(0, NAME_CHARACTERS);
    return `${usage.sharedName}:${usage.minuteNumber}`;
  }

  async function report(): Promise<void> {
    dueAt = Number.POSITIVE_INFINITY;
    isReporting = true;
    const sentAt = now();
    const reported = choose(sentAt).map((usage) => {
      const by = usage.minute - usage.reported;
      // Also if no answer comes: it may have arrived, and nobody should pay twice for a request.
      usage.reported = usage.minute;
      active.delete(usage);
      urgent.delete(usage);
      return { usage, name: nameOf(usage), by, minuteNumber: usage.minuteNumber, sum: usage.minute };
    });
    let totals: readonly number[] = [];
    try {
      const counted = await peers.count(reported.map(({ name, by }) => ({ name, by })));
      totals = counted.totals;
      offset = counted.now - (sentAt + now()) / 2;
      reach.answered();
    } catch (error) {
      reach.failed(error);
    }
    for (const [at, { usage, minuteNumber, sum }] of reported.entries())
      if (usage.minuteNumber === minuteNumber) learn(usage, (totals[at] ?? sum) - sum);
    isReporting = false;
    const next = active.size > 0 ? Math.min(dueAt, allReportedAt + INTERVAL_MS) : dueAt;
    dueAt = Number.POSITIVE_INFINITY;
    if (next < Number.POSITIVE_INFINITY) plan(next);
  }

  /** So many requests of it were admitted elsewhere. */
  function learn(usage: Usage, elsewhere: number): void {
    usage.minute += Math.max(0, elsewhere);
    usage.reported += Math.max(0, elsewhere);
    // Whoever is asked for more learns by itself that the limit is reached.
    if (usage.reported >= perMinute) usage.reportAbove = Number.POSITIVE_INFINITY;
    else if (usage.minute > usage.reported) notice(usage);
    else usage.reportAbove = usage.reported;
  }

  // What time it is.
  void report();

  return {
    /** Its minute is over: the next one is that of all processes. */
    begin(usage: Usage): void {
      const time = now() + offset;
      usage.minuteNumber = Math.floor(time / MINUTE_MS);
      usage.until = (usage.minuteNumber + 1) * MINUTE_MS - offset;
      usage.reported = 0;
      usage.sharedName = '';
      usage.reportAbove = 0;
    },
    /** The caller has sent more requests than the others should not know of. */
    notice,
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
