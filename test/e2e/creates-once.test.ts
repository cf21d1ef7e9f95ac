/** The short version of `npm run chaos`; the long one is test/long/killed-gateway.ts. */
import { expect, test } from 'vitest';
import { createUnderFire } from '../support/creates/run.ts';

test('creates nothing twice under faults and a kill -9, and reports the true outcome of each creation', async () => {
  const { violations, doubled, outcomes, arrived, kills, clients } = await createUnderFire({
    creates: 30,
    kills: 1,
    seed: 7,
    atOnce: 15,
  });
  expect(violations).toEqual([]);
  expect(doubled).toBe(0);
  // Checks that the run included the events it is meant to test.
  expect(kills).toBe(1);
  expect(clients.mismatches).toBeGreaterThan(0);
  expect(outcomes.COMMITTED).toBeGreaterThan(5);
  expect(arrived).toBeGreaterThan(15);
});
