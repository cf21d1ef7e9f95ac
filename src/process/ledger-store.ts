/** The store of the write ledger: in PostgreSQL or Redis and shared by replicas, or on this machine's disk. */
import { join } from 'node:path';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import type { Config } from '../config/config.ts';
import { redisPlace } from '../config/redis.ts';
import type { LedgerStore } from '../gateway/ledger/stores/store.ts';

export async function openLedger(config: Config, log: Log, metrics: Metrics): Promise<LedgerStore> {
  if (config.LEDGER_URL !== undefined) {
    const { startPostgresStore } = await import('../gateway/ledger/stores/postgres/postgres-store.ts');
    return await startPostgresStore(config.LEDGER_URL, log);
  }
  const place = redisPlace(config);
  if (place === null) {
    const { startSqliteStore } = await import('../gateway/ledger/stores/sqlite/sqlite-start.ts');
    return await startSqliteStore(join(config.DATA_DIR, 'ledger.sqlite'), log);
  }
  const { startRedisStore } = await import('../gateway/ledger/stores/redis/redis-store.ts');
  return await startRedisStore(place, {
    log,
    metrics,
    requiresAof: config.LEDGER_REQUIRES_AOF === 'on',
    waitReplicas: config.LEDGER_WAIT_REPLICAS,
    waitMs: config.LEDGER_WAIT_MS,
  });
}
