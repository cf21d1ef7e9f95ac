// A service that denies every token, or gives tokens whose times make no sense: tokens are not fetched in a storm, writes are
// not sent on and on, and a wrong clock locks nobody out.
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { holdClock } from '../support/held-clock.ts';
import { status } from '../support/hostile-behaviours.ts';
import { callOnce, clientAt, endpointNames, outcomeOf } from '../support/hostile-client.ts';
import { startHostileUpstream } from '../support/hostile-upstream.ts';

const callNames = endpointNames.filter((endpoint) => endpoint !== 'token');
const isWrite = (endpoint: (typeof endpointNames)[number]) => endpoints[endpoint].effect === 'write';

async function start(target: string, does: Parameters<typeof startHostileUpstream>[0], token?: () => object) {
  const server = await startHostileUpstream(does, ({ endpoint }) =>
    JSON.stringify(endpoint === 'token' ? (token?.() ?? { expires_in: 3600, access_token: 'token-1' }) : []),
  );
  const clock = holdClock();
  const upstream = clientAt(server.url(target), { clock, connections: 16 });
  onTestFinished(async () => {
    await upstream.close();
    await server.stop();
  });
  const received = (name: string) => server.requests.filter(({ endpoint }) => endpoint === name);
  return { server, clock, upstream, received };
}

test('where every token is denied, calls end in that fault, and tokens are fetched a few times only', async () => {
  const { upstream, received, server } = await start('all', status('401 Denied'));
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    const calls = callNames.map((endpoint) => outcomeOf(callOnce(upstream, endpoint, `attempt-${round}x${endpoint}`)));
    const readings = (await Promise.all(calls)).map(({ reading, sent }) => [reading, sent]);
    expect(readings).toEqual(callNames.map(() => ['UPSTREAM_ACCESS_DENIED', true]));
  }
  // Each endpoint may have one fetched for its sake until its denial stands, an upload whenever the token at hand is denied.
  expect(received('token').length).toBeLessThanOrEqual(callNames.length + rounds);
  const sendings = new Map<string, number>();
  for (const { endpoint, attempt } of server.requests) {
    if (endpoint === null || endpoint === 'token' || !isWrite(endpoint)) continue;
    const name = `${endpoint} ${attempt}`;
    sendings.set(name, (sendings.get(name) ?? 0) + 1);
  }
  expect(sendings.size).toBe(rounds * callNames.filter(isWrite).length);
  expect([...sendings].filter(([name, count]) => count > (name.startsWith('uploadfiles') ? 1 : 2))).toEqual([]);
});

test('where our credentials are denied too, they are offered once in a while, and no call leaves', async () => {
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

const NOW = Math.floor(holdClock().now() / 1000);
const TWENTY_YEARS = 631_152_000;
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`;

const skews: readonly (readonly [string, object, 'read' | 'UPSTREAM_INVALID'])[] = [
  [
    'that ended twenty years ago, by its own clock',
    { access_token: jwt({ iat: NOW - TWENTY_YEARS, exp: NOW - TWENTY_YEARS + 3600 }) },
    'read',
  ],
  [
    'that begins in twenty years',
    { access_token: jwt({ iat: NOW + TWENTY_YEARS, exp: NOW + TWENTY_YEARS + 3600 }), expires_in: 3600 },
    'read',
  ],
  ['that ended before it began', { access_token: jwt({ iat: NOW - 10, exp: NOW - 20 }), expires_in: 3600 }, 'read'],
  [
    'that ended before it began, and says nothing else',
    { access_token: jwt({ iat: NOW - 10, exp: NOW - 20 }) },
    'UPSTREAM_INVALID',
  ],
  ['for longer than numbers go', { access_token: 'opaque', expires_in: 1e308 }, 'read'],
  ['whose life is text', { access_token: 'opaque', expires_in: '3600' }, 'read'],
  ['for no time', { access_token: 'opaque', expires_in: 0 }, 'UPSTREAM_INVALID'],
  ['for less than no time', { access_token: 'opaque', expires_in: -3600 }, 'UPSTREAM_INVALID'],
  ['whose claims are numbers in lists', { access_token: jwt({ exp: [NOW + 3600], iat: {} }) }, 'UPSTREAM_INVALID'],
  ['that would end the header', { access_token: 'a\r\nx-evil: 1', expires_in: 3600 }, 'UPSTREAM_INVALID'],
];

test.each(skews)('a token %s', async (_, token, reading) => {
  const { upstream, received } = await start('none', null, () => token);
  for (let call = 0; call < 5; call += 1) {
    expect((await outcomeOf(callOnce(upstream, 'addTrans'))).reading).toBe(reading);
  }
  // What can be used is used again; what cannot is asked for anew, for no call leaves without.
  expect(received('token')).toHaveLength(reading === 'read' ? 1 : 5);
  expect(received('addTrans')).toHaveLength(reading === 'read' ? 5 : 0);
});
