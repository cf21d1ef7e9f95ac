// Workers as peers through their primary.
import { expect, test } from 'vitest';
import type { Peers } from '../../src/peers/peers.ts';
import { createPeerTable, createPrimaryPeers } from '../../src/peers/primary-peers.ts';
import { describePeers } from './behavior.ts';

/** The workers of one primary; messages take a moment. */
function workersUnderTest(count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const table = createPeerTable(
    (number, message) => queueMicrotask(() => workers[number - 1]?.hear(message)),
    (number) => numbers.filter((other) => other !== number),
  );
  const workers = numbers.map((number) =>
    createPrimaryPeers((message) => queueMicrotask(() => table.hear(number, message))),
  );
  return { table, peers: workers.map((worker) => worker.peers) };
}

describePeers(async (count) => workersUnderTest(count).peers);

test('the leases and shares of a worker that has ended are given back', async () => {
  const { table, peers } = workersUnderTest(3);
  const [one, other, third] = peers as [Peers, Peers, Peers];
  const received: unknown[] = [];
  third.listen((...message) => received.push(message));
  for (const name of ['a', 'b']) await one.lease(name, 60_000);
  const claim = { total: 10, floor: 2, hold: 0, most: 10, ms: 60_000 };
  expect(await one.share('a', claim)).toEqual({ mine: 10, fair: 10 });
  await other.lease('c', 60_000);
  table.drop(1);
  await expect
    .poll(() => received)
    .toEqual([
      ['a', null],
      ['b', null],
    ]);
  expect(await third.lease('a', 60_000)).toBe(0);
  expect(await third.lease('c', 60_000)).toBeGreaterThan(0);
  expect(await third.share('a', claim)).toEqual({ mine: 10, fair: 10 });
});
