/** A ledger's store that is lost with the process, by the same steps as in its file. */

import type { Clock } from '@realty-forms/platform/clock.ts';
import { openSqliteStore } from '../../../src/gateway/ledger/stores/sqlite/sqlite-store.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import { type SyncSteps, storeOf } from '../../../src/gateway/ledger/stores/store-steps.ts';

export function openLedgerInMemory(clock: Clock): LedgerStore {
  const steps: SyncSteps = openSqliteStore(':memory:', clock);
  return storeOf(async (name, ...args) => steps[name](...args));
}
