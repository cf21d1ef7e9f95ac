/**
 * When a feed polls next: after an interval or sooner, but never within a second of its last read, nor within the pause after one
 * that failed.
 */
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import { MIN_GAP_MS } from './pace.ts';

export class PollTimer {
  readonly #poll: () => void;
  readonly #clock: Clock;
  #timer: NodeJS.Timeout | undefined;
  #pollsAt = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;

  constructor(poll: () => void, clock: Clock) {
    this.#poll = poll;
    this.#clock = clock;
  }

  in(ms: number): void {
    const gapMs = MIN_GAP_MS - elapsedSince(this.#readAt, this.#clock);
    const pauseMs = this.#pauseMs - elapsedSince(this.#failedAt, this.#clock);
    const waitMs = Math.max(ms, gapMs, pauseMs, 0);
    this.#pollsAt = this.#clock.now() + waitMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#poll, waitMs).unref();
  }

  /** Not later than that, unless a pause says so. */
  within(ms: number): void {
    const restMs = this.#pollsAt - this.#clock.now();
    // What is overdue is not late: the clock was set forward, and the timer knows nothing of it.
    if (ms < restMs || restMs < 0) this.in(ms);
  }

  onRead(): void {
    this.#readAt = this.#clock.now();
  }

  onFailure(pauseMs: number): void {
    this.#failedAt = this.#clock.now();
    this.#pauseMs = pauseMs;
  }

  onSuccess(): void {
    this.#pauseMs = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
