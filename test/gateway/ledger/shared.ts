/** A store with processes over it, and all that went into it. */
import type { LedgerStore } from '../../../src/gateway/ledger/store.ts';
import { type HeldClock, holdClock } from '../../support/held-clock.ts';
import { type Process, startProcess } from './process.ts';

export type Open = (clock: HeldClock) => Promise<LedgerStore>;

export interface Shared {
  readonly store: LedgerStore;
  readonly clock: HeldClock;
  readonly process: Process;
  /** Another process over the same store. */
  readonly other: () => Process;
  /** All that went into the store. */
  readonly written: () => string;
}

export async function share(open: Open): Promise<Shared> {
  const clock = holdClock();
  const seen: unknown[] = [];
  const opened = await open(clock);
  const store: LedgerStore = {
    ...opened,
    reserve(entry) {
      seen.push(entry);
      return opened.reserve(entry);
    },
    settle(...given) {
      seen.push(given);
      return opened.settle(...given);
    },
  };
  const other = () => startProcess(store, clock);
  return { store, clock, process: other(), other, written: () => JSON.stringify(seen) };
}
