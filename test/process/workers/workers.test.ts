// When a worker that died is replaced.
import { expect, it } from 'vitest';
import { createRestartPolicy } from '../../../src/process/workers/workers.ts';

it('replaces a worker that had served for a while at once, however often', () => {
  const { afterDeath } = createRestartPolicy();
  expect(Array.from({ length: 20 }, () => afterDeath(2_000))).toEqual(Array(20).fill(0));
});

it('waits longer each time a worker dies right after its start, and gives up at the fifth', () => {
  const { afterDeath } = createRestartPolicy();
  expect([0, 1_999, 0, 0, 0].map(afterDeath)).toEqual([200, 400, 800, 1_600, null]);
});

it('starts over after a worker that had served for a while', () => {
  const { afterDeath } = createRestartPolicy();
  expect([0, 0, 0, 60_000, 0].map(afterDeath)).toEqual([200, 400, 800, 0, 200]);
});
