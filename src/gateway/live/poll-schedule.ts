/**
 * How often feeds poll, and when each one does. Vendors limit calls per minute: if there are more feeds than the limit allows, all
 * intervals grow by the same factor. Intervals vary a little, so that feeds that began together do not poll together.
 */

import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';

export interface PollScheduleOptions {
  readonly pollSeconds: number;
  /** 0 means never. */
  readonly countSeconds: number;
  readonly pollsPerMinute: number;
  /** Returns a number from 0 to 1; Math.random by default. */
  readonly random?: (() => number) | undefined;
}

export type PollSchedule = Readonly<ReturnType<typeof createPollSchedule>>;

/** The minimum time between the starts of two polls of a feed. */
const MIN_GAP_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** Limits the pause that upstream may ask for: listeners get no events during it, and timers cannot last longer than 24 days. */
const MAX_REQUESTED_MS = 60 * 60_000;
const JITTER = 0.1;

type Limits = Pick<PollScheduleOptions, 'pollSeconds' | 'countSeconds' | 'pollsPerMinute'>;

/** By how much the intervals grow. */
function stretchOf({ pollSeconds, countSeconds, pollsPerMinute }: Limits, feeds: number): number {
  const callsPerMinute = 60 / pollSeconds + (countSeconds === 0 ? 0 : 60 / countSeconds);
  return Math.max(1, (feeds * callsPerMinute) / pollsPerMinute);
}

/** Seconds between two polls of each of so many feeds. */
export const intervalSeconds = (limits: Limits, feeds: number): number => limits.pollSeconds * stretchOf(limits, feeds);

export function createPollSchedule(options: PollScheduleOptions, feeds: () => number) {
  const { countSeconds, random = Math.random } = options;
  const varied = (ms: number): number => ms * (1 - JITTER + 2 * JITTER * random());
  const plainInterval = (): number => intervalSeconds(options, feeds()) * 1_000;
  return {
    /** Milliseconds until the next poll. */
    interval: () => varied(plainInterval()),
    /** Milliseconds until the next attempt after this many failures in a row; upstream may ask for more, up to an hour. */
    pauseAfter(failures: number, retryAfterSeconds: number | null): number {
      const interval = plainInterval();
      const pause = Math.min(MAX_PAUSE_MS, interval * 2 ** (failures - 1));
      const requested = Math.min(MAX_REQUESTED_MS, (retryAfterSeconds ?? 0) * 1_000);
      return Math.max(varied(Math.max(interval, pause)), requested);
    },
    /** Milliseconds between two counts; infinite if lists are never counted. */
    countInterval: () =>
      countSeconds === 0 ? Number.POSITIVE_INFINITY : countSeconds * 1_000 * stretchOf(options, feeds()),
  };
}

/**
 * When a feed polls next: after an interval or sooner, but never within a second of its last read, nor within the pause after a failed
 * read.
 */
export class PollTimer {
  readonly #poll: () => void;
  readonly #schedule: PollSchedule;
  readonly #clock: Clock;
  #timer: NodeJS.Timeout | undefined;
  #pollsAt = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  /** How many reads in a row have failed. */
  failures = 0;
  #failingSince: number | null = null;

  constructor(poll: () => void, schedule: PollSchedule, clock: Clock) {
    this.#poll = poll;
    this.#schedule = schedule;
    this.#clock = clock;
  }

  /** How long reads have been failing; 0 if the last one succeeded. */
  get failingMs(): number {
    return this.#failingSince === null ? 0 : this.#clock.now() - this.#failingSince;
  }

  in(ms: number): void {
    const gapMs = MIN_GAP_MS - elapsedSince(this.#readAt, this.#clock);
    const pauseMs = this.#pauseMs - elapsedSince(this.#failedAt, this.#clock);
    const waitMs = Math.max(ms, gapMs, pauseMs, 0);
    this.#pollsAt = this.#clock.now() + waitMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#poll, waitMs).unref();
  }

  /** Polls within this time, unless a pause lasts longer. */
  within(ms: number): void {
    const restMs = this.#pollsAt - this.#clock.now();
    // A negative rest means that the clock was set forward; the timer does not know that.
    if (ms < restMs || restMs < 0) this.in(ms);
  }

  onRead(): void {
    this.#readAt = this.#clock.now();
  }

  onFailure(retryAfterSeconds: number | null): void {
    this.failures += 1;
    this.#failedAt = this.#clock.now();
    this.#failingSince ??= this.#failedAt;
    this.#pauseMs = this.#schedule.pauseAfter(this.failures, retryAfterSeconds);
  }

  onSuccess(): void {
    this.failures = 0;
    this.#failingSince = null;
    this.#pauseMs = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
