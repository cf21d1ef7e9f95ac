/** Opens the ledger's store in Redis for one test. */

import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import type { RedisPlace } from '@realty-forms/platform/stores/redis-place.ts';
import { onTestFinished } from 'vitest';
import { type RedisStoreOptions, startRedisStore } from '../../../../src/gateway/ledger/stores/redis/redis-store.ts';
import type { LedgerStore } from '../../../../src/gateway/ledger/stores/store.ts';
import { captureLog } from '../../../support/caught-log.ts';

export const atUrl = (url: string, prefix = ''): RedisPlace => ({ at: { url }, prefix });

export async function openStore(place: RedisPlace, options: Partial<RedisStoreOptions> = {}): Promise<LedgerStore> {
  const store = await startRedisStore(place, {
    log: captureLog().log,
    metrics: createMetrics(),
    requiresAof: true,
    waitReplicas: 0,
    waitMs: 500,
    ...options,
  });
  onTestFinished(store.close);
  return store;
}

let opened = 0;

/** The same place with a prefix that nobody else has: what tests share a server for. */
export function apart(place: RedisPlace): RedisPlace {
  opened += 1;
  return { ...place, prefix: `t${opened}.` };
}
