/** The store of the write ledger: in PostgreSQL and shared by replicas, or on this machine's disk. */
import { join } from 'node:path';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { openSqliteChannel } from '@realty-forms/platform/replicas/channels.ts';
import type { Channel } from '@realty-forms/platform/replicas/replicas.ts';
import type { Config } from '../config/config.ts';
import type { LedgerStore } from '../gateway/ledger/stores/store.ts';

export interface OpenedLedger {
  readonly store: LedgerStore;
  /** To the other processes that have the same store; null if there are none. */
  readonly openChannel: (() => Channel) | null;
}

export async function openLedger({ LEDGER_URL, DATA_DIR, WORKERS }: Config, log: Log): Promise<OpenedLedger> {
  if (LEDGER_URL !== undefined) {
    const { startPostgresStore } = await import('../gateway/ledger/stores/postgres-store.ts');
    return await startPostgresStore(LEDGER_URL, log);
  }
  const { startSqliteStore } = await import('../gateway/ledger/stores/sqlite-start.ts');
  const store = await startSqliteStore(join(DATA_DIR, 'ledger.sqlite'), log);
  return { store, openChannel: WORKERS === 1 ? null : () => openSqliteChannel(store.query) };
}
