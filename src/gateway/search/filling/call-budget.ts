/**
 * The calls of a minute that filling the index may make, for whatever purpose. Waiting for one has no deadline: no request waits for the
 * index, so a call begins its own deadline only when it may be made.
 */
import { createCallRate } from '../../../upstream/resilience/quota.ts';

export class CallBudget {
  /** The calls that were made so far. */
  made = 0;
  readonly #rate: ReturnType<typeof createCallRate>;
  readonly #waiting = new Set<PromiseWithResolvers<void>>();
  #isClosed = false;

  constructor(perMinute: number) {
    this.#rate = createCallRate(perMinute, () => this.#admit());
  }

  /** Resolves when a call may be made; rejects once the budget is closed. */
  async take(): Promise<void> {
    if (this.#isClosed) throw new FillingClosed();
    if (this.#waiting.size > 0 || !this.#rate.take('preferred')) {
      const turn = Promise.withResolvers<void>();
      this.#waiting.add(turn);
      await turn.promise;
    }
    this.made += 1;
  }

  close(): void {
    this.#isClosed = true;
    this.#rate.close();
    for (const turn of this.#waiting) turn.reject(new FillingClosed());
    this.#waiting.clear();
  }

  #admit(): void {
    for (const turn of this.#waiting) {
      if (!this.#rate.take('preferred')) return;
      this.#waiting.delete(turn);
      turn.resolve();
    }
  }
}

/** The process ends, or another one fills the index. */
export class FillingClosed extends Error {}
