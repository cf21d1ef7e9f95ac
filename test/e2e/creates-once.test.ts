/** The short version of `npm run chaos`: see test/long/killed-gateway.ts. */
import { expect, test } from 'vitest';
import { createUnderFire } from '../support/creates/run.ts';

test('creates nothing twice under faults and a kill -9, and tells of each creation what is so', async () => {
  const { violations, doubled, outcomes, arrived, kills, clients } = await createUnderFire({
    creates: 40,
    kills: 1,
    seed: 7,
    atOnce: 20,
  });
  expect(violations).toEqual([]);
  expect(doubled).toBe(0);
  // That the run has met what it is about.
  expect(kills).toBe(1);
  expect(clients.mismatches).toBeGreaterThan(0);
  expect(outcomes.COMMITTED).toBeGreaterThan(20);
  expect(arrived).toBeGreaterThan(20);
});
