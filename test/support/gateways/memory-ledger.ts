/** A ledger's store that is lost with the process, by the same steps as in its file, one after the other. */
import type { Clock } from '@realty-forms/platform/clock.ts';
import { openSqliteSql } from '@realty-forms/platform/stores/sqlite-sql.ts';
import { storeIn } from '../../../src/gateway/ledger/stores/sql-steps.ts';
import { createTables } from '../../../src/gateway/ledger/stores/sqlite-store.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';

export function openLedgerInMemory(clock: Clock): LedgerStore {
  const database = openSqliteSql(':memory:', clock);
  const store = storeIn({ ...database, close: async () => database.close() });
  let last: Promise<unknown> = createTables(database);
  const inTurn = <Step extends (...args: never[]) => Promise<unknown>>(step: Step) =>
    ((...args: Parameters<Step>) => {
      const done = last.then(() => step(...args));
      last = done.catch(() => undefined);
      return done;
    }) as Step;
  return Object.fromEntries(Object.entries(store).map(([name, step]) => [name, inTurn(step)])) as object as LedgerStore;
}
