/** A store shared by several processes, which records everything that is written to it. */
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import { createManualClock, type ManualClock } from '../../support/held-clock.ts';
import { type Process, startProcess } from './process.ts';

export type OpenStore = (clock: ManualClock) => Promise<LedgerStore>;

export interface SharedStore {
  readonly store: LedgerStore;
  readonly clock: ManualClock;
  readonly process: Process;
  /** Another process over the same store, whose waits last until `patience` is over. */
  readonly other: (patience?: Promise<unknown>) => Process;
  /** Everything that was written to the store, as JSON. */
  readonly written: () => string;
}

export async function openShared(open: OpenStore): Promise<SharedStore> {
  const clock = createManualClock();
  const writes: unknown[] = [];
  const opened = await open(clock);
  const store: LedgerStore = {
    ...opened,
    reserve(entry) {
      writes.push(entry);
      return opened.reserve(entry);
    },
    settle(...args) {
      writes.push(args);
      return opened.settle(...args);
    },
  };
  const other = (patience?: Promise<unknown>) => startProcess(store, clock, undefined, undefined, patience);
  return { store, clock, process: other(), other, written: () => JSON.stringify(writes) };
}
