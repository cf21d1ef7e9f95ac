/** The databases of a serving process: its write ledger and, next to it, the search index, on this machine's disk or in PostgreSQL. */
import { join } from 'node:path';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { openSqliteChannel } from '@realty-forms/platform/replicas/channels.ts';
import type { Channel } from '@realty-forms/platform/replicas/replicas.ts';
import type { Config } from '../config/config.ts';
import type { LedgerStore } from '../gateway/ledger/stores/store.ts';
import type { SearchIndex } from '../gateway/search/index.ts';
import { createReopeningIndex } from '../gateway/search/store/reopening-index.ts';

interface OpenedLedger {
  readonly store: LedgerStore;
  /** Opens a channel to the other processes with the same store; null if there are none. */
  readonly openChannel: (() => Channel) | null;
}

/** In PostgreSQL, the ledger is shared by replicas. */
export async function openLedger({ LEDGER_URL, DATA_DIR, WORKERS }: Config, log: Log): Promise<OpenedLedger> {
  if (LEDGER_URL !== undefined) {
    const { startPostgresStore } = await import('../gateway/ledger/stores/postgres-store.ts');
    return await startPostgresStore(LEDGER_URL, log);
  }
  const { startSqliteStore } = await import('../gateway/ledger/stores/sqlite-store.ts');
  const store = await startSqliteStore(join(DATA_DIR, 'ledger.sqlite'), log);
  return { store, openChannel: WORKERS === 1 ? null : () => openSqliteChannel(store.query) };
}

/** Null if the index is in PostgreSQL. */
export function indexFile({ LEDGER_URL, DATA_DIR }: Config): string | null {
  return LEDGER_URL === undefined ? join(DATA_DIR, 'index.sqlite') : null;
}

/**
 * The index is opened on first use, so problems with it do not prevent the start. `keepsRows`: keeps rows that were read with other
 * settings.
 */
export function openIndex(config: Config, log: Log, keepsRows = false): SearchIndex {
  const { LEDGER_URL: url, UPSTREAM_TIME_ZONE: timeZone, epoch, upstreamName, INDEX_CLOSED_DAYS: closedDays } = config;
  // Rows from another service, or read with other settings, must not be found, and none that were not kept may be missing.
  const fingerprint = keepsRows ? null : JSON.stringify([upstreamName, timeZone, epoch, closedDays]);
  const path = indexFile(config) ?? undefined;
  const connect = async () => {
    if (url !== undefined) {
      const { openPostgresIndex } = await import('../gateway/search/store/postgres-index.ts');
      return await openPostgresIndex(url, { timeZone, epoch });
    }
    const { openSqliteIndex } = await import('../gateway/search/store/sqlite-index.ts');
    return await openSqliteIndex(path as string, { timeZone, epoch });
  };
  return createReopeningIndex({ connect, fingerprint, path, log });
}
