/** The limits of callers hold for every request of theirs, whatever becomes of it. */
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import type { Principal } from '../../../src/gateway/callers/principal.ts';
import { createUsage } from '../../../src/http/middleware/limits.ts';
import { sign } from '../../support/callers/caller-tokens.ts';
import { send, service, startLimited, typename } from '../routes/sent-requests.ts';

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

describe('the limits of a caller', () => {
  it('count each of its requests once, first or repeated, valid or not', async () => {
    const { url } = await startLimited();
    const remaining = async (body: string | object) => {
      const { headers } = await send(url, { headers: { authorization: service }, body });
      return headers[headers.indexOf('ratelimit-remaining') + 1];
    };
    const bodies = [typename, typename, '{"query":', { query: '{ nothing }' }, typename];
    for (const [at, body] of bodies.entries()) expect(await remaining(body)).toBe(`${999 - at}`);
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['caller', { authorization: service }, { authorization: other }],
    ['address, without a token', {}, { authorization: other }],
  ])(
    'hold for the concurrent requests of a %s until they have ended, whatever becomes of them',
    async (_, caller, another) => {
      const { url } = await startLimited({ rateLimit: { perMinute: 1_000, maxConcurrent: 3 } });
      const ask = (headers: Record<string, string>) => send(url, { headers, body: typename });
      for (const headers of [caller, caller, another, another]) expect((await ask(headers)).status).toBe(200);
      const begun = Array.from({ length: 3 }, () => begin(url, caller));
      await expect.poll(async () => (await ask(caller)).status).toBe(429);
      const { body, headers } = await ask(caller);
      expect(JSON.parse(body).errors).toEqual([
        {
          message: 'You have 3 requests in progress, which is the maximum; wait until one ends.',
          extensions: { code: 'RATE_LIMITED', retryable: true },
        },
      ]);
      expect(headers[headers.indexOf('retry-after') + 1]).toBe('1');
      expect((await ask(another)).status).toBe(200);
      begun[0]?.abort();
      await expect.poll(async () => (await ask(caller)).status).toBe(200);
    },
  );
});

// A caller's minute, measured by a monotonic clock, and how many callers are known.
const arrival = { principal: null, request: {} as IncomingMessage };
const usageAt = (now: () => number) => createUsage(() => '192.0.2.1', now);

test('a minute begins with a caller’s first request, lasts a minute, and leaves what is in flight', () => {
  let at = 1_000;
  const usageOf = usageAt(() => at);
  Object.assign(usageOf(arrival), { inFlight: 1, minute: 2 });
  at += 59_999;
  expect(usageOf(arrival)).toEqual({ inFlight: 1, minute: 2, streams: 0, until: 61_000 });
  at += 1;
  expect(usageOf(arrival)).toEqual({ inFlight: 1, minute: 0, streams: 0, until: 121_000 });
});

test('of more than 50,000 callers, the one whose minute began the longest ago is forgotten', () => {
  const usageOf = usageAt(() => 0);
  const of = (subject: number) =>
    usageOf({ principal: { subject: `${subject}` } as Principal, request: arrival.request });
  const [first, second] = Array.from({ length: 50_000 }, (_, at) => of(at));
  expect(of(0)).toBe(first);
  of(50_000);
  expect(of(1)).toBe(second);
  expect(of(0)).not.toBe(first);
});
