/** The store of the write ledger: in PostgreSQL or Redis and shared by replicas, or on this machine's disk. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type RedisSettings, redisPlace } from '../config/redis.ts';
import type { LedgerStore } from '../gateway/ledger/stores/store.ts';
import type { Log } from '../platform/observing/log.ts';

export async function openLedger(
  config: Pick<Config, 'LEDGER_URL' | 'DATA_DIR'> & RedisSettings,
  log: Log,
): Promise<LedgerStore> {
  if (config.LEDGER_URL !== undefined) {
    const { startPostgresStore } = await import('../gateway/ledger/stores/postgres-store.ts');
    return await startPostgresStore(config.LEDGER_URL, log);
  }
  const place = redisPlace(config);
  if (place === null) {
    const { startSqliteStore } = await import('../gateway/ledger/stores/sqlite-start.ts');
    return await startSqliteStore(join(config.DATA_DIR, 'ledger.sqlite'), log);
  }
  const { startRedisStore } = await import('../gateway/ledger/stores/redis-store.ts');
  return await startRedisStore(place, log);
}
