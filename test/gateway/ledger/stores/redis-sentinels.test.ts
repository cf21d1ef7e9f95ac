// The ledger in a Redis behind sentinels: the same behavior as on one server.
import { afterAll, beforeAll, describe } from 'vitest';
import { type Sentinels, startSentinels } from '../../../support/redis/sentinels.ts';
import { isInstalled, notInstalled } from '../../../support/redis/server.ts';
import { describeLedger } from './behavior.ts';
import { apart, openStore } from './redis-opening.ts';

/** Replicas make the same of each: what one server takes in a second would take them several. */
const MANY_LETTERS = 10_000;

describe.skipIf(!isInstalled())(isInstalled() ? 'behind sentinels' : notInstalled, () => {
  let sentinels: Sentinels;
  beforeAll(async () => {
    sentinels = await startSentinels({ downAfterMs: 30_000 });
  });
  afterAll(() => sentinels.close());

  describeLedger('Redis behind sentinels', (clock) => openStore(apart(sentinels.place), { clock }), MANY_LETTERS);
});
