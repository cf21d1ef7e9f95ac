/** The limits of callers and of the whole gateway hold on the fast lane as on the regular path. */
import { request } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sign, verify } from '../support/callers/caller-tokens.ts';
import { comparable, type SentRequest, send, service, startBothPaths, typename } from './both-paths.ts';

const other = `Bearer ${await sign({ sub: 'somebody else', role: 'service', scope: '' })}`;

/** A request whose body stops after its first byte. */
function begin(url: string, caller: Record<string, string> = { authorization: service }) {
  const headers = { ...caller, 'content-type': 'application/json', 'content-length': '100' };
  const outgoing = request(`${url}/graphql`, { method: 'POST', agent: false, headers });
  onTestFinished(() => void outgoing.destroy());
  let status: number | undefined;
  outgoing
    .on('error', () => undefined)
    .on('response', (incoming) => {
      status = incoming.statusCode;
    });
  outgoing.write('{');
  return { status: () => status, abort: () => outgoing.destroy() };
}

describe('the limits on the fast lane', () => {
  it('counts a caller’s requests together with those on the regular path', async () => {
    const { fast, served } = await startBothPaths({
      rateLimit: { perMinute: 4, subjectOf: async (token) => (await verify(token)).subject },
    });
    const statuses: number[] = [];
    for (const body of [typename, typename, { query: '{ nothing }' }, typename, typename, typename]) {
      statuses.push((await send(fast.url, { headers: { authorization: service }, body })).status);
    }
    expect(statuses).toEqual([200, 200, 400, 200, 429, 429]);
    expect(served()).toBe(2);
  });

  it('counts a request before its body arrives, as the regular path does', async () => {
    const rateLimit = { perMinute: 3, subjectOf: async (token: string) => (await verify(token)).subject };
    const { fast, plain } = await startBothPaths({ rateLimit });
    for (const { url } of [fast, plain]) {
      await send(url, { headers: { authorization: service }, body: typename });
      const begun = Array.from({ length: 5 }, () => begin(url));
      const rejections = () => begun.flatMap(({ status }) => status() ?? []);
      await vi.waitFor(() => expect(rejections()).toEqual([429, 429, 429]), { interval: 5 });
      const { status, headers } = await send(url, { headers: { authorization: service }, body: typename });
      expect([status, headers[headers.indexOf('ratelimit-remaining') + 1]]).toEqual([429, '0']);
    }
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['caller', { authorization: service }, { authorization: other }],
    ['address, without a token', {}, { authorization: other }],
  ])(
    'limits the concurrent requests of a %s on both paths until they have ended, whatever becomes of them',
    async (_, caller, another) => {
      const subjectOf = async (token: string) => (await verify(token)).subject;
      const { fast, plain } = await startBothPaths({ rateLimit: { perMinute: 1_000, maxConcurrent: 3, subjectOf } });
      for (const { url } of [fast, plain]) {
        const ask = (headers: Record<string, string>) => send(url, { headers, body: typename });
        for (const headers of [caller, caller, another, another]) expect((await ask(headers)).status).toBe(200);
        const begun = Array.from({ length: 3 }, () => begin(url, caller));
        await vi.waitFor(async () => expect((await ask(caller)).status).toBe(429), { interval: 5 });
        const { body, headers } = await ask(caller);
        expect(JSON.parse(body).errors).toEqual([
          {
            message: 'More than 3 concurrent requests of one caller; wait for some of them to end.',
            extensions: { code: 'RATE_LIMITED', retryable: true },
          },
        ]);
        expect(headers[headers.indexOf('retry-after') + 1]).toBe('1');
        expect((await ask(another)).status).toBe(200);
        begun[0]?.abort();
        await vi.waitFor(async () => expect((await ask(caller)).status).toBe(200), { interval: 5 });
      }
    },
  );

  it('counts a request that it leaves to the regular path only once', async () => {
    const { fast, plain, served } = await startBothPaths();
    const remaining = async ({ url }: typeof fast, body: SentRequest['body'] = typename) => {
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

  it('rejects a query that is too costly, whatever variables came before', async () => {
    const query = `query($d: OrderDirection!) {
      a: transactions(first: 1, orderBy: { field: NAME }) { totalCount }
      b: transactions(first: 1, orderBy: { field: NAME, direction: $d }) { totalCount }
    }`;
    const { fast, plain, served } = await startBothPaths({}, { maxCalls: 1 });
    const ask = async ({ url }: typeof fast, d: string) =>
      comparable(
        await send(url, { headers: { authorization: service, 'x-cost': '1' }, body: { query, variables: { d } } }),
      );
    for (const d of ['DESC', 'ASC', 'ASC', 'ASC', 'DESC']) expect(await ask(fast, d)).toEqual(await ask(plain, d));
    expect((await ask(fast, 'DESC')).body).toContain('QUERY_TOO_COSTLY');
    expect(served()).toBe(2);
  });

  it('serves nothing while load is shed', async () => {
    const { fast, served } = await startBothPaths({
      shedding: { loopDelayMs: 60_000, loopUtilization: 1e-9, sampleMs: 10 },
    });
    const ask = async () => (await send(fast.url, { headers: { authorization: service }, body: typename })).status;
    await vi.waitFor(async () => expect(await ask()).toBe(503), { timeout: 5_000, interval: 5 });
    const before = served();
    expect(await ask()).toBe(503);
    expect(served()).toBe(before);
  });
});
