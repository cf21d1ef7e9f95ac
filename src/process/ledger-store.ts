/** The store of the write ledger: on this machine's disk, or in Redis and shared by replicas. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type RedisSettings, redisPlace } from '../config/redis.ts';
import type { LedgerStore } from '../gateway/ledger/stores/store.ts';
import type { Log } from '../platform/observing/log.ts';

export async function openLedger(config: Pick<Config, 'DATA_DIR'> & RedisSettings, log: Log): Promise<LedgerStore> {
  const place = redisPlace(config);
  if (place === null) {
    const { startSqliteStore } = await import('../gateway/ledger/stores/sqlite-start.ts');
    return await startSqliteStore(join(config.DATA_DIR, 'ledger.sqlite'), log);
  }
  const { startRedisStore } = await import('../gateway/ledger/stores/redis-store.ts');
  return await startRedisStore(place, log);
}
