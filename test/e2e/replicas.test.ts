/** The short version of `npm run chaos -- replicas`; the long one is test/long/replicas.ts. */

import { createRandom } from '@realty-forms/reference/seed/random.ts';
import { describe, expect, test } from 'vitest';
import { type ReadingCounts, readUntil } from '../support/creates/readers.ts';
import { cannotReplicate, canReplicate, type Replicas, startReplicas } from '../support/creates/replicas.ts';
import { createUnderFire } from '../support/creates/run.ts';

describe.skipIf(!canReplicate())(canReplicate() ? 'replicas behind a load balancer' : cannotReplicate, () => {
  test('send nothing twice when the ledger’s server is killed, and cut no response when a gateway is replaced', {}, async () => {
    let replicas: Replicas | undefined;
    let read: ReadingCounts | undefined;
    const { violations, outcomes, kills } = await createUnderFire({
      creates: 25,
      kills: 1,
      seed: 7,
      faults: { creations: 0.05, others: 0 },
      async start(settings) {
        replicas = await startReplicas(settings, {
          gateways: 2,
          random: createRandom(7, 11),
          plan: ['primary killed, cut from its standby'],
        });
        return replicas;
      },
      async afterwards(access) {
        read = await readUntil(access, 4, async () => await replicas?.roll(1));
      },
    });
    expect(violations).toEqual([]);
    expect(read).toMatchObject({ cut: 0, cuts: [] });
    // Checks that the run included the events it is meant to test.
    expect(kills).toBe(1);
    expect(outcomes.COMMITTED).toBeGreaterThan(5);
    expect(read?.answered).toBeGreaterThan(10);
  });
});
