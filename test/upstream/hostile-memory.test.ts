// Bodies that would never end, and bodies that would unfold to gigabytes, take no more memory than the cap allows.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { callOnce, clientAt, connected, outcomeOf } from '../support/hostile-client.ts';
import { hugeModes, modes } from '../support/hostile-modes.ts';
import { startHostileUpstream } from '../support/hostile-upstream.ts';

const CAP = 1_000_000;
const AT_ONCE = 4;
const ROUNDS = 8;
/** What all of one round may hold, chunk and copy, and what the hostile server's own sockets queue. */
const ALLOWED = 3 * AT_ONCE * CAP + 20_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function held(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

const bombs = modes.filter(({ name }) => name.endsWith(' bomb'));

test.each([...hugeModes, ...bombs].map((mode) => [mode.name, mode] as const))('%s is cut off', async (_, mode) => {
  const server = await startHostileUpstream(mode.does);
  const upstream = clientAt(server.url('all'), { maxResponseBytes: CAP, connections: AT_ONCE });
  await connected(upstream);
  collect();
  const before = held();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, held());
  }, 5);
  for (let round = 0; round < ROUNDS; round += 1) {
    const calls = Array.from({ length: AT_ONCE }, () => outcomeOf(callOnce(upstream, 'addTrans')));
    expect((await Promise.all(calls)).map(({ reading }) => reading)).toEqual(calls.map(() => mode.reading));
    // What a round leaves to the collector is no measure of what it holds.
    collect();
  }
  clearInterval(watch);
  await upstream.close();
  await expect.poll(() => server.open()).toBe(0);
  await server.stop();
  collect();
  expect(most - before).toBeLessThan(ALLOWED);
  expect(held() - before).toBeLessThan(5_000_000);
});
