// A service that denies every token, or returns tokens with nonsensical times: there is no storm of token requests,
// writes are not sent repeatedly, and a wrong clock locks no one out.

import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../support/held-clock.ts';
import { status } from '../support/hostile/hostile-behaviors.ts';
import { callOnce, clientAt, endpointNames, outcomeOf } from '../support/hostile/hostile-client.ts';
import { startHostileUpstream } from '../support/hostile/hostile-upstream.ts';

const callNames = endpointNames.filter((endpoint) => endpoint !== 'token');
const isWrite = (endpoint: (typeof endpointNames)[number]) => endpoints[endpoint].effect === 'write';

async function start(target: string, does: Parameters<typeof startHostileUpstream>[0], token?: () => object) {
  const server = await startHostileUpstream(does, ({ endpoint }) =>
    JSON.stringify(endpoint === 'token' ? (token?.() ?? { expires_in: 3600, access_token: 'token-1' }) : []),
  );
  const clock = createManualClock();
  const upstream = clientAt(server.url(target), { clock, connections: 16 });
  onTestFinished(async () => {
    await upstream.close();
    await server.stop();
  });
  const received = (name: string) => server.requests.filter(({ endpoint }) => endpoint === name);
  return { server, clock, upstream, received };
}

test('if every token is denied, calls fail with that fault, and tokens are fetched only a few times', async () => {
  const { upstream, received, server } = await start('all', status('401 Denied'));
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    const calls = callNames.map((endpoint) => outcomeOf(callOnce(upstream, endpoint, `attempt-${round}x${endpoint}`)));
    const readings = (await Promise.all(calls)).map(({ reading, sent }) => [reading, sent]);
    expect(readings).toEqual(callNames.map(() => ['UPSTREAM_ACCESS_DENIED', true]));
  }
  expect(received('token')).toHaveLength(1);
  const sendings = new Map<string, number>();
  for (const { endpoint, attempt } of server.requests) {
    if (endpoint === null || endpoint === 'token' || !isWrite(endpoint)) continue;
    const name = `${endpoint} ${attempt}`;
    sendings.set(name, (sendings.get(name) ?? 0) + 1);
  }
  expect(sendings.size).toBe(rounds * callNames.filter(isWrite).length);
  expect([...sendings].filter(([name, count]) => count > (name.startsWith('uploadfiles') ? 1 : 2))).toEqual([]);
});

test('if our credentials are denied too, they are sent only once in a while, and no call is sent', async () => {
  const { upstream, received, server, clock } = await start('everything', status('401 Denied'));
  const round = async () => {
    const calls = callNames.map((endpoint) => outcomeOf(callOnce(upstream, endpoint)));
    for (const { reading, sent } of await Promise.all(calls))
      expect([reading, sent]).toEqual(['UPSTREAM_ACCESS_DENIED', false]);
  };
  for (let time = 0; time < 5; time += 1) await round();
  expect(received('token')).toHaveLength(1);
  clock.advance(60_000);
  await round();
  expect(received('token')).toHaveLength(2);
  expect(server.requests).toHaveLength(2);
  server.misbehave(null);
  clock.advance(60_000);
  expect((await outcomeOf(callOnce(upstream, 'addTrans'))).reading).toBe('read');
});

const tokens: readonly (readonly [string, object, 'read' | 'UPSTREAM_INVALID'])[] = [
  ['with an absurdly long lifetime', { access_token: 'opaque', expires_in: 1e308 }, 'read'],
  ['whose lifetime is text', { access_token: 'opaque', expires_in: '3600' }, 'read'],
  ['with a lifetime of zero', { access_token: 'opaque', expires_in: 0 }, 'read'],
  ['with a negative lifetime', { access_token: 'opaque', expires_in: -3600 }, 'read'],
  ['that contains a line break', { access_token: 'a\r\nx-evil: 1', expires_in: 3600 }, 'UPSTREAM_INVALID'],
];

test.each(tokens)('handles a token %s', async (_, token, reading) => {
  const { upstream, received } = await start('none', null, () => token);
  for (let call = 0; call < 5; call += 1) {
    expect((await outcomeOf(callOnce(upstream, 'addTrans'))).reading).toBe(reading);
  }
  // A usable token is reused; an unusable one is requested again each time, because no call is sent without a token.
  expect(received('token')).toHaveLength(reading === 'read' ? 1 : 5);
  expect(received('addTrans')).toHaveLength(reading === 'read' ? 5 : 0);
});
