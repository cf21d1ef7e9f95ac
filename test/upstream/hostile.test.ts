// Every endpoint against every class of misbehavior, over real sockets: each call ends in time with a typed fault or the
// correct value, no write is received twice, and no connection stays open and no rejection unhandled.

import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import type { Sent } from '../../src/upstream/faults.ts';
import { createManualClock } from '../support/held-clock.ts';
import { countStatuses, DEADLINE_MS, holdDeadlines } from '../support/held-deadlines.ts';
import { callOnce, clientAt, endpointNames, outcomeOf } from '../support/hostile/hostile-client.ts';
import { endingModes, endlessModes, type Mode } from '../support/hostile/hostile-modes.ts';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile/hostile-upstream.ts';

const MAX_RESPONSE_BYTES = 300_000;

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

/** How many requests the endpoint may receive: two for a write only after a 401, and one for an upload. */
function maxRequests(mode: Mode, endpoint: EndpointName): number {
  if (endpoints[endpoint].effect === 'read') return 6;
  return mode.reading === 'UPSTREAM_ACCESS_DENIED' && endpoint !== 'uploadfiles' ? 2 : 1;
}

/** One of each way in which calls are sent. */
const someEndpoints: readonly EndpointName[] = ['token', 'uploadfiles', 'listTrans', 'addTrans'];
const firstModes = new Set(
  Map.groupBy(endingModes, ({ reading, sent }) => `${reading} ${sent}`)
    .values()
    .map(([first]) => first),
);

/** All endpoints if what is read differs between them, or for the first mode with such an outcome. */
function endpointsFor(mode: Mode): readonly EndpointName[] {
  return mode.reading === 'UPSTREAM_INVALID' || firstModes.has(mode) ? endpointNames : someEndpoints;
}

/** Calls the endpoints, each with a client of its own, and then `endCalls`, unless they end by themselves. */
async function expectHandled(
  mode: Mode,
  { expect, onTestFinished }: TestContext,
  names: readonly EndpointName[],
  endCalls = async (_: HostileUpstream) => {},
) {
  const server = await startHostileUpstream(mode.does);
  onTestFinished(server.stop);
  const clock = createManualClock();
  const clients = names.map((endpoint) => ({
    endpoint,
    upstream: clientAt(server.url(endpoint), { maxResponseBytes: MAX_RESPONSE_BYTES, clock }),
  }));
  await Promise.all(clients.map(({ endpoint, upstream }) => endpoint !== 'token' && upstream.connect()));
  // The token of each client is old enough to be replaced.
  clock.advance(5_000);
  const calls = clients.map(({ endpoint, upstream }) => outcomeOf(callOnce(upstream, endpoint)));
  await endCalls(server);
  const outcomes = (await Promise.all(calls)).map(({ reading, sent }) => ({ reading, sent }));
  const byEndpoint = (values: readonly unknown[]) => names.map((name, at) => [name, values[at]]);
  expect(byEndpoint(outcomes)).toEqual(byEndpoint(names.map((name) => expected(mode, name))));
  const received = names.map(
    (name) => server.requests.filter(({ target, endpoint }) => target === name && endpoint === name).length,
  );
  expect(names.filter((name, at) => Number(received[at]) > maxRequests(mode, name))).toEqual([]);
  await Promise.all(clients.map(({ upstream }) => upstream.close()));
  await expect.poll(() => server.open()).toBe(0);
}

describe('every endpoint', () => {
  test.concurrent.for(endingModes.map((mode) => [mode.name, mode] as const))(
    'handles %s, without sending more requests than allowed',
    async ([_, mode], context) => await expectHandled(mode, context, endpointsFor(mode)),
  );

  test.for(endlessModes.map((mode) => [mode.name, mode] as const))(
    'handles %s at its deadline, without sending more requests than allowed',
    async ([_, mode], context) => {
      const pass = holdDeadlines();
      const statuses = countStatuses();
      await expectHandled(mode, context, endpointNames, async (server) => {
        await expect.poll(server.misbehaved).toBe(endpointNames.length);
        if (mode.sent === true) await expect.poll(() => statuses(server.url(''))).toBe(2 * endpointNames.length - 1);
        pass(DEADLINE_MS);
        await expect.poll(() => endpointNames.filter((name) => server.busy(name) > 0)).toEqual([]);
      });
    },
  );
});
