/**
 * Takes the work on large responses in turns, in slices of a few milliseconds between which the event loop does everything
 * else. The turns go round the responses, so that a large one does not keep a smaller one waiting. The work of a response that
 * nobody waits for any more is dropped: its promises never settle.
 */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { WaitQueue } from '@realty-forms/platform/engine/queue.ts';

export interface PacerOptions {
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
  /** Resolves when the event loop has done what else there is to do; after some iterations of it by default. */
  readonly yieldToOthers?: () => Promise<unknown>;
}

/** The event loop accepts one connection in each iteration, so one after each slice would keep new callers waiting. */
const ITERATIONS = 16;

async function passIterations(): Promise<void> {
  for (let count = 0; count < ITERATIONS; count += 1) await nextIteration();
}

const SLICE_MS = 10;
/** Shorter lists are completed at once. */
const MIN_ITEMS = 10;

export class Pacer {
  readonly now: () => number;
  readonly #yieldToOthers: () => Promise<unknown>;
  /** The paces with waiting turns. */
  readonly #waiting = new WaitQueue<Pace>();
  #isRunning = false;

  constructor({ now = () => performance.now(), yieldToOthers = passIterations }: PacerOptions = {}) {
    this.now = now;
    this.#yieldToOthers = yieldToOthers;
  }

  /** The pace of one response; `isAbandoned` tells whether nobody waits for it any more. */
  pace(isAbandoned: () => boolean): Pace {
    return new Pace(this, isAbandoned);
  }

  /** Lets a pace take part until it has no more waiting turns. */
  join(pace: Pace): void {
    this.#waiting.join(pace);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#yieldToOthers();
      const end = this.now() + SLICE_MS;
      do {
        const pace = this.#waiting.shift();
        if (pace === undefined) break;
        if (pace.takeTurn()) this.#waiting.join(pace);
        // What the turn leads to is done in microtasks, and ticks come after all of these.
        await new Promise<void>(process.nextTick);
      } while (this.now() < end);
    }
    this.#isRunning = false;
  }
}

export class Pace {
  readonly #pacer: Pacer;
  readonly #isAbandoned: () => boolean;
  readonly #turns = new WaitQueue<() => void>();
  #sliceEnd = 0;

  constructor(pacer: Pacer, isAbandoned: () => boolean) {
    this.#pacer = pacer;
    this.#isAbandoned = isAbandoned;
  }

  /** Each item of a list at its turn; a short list as it is. */
  items<T>(list: readonly T[]): readonly (T | Promise<T>)[] {
    if (list.length < MIN_ITEMS) return list;
    return list.map((item) =>
      item instanceof Promise ? item.then((value) => this.#turn<T>(value)) : this.#turn(item),
    );
  }

  /** The turn for work that takes no longer than a slice. */
  turn(): Promise<void> {
    return this.#turn(undefined);
  }

  /** For work in one piece: null while its slice lasts, afterward a promise of the next one. */
  pause(): Promise<void> | null {
    if (this.#pacer.now() < this.#sliceEnd) return null;
    return this.#turn(undefined).then(() => {
      this.#sliceEnd = this.#pacer.now() + SLICE_MS;
    });
  }

  /** Returns whether more turns wait. */
  takeTurn(): boolean {
    const isAbandoned = this.#isAbandoned();
    if (!isAbandoned) this.#turns.shift()?.();
    while (isAbandoned && this.#turns.shift() !== undefined);
    return this.#turns.length > 0;
  }

  #turn<T>(value: T): Promise<T> {
    return new Promise((resolve) => {
      this.#turns.join(() => resolve(value));
      if (this.#turns.length === 1) this.#pacer.join(this);
    });
  }
}
