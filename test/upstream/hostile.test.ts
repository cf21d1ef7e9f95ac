// Every endpoint against every kind of misbehavior, over real sockets: each call ends in time with a typed fault or the
// correct value, no write is received twice, and no connection stays open and no rejection unhandled.

import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { afterAll, beforeAll, describe, type ExpectStatic, expect, test } from 'vitest';
import type { Sent } from '../../src/upstream/faults.ts';
import { callOnce, clientAt, endpointNames, ensureConnected, outcomeOf } from '../support/hostile/hostile-client.ts';
import { isEndless, type Mode, modes } from '../support/hostile/hostile-modes.ts';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile/hostile-upstream.ts';

/** Half of it must suffice for a connection on a busy machine, because a write that has none by then is not sent. */
const DEADLINE_MS = 800;
/** For modes that end by themselves, long enough that a slow machine does not fail them. */
const LONG_DEADLINE_MS = 8_000;
const MAX_RESPONSE_BYTES = 300_000;
const SLACK_MS = 30_000;

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => void process.on('unhandledRejection', onUnhandled));
afterAll(async () => {
  await new Promise(setImmediate);
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
});

/** The outcome that the mode expects for the endpoint. */
function expected({ reading, sent, readBy }: Mode, endpoint: EndpointName): { reading: string; sent: Sent | null } {
  const isRead =
    reading === 'read' ||
    (endpoint !== 'token' && [endpoint, endpoints[endpoint].wrapper].some((each) => readBy.includes(each)));
  if (isRead) return { reading: 'read', sent: null };
  // A file is not sent again; its token is replaced for the next one.
  if (reading === 'UPSTREAM_ACCESS_DENIED' && endpoint === 'uploadfiles')
    return { reading: 'UPSTREAM_UNAVAILABLE', sent: false };
  // Without a token, the call that needed it has not been sent.
  return { reading, sent: endpoint === 'token' ? false : sent };
}

async function runCell(server: HostileUpstream, endpoint: EndpointName, mode: Mode, expect: ExpectStatic) {
  const deadlineMs = isEndless(mode) ? DEADLINE_MS : LONG_DEADLINE_MS;
  const upstream = clientAt(server.url(endpoint), { deadlineMs, maxResponseBytes: MAX_RESPONSE_BYTES });
  if (endpoint !== 'token') await ensureConnected(upstream);
  const { reading, sent, milliseconds } = await outcomeOf(callOnce(upstream, endpoint));
  if (isEndless(mode)) await expect.poll(() => server.busy(endpoint)).toBe(0);
  const received = server.requests.filter((each) => each.target === endpoint && each.endpoint === endpoint).length;
  const closing = performance.now();
  await upstream.close();
  return {
    reading,
    sent,
    received,
    inTime: milliseconds < deadlineMs + SLACK_MS && performance.now() - closing < SLACK_MS,
  };
}

/** How many requests the endpoint may receive: two for a write only after a 401, and one for an upload. */
function maxRequests(mode: Mode, endpoint: EndpointName): number {
  if (endpoints[endpoint].effect === 'read') return 6;
  return mode.reading === 'UPSTREAM_ACCESS_DENIED' && endpoint !== 'uploadfiles' ? 2 : 1;
}

describe('every endpoint', () => {
  test.concurrent.for(modes.map((mode) => [mode.name, mode] as const))(
    'handles %s in time, without sending more requests than allowed',
    async ([_, mode], { expect }) => {
      const server = await startHostileUpstream(mode.does);
      try {
        const cells = await Promise.all(
          endpointNames.map(async (endpoint) => [endpoint, await runCell(server, endpoint, mode, expect)] as const),
        );
        const wanted = endpointNames.map((endpoint) => [endpoint, { ...expected(mode, endpoint), inTime: true }]);
        expect(cells.map(([endpoint, { received: _, ...found }]) => [endpoint, found])).toEqual(wanted);
        const tooOften = cells.filter(([endpoint, { received }]) => received > maxRequests(mode, endpoint));
        expect(tooOften).toEqual([]);
        await expect.poll(() => server.open()).toBe(0);
      } finally {
        await server.stop();
      }
    },
  );
});
