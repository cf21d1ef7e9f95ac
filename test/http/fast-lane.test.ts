import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Lane } from '../../src/graphql/lane.ts';
import type { AppOptions } from '../../src/http/app.ts';
import { agentToken, serviceToken, verify } from '../support/caller-tokens.ts';
import { listenLogged, type Replaced } from '../support/graph-under-test.ts';
import { startHandTypedUpstream } from '../support/hand-typed-upstream.ts';

const LISTED = 'https://page.example';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | object;
}

async function send(url: string, { method = 'POST', path = '/graphql', headers = {}, body = '' }: Sent) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const length =
    method === 'GET'
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) };
  return new Promise<{ status: number; headers: readonly string[]; body: string }>((resolve, reject) => {
    const outgoing = request(
      `${url}${path}`,
      { method, agent: false, headers: { ...length, ...headers } },
      (incoming) => {
        text(incoming).then(
          (found) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.rawHeaders, body: found }),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(method === 'GET' ? undefined : payload);
  });
}

/** A request whose body stops after its first byte. */
function begin(url: string) {
  const headers = { authorization: service, 'content-type': 'application/json', 'content-length': '100' };
  const outgoing = request(`${url}/graphql`, { method: 'POST', agent: false, headers });
  onTestFinished(() => void outgoing.destroy());
  let status: number | undefined;
  outgoing
    .on('error', () => undefined)
    .on('response', (incoming) => {
      status = incoming.statusCode;
    });
  outgoing.write('{');
  return { status: () => status };
}

/** Without what no two answers have in common: times, and ids that the server made itself. */
function comparable({ status, headers, body }: Awaited<ReturnType<typeof send>>) {
  const own = /[0-9a-f]{8}-[0-9a-f-]{27,}/g;
  const shown = headers.map((value, at) =>
    /^(date|ratelimit-reset)$/i.test(headers[at - 1] ?? '') ? '…' : value.replace(own, '…'),
  );
  return { status, headers: shown, body: body.replace(own, '…') };
}

/** Two gateways over one upstream, with and without the lane, whose every operation is compiled at once. */
async function bothWays(app: Partial<AppOptions> = {}, replaced: Replaced = {}) {
  const upstream = await startHandTypedUpstream();
  onTestFinished(() => upstream.close());
  let served = 0;
  const counted = (lane: Lane): Lane => ({
    callerOf(authorization) {
      const caller = lane.callerOf(authorization);
      return (
        caller && {
          subject: caller.subject,
          prepare(...given) {
            const answer = caller.prepare(...given);
            return (
              answer &&
              ((...rest) => {
                served += 1;
                return answer(...rest);
              })
            );
          },
        }
      );
    },
  });
  const options = {
    corsOrigins: [LISTED],
    rateLimit: { perMinute: 1_000, subjectOf: async (token: string) => (await verify(token)).subject },
    ...app,
  };
  const fast = await listenLogged(
    { baseUrl: upstream.url },
    { ...replaced, compileAfter: 0, lane: counted, app: options },
  );
  const plain = await listenLogged({ baseUrl: upstream.url }, { ...replaced, compileAfter: 0, app: options });
  return { upstream, fast, plain, served: () => served };
}

let service: string;
let agent: string;
let narrow: string;
beforeAll(async () => {
  service = `Bearer ${await serviceToken()}`;
  agent = `Bearer ${await agentToken()}`;
  narrow = `Bearer ${await agentToken(['100'], [])}`;
});

const typename = { query: '{ __typename }' };
const viewer = { query: 'query Who { viewer { role scopes nrdsIds } }', operationName: 'Who' };
const severalOperations = {
  query: `query A($x: Boolean!) { ...F } query B { viewer { role } }
    fragment F on Query { viewer { role @include(if: $x) scopes } }`,
  operationName: 'B',
};
/** Null fits the variable, and not the condition that it stands in. */
const undecided = {
  query: 'query Q($x: Boolean = true) { viewer { role @include(if: $x) scopes } }',
  variables: { x: null },
};
const long = {
  query: `{ ${Array.from({ length: 30 }, (_, at) => `${'a'.repeat(200)}${at}: viewer { role }`).join(' ')} }`,
};
/** Whose error names the character as it is. */
const quoting = (character: string) => ({
  query:
    'query Q($n: String!) { transactions(agentNrdsId: "100", filter: { realtorName: $n }) { totalCount } viewer { role } }',
  variables: { n: character },
});
const account = {
  query:
    'query A($e: String!, $s: Boolean = false) { account(by: { email: $e }) { id email firstName @skip(if: $s) } }',
  variables: { e: 'nobody@nowhere.example' },
};

/** What the lane itself answers once the same has come before. */
const ordinary: readonly { what: string; sent: () => Sent }[] = [
  { what: 'an operation', sent: () => ({ headers: { authorization: service }, body: typename }) },
  { what: 'one with a name', sent: () => ({ headers: { authorization: agent }, body: viewer }) },
  { what: 'a long answer', sent: () => ({ headers: { authorization: service }, body: long }) },
  {
    what: 'a text beyond ASCII',
    sent: () => ({ headers: { authorization: service }, body: quoting('a\u0085') }),
  },
  {
    what: 'a text beyond Latin-1',
    sent: () => ({ headers: { authorization: service }, body: quoting('a\u2028') }),
  },
  {
    what: 'one of several, with a fragment of another whose variable it lacks',
    sent: () => ({ headers: { authorization: service }, body: severalOperations }),
  },
  { what: 'an error of a field', sent: () => ({ headers: { authorization: service }, body: account }) },
  { what: 'a scope that lacks', sent: () => ({ headers: { authorization: narrow }, body: account }) },
  {
    what: 'a request for its cost',
    sent: () => ({ headers: { authorization: service, 'x-cost': '1' }, body: account }),
  },
  {
    what: 'the same in the body',
    sent: () => ({ headers: { authorization: service }, body: { ...typename, extensions: { cost: true } } }),
  },
  {
    what: 'null where nothing is given',
    sent: () => ({
      headers: { authorization: service },
      body: { ...typename, variables: null, operationName: null, extensions: null },
    }),
  },
  {
    what: 'an id of its own',
    sent: () => ({ headers: { authorization: service, 'x-request-id': 'request-of-mine-1' }, body: typename }),
  },
  {
    what: 'an id that would forge a line',
    sent: () => ({ headers: { authorization: service, 'x-request-id': 'a b' }, body: typename }),
  },
  {
    what: 'a page whose origin is listed',
    sent: () => ({ headers: { authorization: service, origin: LISTED }, body: typename }),
  },
  {
    what: 'the newer media type',
    sent: () => ({ headers: { authorization: service, accept: 'application/graphql-response+json' }, body: typename }),
  },
  {
    what: 'a choice of media types',
    sent: () => ({
      headers: { authorization: service, accept: 'application/graphql-response+json, application/json;q=0.5' },
      body: account,
    }),
  },
  {
    what: 'a media type with a character set',
    sent: () => ({
      headers: { authorization: service, 'content-type': 'application/json; charset=utf-8' },
      body: typename,
    }),
  },
];

/** What is to be found the ordinary way, whatever has come before. */
const others: readonly { what: string; sent: () => Sent }[] = [
  { what: 'nobody', sent: () => ({ body: typename }) },
  { what: 'a token that is refused', sent: () => ({ headers: { authorization: 'Bearer a.b.c' }, body: typename }) },
  { what: 'a header of another form', sent: () => ({ headers: { authorization: 'Basic YTpi' }, body: typename }) },
  {
    what: 'a host that is not served',
    sent: () => ({ headers: { authorization: service, host: 'evil.example' }, body: typename }),
  },
  {
    what: 'an origin that is not listed',
    sent: () => ({ headers: { authorization: service, origin: 'https://evil.example' }, body: typename }),
  },
  {
    what: 'a form',
    sent: () => ({
      headers: { authorization: service, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'query={__typename}',
    }),
  },
  {
    what: 'plain text',
    sent: () => ({ headers: { authorization: service, 'content-type': 'text/plain' }, body: typename }),
  },
  {
    what: 'a compressed body',
    sent: () => ({ headers: { authorization: service, 'content-encoding': 'gzip' }, body: typename }),
  },
  {
    what: 'a query in the address',
    sent: () => ({
      method: 'GET',
      path: '/graphql?query={__typename}',
      headers: { authorization: service, 'apollo-require-preflight': '1' },
    }),
  },
  { what: 'another path', sent: () => ({ path: '/graphql/', headers: { authorization: service }, body: typename }) },
  {
    what: 'a media type that is not served',
    sent: () => ({ headers: { authorization: service, accept: 'text/html' }, body: typename }),
  },
  { what: 'no JSON', sent: () => ({ headers: { authorization: service }, body: '{"query":' }) },
  {
    what: 'what is not UTF-8',
    sent: () => ({
      headers: { authorization: service },
      body: Buffer.from(JSON.stringify(quoting('Zoë')), 'latin1'),
    }),
  },
  {
    what: 'another charset',
    sent: () => ({
      headers: { authorization: service, 'content-type': 'application/json; charset=iso-8859-1' },
      body: typename,
    }),
  },
  {
    what: 'a character that stands for what cannot be read',
    sent: () => ({ headers: { authorization: service }, body: quoting('a\ufffd') }),
  },
  { what: 'an empty body', sent: () => ({ headers: { authorization: service }, body: '' }) },
  { what: 'a list', sent: () => ({ headers: { authorization: service }, body: [typename] }) },
  {
    what: 'a prototype',
    sent: () => ({ headers: { authorization: service }, body: '{"query":"{ __typename }","__proto__":{"a":1}}' }),
  },
  {
    what: 'one in escapes',
    sent: () => ({ headers: { authorization: service }, body: '{"query":"{ __typename }","\\u005f_proto__":{"a":1}}' }),
  },
  {
    what: 'variables that are text',
    sent: () => ({ headers: { authorization: service }, body: { ...typename, variables: '{}' } }),
  },
  {
    what: 'variables that do not fit',
    sent: () => ({ headers: { authorization: service }, body: { ...account, variables: { e: 1 } } }),
  },
  {
    what: 'a variable that decides nothing',
    sent: () => ({ headers: { authorization: service }, body: undecided }),
  },
  {
    what: 'a variable too deep',
    sent: () => ({
      headers: { authorization: service },
      body: { ...account, variables: { e: [[[[[[[[[[[1]]]]]]]]]]] } },
    }),
  },
  {
    what: 'a name that no operation has',
    sent: () => ({ headers: { authorization: service }, body: { ...viewer, operationName: 'Else' } }),
  },
  {
    what: 'an empty name',
    sent: () => ({ headers: { authorization: service }, body: { ...viewer, operationName: '' } }),
  },
  {
    what: 'a query of the wrong kind',
    sent: () => ({ headers: { authorization: service }, body: { query: { a: 1 } } }),
  },
  {
    what: 'a hash of a query',
    sent: () => ({
      headers: { authorization: service },
      body: { ...typename, extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } },
    }),
  },
  {
    what: 'the schema',
    sent: () => ({ headers: { authorization: service }, body: { query: '{ __schema { queryType { name } } }' } }),
  },
  {
    what: 'a mutation',
    sent: () => ({
      headers: { authorization: narrow },
      body: { query: 'mutation { shareApp(input: { fields: {} }) { outcome } }' },
    }),
  },
  {
    what: 'what does not fit the schema',
    sent: () => ({ headers: { authorization: service }, body: { query: '{ nothing }' } }),
  },
  {
    what: 'a body beyond the limit',
    sent: () => ({
      headers: { authorization: service },
      body: { ...typename, extensions: { a: 'a'.repeat(1_100_000) } },
    }),
  },
];

describe('the fast lane', () => {
  it('answers what is ordinary with the bytes of the ordinary way', async () => {
    const { fast, plain, served } = await bothWays();
    for (const { what, sent } of ordinary) {
      const [first, second] = [await send(plain.url, sent()), await send(plain.url, sent())];
      expect(comparable(await send(fast.url, sent())), what).toEqual(comparable(first));
      const before = served();
      expect(comparable(await send(fast.url, sent())), what).toEqual(comparable(second));
      expect(served() - before, what).toBe(1);
    }
    const requests = ({ lines }: typeof fast) =>
      lines
        .filter(({ msg }) => msg === 'request')
        .map(({ ms, requestId, time, ...rest }) => [rest, typeof ms, typeof requestId, typeof time]);
    expect(requests(fast)).toEqual(requests(plain));
  });

  it('leaves everything else to it, whatever came before', async () => {
    const { fast, plain, served } = await bothWays();
    for (const url of [fast.url, plain.url]) for (const { sent } of ordinary) await send(url, sent());
    const before = served();
    for (const { what, sent } of others) {
      for (let time = 0; time < 2; time += 1) {
        expect(comparable(await send(fast.url, sent())), what).toEqual(comparable(await send(plain.url, sent())));
      }
    }
    expect(served()).toBe(before);
  });

  it('counts a caller’s requests with those of the ordinary way', async () => {
    const { fast, served } = await bothWays({
      rateLimit: { perMinute: 4, subjectOf: async (token) => (await verify(token)).subject },
    });
    const statuses: number[] = [];
    for (const body of [typename, typename, { query: '{ nothing }' }, typename, typename, typename]) {
      statuses.push((await send(fast.url, { headers: { authorization: service }, body })).status);
    }
    expect(statuses).toEqual([200, 200, 400, 200, 429, 429]);
    expect(served()).toBe(2);
  });

  it.each([
    ['nobody', () => ({})],
    ['a caller', () => ({ authorization: service })],
  ])('serves any media type that it has seen answered, however many others %s asked for', async (_, authorized) => {
    const { fast, served } = await bothWays();
    const ask = (accept: string, headers: Record<string, string> = { authorization: service }) =>
      send(fast.url, { headers: { ...headers, accept }, body: typename });
    for (let at = 0; at < 110; at += 1) await ask(`application/json;q=0.${100 + at}`, authorized());
    const before = served();
    const answers = [await ask('application/json;q=0.9'), await ask('application/json;q=0.9')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(served() - before).toBe(1);
  });

  it('learns no media type from nobody', async () => {
    const { fast, served } = await bothWays();
    const headers = { accept: 'application/json;q=0.5' };
    await send(fast.url, { headers: { authorization: service }, body: typename });
    await send(fast.url, { headers, body: typename });
    await send(fast.url, { headers: { ...headers, authorization: service }, body: typename });
    expect(served()).toBe(0);
  });

  it('counts a request before its body has come, as the ordinary way does', async () => {
    const rateLimit = { perMinute: 3, subjectOf: async (token: string) => (await verify(token)).subject };
    const { fast, plain } = await bothWays({ rateLimit });
    for (const { url } of [fast, plain]) {
      await send(url, { headers: { authorization: service }, body: typename });
      const begun = Array.from({ length: 5 }, () => begin(url));
      const refused = () => begun.flatMap(({ status }) => status() ?? []);
      await vi.waitFor(() => expect(refused()).toEqual([429, 429, 429]), { interval: 5 });
      const { status, headers } = await send(url, { headers: { authorization: service }, body: typename });
      expect([status, headers[headers.indexOf('ratelimit-remaining') + 1]]).toEqual([429, '0']);
    }
  });

  it('counts a request once that it leaves to the ordinary way', async () => {
    const { fast, plain, served } = await bothWays();
    const remaining = async ({ url }: typeof fast, body: Sent['body'] = typename) => {
      const { headers } = await send(url, { headers: { authorization: service }, body });
      return headers[headers.indexOf('ratelimit-remaining') + 1];
    };
    for (const { url } of [fast, plain]) await send(url, { headers: { authorization: service }, body: typename });
    const before = served();
    const bodies = ['{"query":', { query: '{ nothing }' }, '[]', { query: '{ a: __typename }' }];
    for (const [at, body] of bodies.entries()) {
      expect([await remaining(fast, body), await remaining(plain, body)]).toEqual([`${998 - at}`, `${998 - at}`]);
    }
    expect(served()).toBe(before);
  });

  it('refuses what is too costly whatever variables came before', async () => {
    const query = `query($d: OrderDirection!) {
      a: transactions(first: 1, orderBy: { field: NAME }) { totalCount }
      b: transactions(first: 1, orderBy: { field: NAME, direction: $d }) { totalCount }
    }`;
    const { fast, plain, served } = await bothWays({}, { maxCalls: 1 });
    const ask = async ({ url }: typeof fast, d: string) =>
      comparable(
        await send(url, { headers: { authorization: service, 'x-cost': '1' }, body: { query, variables: { d } } }),
      );
    for (const d of ['DESC', 'ASC', 'ASC', 'ASC', 'DESC']) expect(await ask(fast, d)).toEqual(await ask(plain, d));
    expect((await ask(fast, 'DESC')).body).toContain('QUERY_TOO_COSTLY');
    expect(served()).toBe(2);
  });

  it('serves nothing while load is shed', async () => {
    const { fast, served } = await bothWays({ shedding: { loopDelayMs: 60_000, loopUtilization: 1e-9, sampleMs: 10 } });
    const ask = async () => (await send(fast.url, { headers: { authorization: service }, body: typename })).status;
    await vi.waitFor(async () => expect(await ask()).toBe(503), { timeout: 5_000, interval: 5 });
    const before = served();
    expect(await ask()).toBe(503);
    expect(served()).toBe(before);
  });

  it('takes a body in many pieces, and several requests over one connection', async () => {
    const { fast, served } = await bothWays();
    await send(fast.url, { headers: { authorization: service }, body: viewer });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const payload = JSON.stringify(viewer);
    for (let time = 0; time < 3; time += 1) {
      const headers = {
        authorization: service,
        'content-type': 'application/json',
        'content-length': String(payload.length),
      };
      const outgoing = request(`${fast.url}/graphql`, { method: 'POST', agent, headers });
      for (const character of payload) {
        outgoing.write(character);
        await turn();
      }
      outgoing.end();
      const body = await new Promise<string>((resolve) =>
        outgoing.on('response', (incoming) => resolve(text(incoming))),
      );
      expect(JSON.parse(body).data.viewer.role).toBe('SERVICE');
    }
    expect(served()).toBe(3);
  });

  it('logs a caller that leaves before its body has come, once', async () => {
    const { fast } = await bothWays();
    await send(fast.url, { headers: { authorization: service }, body: typename });
    const headers = { authorization: service, 'content-type': 'application/json', 'content-length': '100' };
    const outgoing = request(`${fast.url}/graphql`, { method: 'POST', agent: false, headers });
    outgoing.on('error', () => undefined);
    await new Promise<void>((resolve) => outgoing.write('{', () => resolve()));
    await vi.waitFor(async () =>
      expect((await send(fast.url, { method: 'GET', path: '/healthz' })).status).toBeLessThan(500),
    );
    outgoing.destroy();
    const left = () => fast.lines.filter(({ status }) => status === 499);
    await vi.waitFor(() => expect(left()).toHaveLength(1), { interval: 5 });
    expect(left()[0]).toMatchObject({ method: 'POST', route: '/graphql', msg: 'request' });
  });
});
