// Forged ids, cursors and links open nothing, and cause no upstream call (`npm run fuzz -- ids` tries a million).
import { expect, test } from 'vitest';
import { offerForgeries } from './forging/forgeries.ts';
import { mutations } from './forging/mutations.ts';

test('of 2,000 forged or mutated ids, cursors and links, none is accepted and none makes an upstream call', async () => {
  const { offered, byMutation, unexpected, upstreamCalls, neverOpened } = await offerForgeries(2_000, 20_261_120);
  expect(unexpected).toEqual([]);
  expect(upstreamCalls).toBe(0);
  expect(neverOpened).toBe(0);
  expect(offered).toBe(2_000);
  for (const name of Object.keys(mutations)) expect(byMutation[name], name).toBeGreaterThan(30);
});
