/**
 * Generated interleavings of equal creations: several processes, keys and fates of their calls, in any order. A stand-in for the
 * service counts what arrives and what it creates; the rules that are checked hold for every order.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import type { Recorded } from '../../../src/gateway/ledger/write-command.ts';
import type { ManualClock } from '../../support/held-clock.ts';
import {
  author,
  candidate,
  creation,
  neverAborted,
  noResponse,
  notSent,
  type Process,
  rejection,
  startProcess,
} from './process.ts';
import type { SharedStore } from './shared.ts';

/** What becomes of a call if it is made. */
const fates = ['answered', 'created without a response', 'lost', 'not sent', 'rejected', 'held'] as const;
type Fate = (typeof fates)[number];

interface Write {
  readonly process: number;
  readonly key: number;
  readonly fate: Fate;
  /** Its process stands still between reserving the write and recording it as SENT. */
  readonly stalls: boolean;
}

type Step =
  /** These begin at the same time. */
  | { readonly writes: readonly Write[] }
  | { readonly resume: number }
  | { readonly reconcile: number }
  | { readonly waitMs: number };

const PROCESSES = 3;
const KEYS = 3;

const process = fc.nat(PROCESSES - 1);
const write = fc.record({ process, key: fc.nat(KEYS - 1), fate: fc.constantFrom(...fates), stalls: fc.boolean() });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ writes: fc.array(write, { minLength: 1, maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ resume: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ reconcile: process }) },
    { weight: 2, arbitrary: fc.record({ waitMs: fc.constantFrom(1, LEASE_MS / 2, LEASE_MS) }) },
  ),
  { minLength: 1, maxLength: 10 },
);

export function describeModel(start: () => Promise<SharedStore>, numRuns: number): void {
  test('never sends a write again that may have been executed, and never gives two writes the same result, in any order', async () => {
    const { store, clock } = await start();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        runs += 1;
        await new Run(`agent ${runs}`, store, clock).check(given);
      }),
      { numRuns },
    );
  });
}

class Run {
  readonly #agent: string;
  readonly #clock: ManualClock;
  readonly #processes: readonly Process[];
  /** The calls of each key that may have been executed. */
  readonly #calls = new Map<number, number>();
  /** Everything the service has created, and what each key's own response named. */
  readonly #created: string[] = [];
  readonly #answered = new Map<number, string>();
  /** Processes that stand still, and calls whose responses are held back. */
  readonly #held: (() => void)[] = [];
  readonly #ended: Promise<unknown>[] = [];
  /** How many of the next writes stall, and what is told when one does. */
  #stalling = 0;
  #stalled = Promise.withResolvers<void>();

  constructor(agent: string, store: LedgerStore, clock: ManualClock) {
    this.#agent = agent;
    this.#clock = clock;
    const stallable: LedgerStore = {
      ...store,
      markSent: async (...given) => {
        if (this.#stalling > 0) {
          this.#stalling -= 1;
          this.#stalled.resolve();
          await this.#hold();
        }
        return store.markSent(...given);
      },
    };
    this.#processes = Array.from({ length: PROCESSES }, () => startProcess(stallable, clock));
  }

  async check(given: readonly Step[]): Promise<void> {
    for (const step of given) await this.#take(step);
    const ended = Promise.all(this.#ended);
    let hasEnded = false;
    void ended.finally(() => (hasEnded = true));
    while (!hasEnded) {
      for (const release of this.#held.splice(0)) release();
      await new Promise(setImmediate);
    }
    await ended;
    const outcomes: Recorded<string>[] = [];
    for (let key = 0; key < KEYS; key += 1) outcomes.push(await this.#command(0, key, 'answered').written);
    for (const [key, { outcome, result }] of outcomes.entries()) {
      const own = this.#answered.get(key);
      if (own !== undefined) expect([key, outcome, numberOf(result)]).toEqual([key, 'COMMITTED', own]);
    }
    const results = outcomes.filter(({ outcome }) => outcome === 'COMMITTED').map(({ result }) => numberOf(result));
    expect(new Set(results).size).toBe(results.length);
    for (const result of results) expect(this.#created).toContain(result);
    for (const calls of this.#calls.values()) expect(calls).toBe(1);
  }

  async #take(step: Step): Promise<void> {
    if ('waitMs' in step) this.#clock.advance(step.waitMs);
    else if ('resume' in step) await this.#resume(step.resume);
    else if ('reconcile' in step) {
      const { ledger } = this.#processes[step.reconcile] as Process;
      await ledger.reconcile.orphans({ createTransaction: this.#parts().search?.find as never }, neverAborted);
    } else {
      this.#stalled = Promise.withResolvers();
      this.#stalling = step.writes.filter(({ stalls }) => stalls).length;
      await Promise.all(
        step.writes.map(async ({ process: at, key, fate }) => {
          const { written, held } = this.#command(at, key, fate);
          const ended = written.catch(expectKnownFailure);
          this.#ended.push(ended);
          await Promise.race([ended, held, this.#stalled.promise]);
        }),
      );
      this.#stalling = 0;
    }
  }

  async #resume(at: number): Promise<void> {
    const [release] = this.#held.splice(at % Math.max(1, this.#held.length), 1);
    release?.();
    // Whether anything else happens before the write ends is up to the steps that follow.
    await new Promise(setImmediate);
  }

  #hold(): Promise<void> {
    return new Promise((release) => void this.#held.push(release));
  }

  #parts() {
    return creation(() => this.#created.map((number) => candidate(number)));
  }

  #command(at: number, key: number, fate: Fate) {
    const holding = Promise.withResolvers<void>();
    const send = async (): Promise<string> => {
      if (fate === 'not sent') throw notSent();
      this.#calls.set(key, (this.#calls.get(key) ?? 0) + 1);
      if (fate === 'rejected') throw rejection('no');
      if (fate === 'lost') throw noResponse();
      const number = `${this.#agent}, ${this.#created.length}`;
      this.#created.push(number);
      if (fate === 'created without a response') throw noResponse();
      if (fate === 'held') {
        holding.resolve();
        await this.#hold();
      }
      this.#answered.set(key, number);
      return number;
    };
    const parts = this.#parts();
    const search = parts.search && { ...parts.search, match: [this.#agent] };
    const command = { ...parts, search, agent: this.#agent, author: author(`key-${key}`), send };
    return { written: (this.#processes[at] as Process).write(command), held: holding.promise };
  }
}

function numberOf(result: string | null): string | undefined {
  return result?.replace(/^again /, '');
}

/** Nothing was sent, or another request with the key is still in progress. */
function expectKnownFailure(error: unknown): void {
  expect(['UPSTREAM_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS']).toContain((error as { code?: string }).code);
}
