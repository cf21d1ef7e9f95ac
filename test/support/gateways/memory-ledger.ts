/** A ledger's store that is lost with the process, by the same steps as in its file, one after the other. */
import type { Clock } from '@realty-forms/platform/clock.ts';
import { openSqliteSql } from '@realty-forms/platform/stores/sqlite-sql.ts';
import { storeIn } from '../../../src/gateway/ledger/stores/sqlite-store.ts';
import { type AsyncSteps, type LedgerStore, storeOf } from '../../../src/gateway/ledger/stores/store.ts';

export function openLedgerInMemory(clock: Clock): LedgerStore {
  const opened = storeIn(openSqliteSql(':memory:', clock));
  let last: Promise<unknown> = opened;
  return storeOf((name, ...args) => {
    const done = last.then(async () => {
      const steps: AsyncSteps = await opened;
      return await steps[name](...args);
    });
    last = done.catch(() => undefined);
    return done;
  });
}
