/** The store of the write ledger: on this machine's disk, or in Redis and shared by replicas. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { LedgerStore } from '../gateway/ledger/stores/store.ts';
import type { Log } from '../platform/observing/log.ts';

export async function openLedger(
  { REDIS_URL, DATA_DIR }: Pick<Config, 'REDIS_URL' | 'DATA_DIR'>,
  log: Log,
): Promise<LedgerStore> {
  if (REDIS_URL === undefined) {
    const { startSqliteStore } = await import('../gateway/ledger/stores/sqlite-start.ts');
    return await startSqliteStore(join(DATA_DIR, 'ledger.sqlite'), log);
  }
  const { startRedisStore } = await import('../gateway/ledger/stores/redis-store.ts');
  return await startRedisStore(REDIS_URL, log);
}
