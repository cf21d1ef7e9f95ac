/** Where the search index is kept: next to the write ledger, in a file or a schema of its own. */
import { join } from 'node:path';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Config } from '../config/config.ts';
import type { SearchIndex } from '../gateway/search/index.ts';
import { createLastingIndex } from '../gateway/search/store/lasting-index.ts';

/** Null if it is in a database. */
export function indexFile({ LEDGER_URL, DATA_DIR }: Config): string | null {
  return LEDGER_URL === undefined ? join(DATA_DIR, 'index.sqlite') : null;
}

/** It is opened on first use: what is wrong with it does not prevent the start. */
export function openIndex(config: Config, log: Log): SearchIndex {
  const { LEDGER_URL: url, UPSTREAM_TIME_ZONE: timeZone, UPSTREAM_EPOCH, upstreamName } = config;
  const epoch = UPSTREAM_EPOCH === 'off' ? null : UPSTREAM_EPOCH;
  // What another service has, or what was read otherwise, is not to be found.
  const fingerprint = JSON.stringify([upstreamName, timeZone, epoch]);
  const path = indexFile(config);
  if (url !== undefined || path === null) {
    const connect = async () => {
      const { openPostgresIndex } = await import('../gateway/search/store/postgres-index.ts');
      return await openPostgresIndex(url as string, { timeZone, epoch });
    };
    return createLastingIndex({ connect, fingerprint, log });
  }
  const connect = async () => {
    const { openSqliteIndex } = await import('../gateway/search/store/sqlite-index.ts');
    return await openSqliteIndex(path, { timeZone, epoch });
  };
  return createLastingIndex({ connect, fingerprint, path, log });
}
