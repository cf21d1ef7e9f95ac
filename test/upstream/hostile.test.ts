// Every endpoint against every way of misbehaving, over real sockets: a typed fault, or the right reading, in time; no write
// is received twice; nothing is left open afterwards, and nothing is rejected that nobody looks at.
import { afterAll, beforeAll, describe, type ExpectStatic, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { Sent } from '../../src/upstream/faults.ts';
import { callOnce, clientAt, connected, endpointNames, outcomeOf } from '../support/hostile-client.ts';
import { isEndless, type Mode, modes } from '../support/hostile-modes.ts';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.ts';

/** Half of it is enough for a connection on a busy machine: a write that gets none by then is not sent. */
const DEADLINE_MS = 800;
/** For what ends by itself: it fails by being slow, not by the machine's being so. */
const PATIENCE_MS = 8_000;
const CAP = 300_000;
const SLACK_MS = 4_000;

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => void process.on('unhandledRejection', onUnhandled));
afterAll(async () => {
  await new Promise(setImmediate);
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
});

/** What the row expects of the endpoint. */
function expected({ reading, sent, readBy }: Mode, endpoint: EndpointName): { reading: string; sent: Sent | null } {
  const isRead = reading === 'read' || (endpoint !== 'token' && readBy.includes(endpoints[endpoint].wrapper));
  if (isRead) return { reading: 'read', sent: null };
  // A file is not sent again: its token is replaced for the next one.
  if (reading === 'UPSTREAM_ACCESS_DENIED' && endpoint === 'uploadfiles')
    return { reading: 'UPSTREAM_UNAVAILABLE', sent: false };
  // Without a token, the call that wanted it has not left.
  return { reading, sent: endpoint === 'token' ? false : sent };
}

async function cell(server: HostileUpstream, endpoint: EndpointName, mode: Mode, expect: ExpectStatic) {
  const deadlineMs = isEndless(mode) ? DEADLINE_MS : PATIENCE_MS;
  const upstream = clientAt(server.url(endpoint), { deadlineMs, maxResponseBytes: CAP });
  if (endpoint !== 'token') await connected(upstream);
  const { reading, sent, milliseconds } = await outcomeOf(callOnce(upstream, endpoint));
  if (isEndless(mode)) await expect.poll(() => server.busy(endpoint), { timeout: SLACK_MS }).toBe(0);
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

/** How often the endpoint may be asked: a write twice after a 401 alone, an upload never. */
function mostRequests(mode: Mode, endpoint: EndpointName): number {
  if (endpoints[endpoint].effect === 'read') return 6;
  return mode.reading === 'UPSTREAM_ACCESS_DENIED' && endpoint !== 'uploadfiles' ? 2 : 1;
}

describe('every endpoint', () => {
  test.concurrent.for(modes.map((mode) => [mode.name, mode] as const))('reads %s', async ([_, mode], { expect }) => {
    const server = await startHostileUpstream(mode.does);
    try {
      const cells = await Promise.all(
        endpointNames.map(async (endpoint) => [endpoint, await cell(server, endpoint, mode, expect)] as const),
      );
      const wanted = endpointNames.map((endpoint) => [endpoint, { ...expected(mode, endpoint), inTime: true }]);
      expect(cells.map(([endpoint, { received: _, ...found }]) => [endpoint, found])).toEqual(wanted);
      const tooOften = cells.filter(([endpoint, { received }]) => received > mostRequests(mode, endpoint));
      expect(tooOften).toEqual([]);
      await expect.poll(() => server.open(), { timeout: SLACK_MS }).toBe(0);
    } finally {
      await server.stop();
    }
  });
});
