// Endless bodies, and bodies that would decompress to gigabytes, take no more memory than the limit allows.
import { collect } from '@realty-forms/platform/v8/garbage-collection.ts';
import { expect, test } from 'vitest';
import { callOnce, clientAt, outcomeOf } from '../../support/hostile/hostile-client.ts';
import { modes } from '../../support/hostile/hostile-modes.ts';
import { startHostileUpstream } from '../../support/hostile/hostile-upstream.ts';

const MAX_RESPONSE_BYTES = 1_000_000;
const CONCURRENCY = 4;
const ROUNDS = 2;
/** What two rounds may hold, with copies, and with garbage that is no longer young. A client without a limit holds far more. */
const MAX_GROWTH_BYTES = 10 * CONCURRENCY * MAX_RESPONSE_BYTES;

/** Without young garbage: how much of it waits for the collector depends on the machine. */
function memoryHeld(): number {
  collect({ type: 'minor' });
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

/** One that is read, one that is not yet a response, and one that is not decompressed. */
const names = ['a huge chunked body', 'endless headers', 'a gzip bomb'];

test.each(modes.filter(({ name }) => names.includes(name)).map((mode) => [mode.name, mode] as const))(
  'the client cuts off %s',
  async (_, mode) => {
    const server = await startHostileUpstream(mode.does);
    const upstream = clientAt(server.url('all'), { maxResponseBytes: MAX_RESPONSE_BYTES, connections: CONCURRENCY });
    await upstream.connect();
    const before = memoryHeld();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memoryHeld());
    }, 5);
    for (let round = 0; round < ROUNDS; round += 1) {
      const calls = Array.from({ length: CONCURRENCY }, () => outcomeOf(callOnce(upstream, 'addTrans')));
      expect((await Promise.all(calls)).map(({ reading }) => reading)).toEqual(calls.map(() => mode.reading));
    }
    clearInterval(watch);
    await upstream.close();
    await expect.poll(() => server.open()).toBe(0);
    await server.stop();
    expect(most - before).toBeLessThan(MAX_GROWTH_BYTES);
    collect({ type: 'major', flavor: 'last-resort' });
    expect(memoryHeld() - before).toBeLessThan(5_000_000);
  },
);
