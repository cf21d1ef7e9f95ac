// Endless bodies, and bodies that would decompress to gigabytes, take no more memory than the limit allows.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { callOnce, clientAt, outcomeOf } from '../../support/hostile/hostile-client.ts';
import { hugeModes, modes } from '../../support/hostile/hostile-modes.ts';
import { startHostileUpstream } from '../../support/hostile/hostile-upstream.ts';

const MAX_RESPONSE_BYTES = 1_000_000;
const CONCURRENCY = 4;
const ROUNDS = 4;
/** The memory that one round may hold, with chunks and copies, and that the hostile server's own sockets queue. */
const MAX_GROWTH_BYTES = 3 * CONCURRENCY * MAX_RESPONSE_BYTES + 20_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how?: { type: 'minor' }) => void;

function memoryInUse(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

const bombs = modes.filter(({ name }) => name.endsWith(' bomb'));

test.each([...hugeModes, ...bombs].map((mode) => [mode.name, mode] as const))(
  'the client cuts off %s',
  async (_, mode) => {
    const server = await startHostileUpstream(mode.does);
    const upstream = clientAt(server.url('all'), { maxResponseBytes: MAX_RESPONSE_BYTES, connections: CONCURRENCY });
    await upstream.connect();
    collect();
    const before = memoryInUse();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memoryInUse());
    }, 5);
    for (let round = 0; round < ROUNDS; round += 1) {
      const calls = Array.from({ length: CONCURRENCY }, () => outcomeOf(callOnce(upstream, 'addTrans')));
      expect((await Promise.all(calls)).map(({ reading }) => reading)).toEqual(calls.map(() => mode.reading));
      // Garbage that a round leaves to the collector does not count as memory that it holds; all of it is young.
      collect({ type: 'minor' });
    }
    clearInterval(watch);
    await upstream.close();
    await expect.poll(() => server.open()).toBe(0);
    await server.stop();
    expect(most - before).toBeLessThan(MAX_GROWTH_BYTES);
    const stillHeld = () => {
      collect();
      return memoryInUse() - before;
    };
    await expect.poll(stillHeld).toBeLessThan(5_000_000);
  },
);
