import { describe, expect, it, onTestFinished } from 'vitest';
import type { Verify } from '../../../src/gateway/callers/principal.ts';
import { GatewayFault } from '../../../src/gateway/fault.ts';
import type { AppOptions } from '../../../src/http/server/app.ts';
import { injectable } from '../../support/gateways/injectable.ts';
import { appUnderTest, echo } from '../app-under-test.ts';

const subjects: Readonly<Record<string, string>> = {
  'token-of-ann': 'ann',
  'newer-token-of-ann': 'ann',
  'token-of-bob': 'bob',
};

function verifierOf(known: Readonly<Record<string, string>>): Verify {
  return async (token) => {
    const subject = known[token];
    if (subject === undefined) throw new GatewayFault('UNAUTHENTICATED', 'no good token');
    return { role: 'service', subject, nrdsIds: [], scopes: new Set() };
  };
}

function startLimitedApp(perMinute: number, overrides: Partial<AppOptions> = {}) {
  const { options, lines } = appUnderTest({ rateLimit: { perMinute }, verify: verifierOf(subjects), ...overrides });
  const app = injectable(options);
  onTestFinished(() => app.close());
  return { app, lines };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the rate limit', () => {
  it('reports the remaining requests in standard headers', async () => {
    const { app } = startLimitedApp(2);
    const { headers } = await app.inject('/graphql');
    expect(headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'ratelimit-reset': '60' });
  });

  it("rejects requests above it with 429, Retry-After and a code in GraphQL's format", async () => {
    const { app } = startLimitedApp(1);
    await app.inject('/graphql');
    const refused = await app.inject('/graphql');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '1',
      'ratelimit-remaining': '0',
      'retry-after': '60',
      'x-content-type-options': 'nosniff',
    });
    const message = 'You may send at most 1 requests per minute; retry in 60 s.';
    expect(refused.json()).toEqual({ errors: [{ message, extensions: { code: 'RATE_LIMITED', retryable: true } }] });
  });

  it('rejects a request before it reads the body', async () => {
    const { app } = startLimitedApp(1);
    const send = () =>
      app.inject({ method: 'POST', url: '/graphql', headers: { 'content-type': 'application/json' }, payload: '{' });
    expect((await send()).statusCode).toBe(400);
    expect((await send()).statusCode).toBe(429);
  });

  it('counts by the subject of a valid token, whatever the token and address', async () => {
    const { app } = startLimitedApp(1);
    const ask = async (token: string, remoteAddress: string) =>
      (await app.inject({ url: '/graphql', headers: bearer(token), remoteAddress })).statusCode;
    expect(await ask('token-of-ann', '192.0.2.1')).toBe(200);
    expect(await ask('newer-token-of-ann', '192.0.2.2')).toBe(429);
    expect(await ask('token-of-bob', '192.0.2.1')).toBe(200);
  });

  it.each([
    ['no token', {}],
    ['a token that does not verify', bearer('forged-1')],
    ['another token that does not verify', bearer('forged-2')],
    ['a header without a bearer token', { authorization: 'Basic YTpi' }],
    ['another address in a header', { 'x-forwarded-for': '198.51.100.9', forwarded: 'for=198.51.100.9' }],
  ])('counts by address if there is %s', async (_case, headers) => {
    const { app } = startLimitedApp(1);
    await app.inject({ url: '/graphql', remoteAddress: '192.0.2.1' });
    expect((await app.inject({ url: '/graphql', remoteAddress: '192.0.2.1', headers })).statusCode).toBe(429);
    expect((await app.inject({ url: '/graphql', remoteAddress: '192.0.2.2', headers })).statusCode).toBe(200);
  });

  it('counts an IPv6 network as one address, and a mapped address as the IPv4 address', async () => {
    const { app } = startLimitedApp(1);
    const from = async (remoteAddress: string) => (await app.inject({ url: '/graphql', remoteAddress })).statusCode;
    expect(await from('2001:db8:0:1::1')).toBe(200);
    expect(await from('2001:db8:0:1:ffff::2')).toBe(429);
    expect(await from('2001:db8:0:2::1')).toBe(200);
    expect(await from('192.0.2.1')).toBe(200);
    expect(await from('::ffff:192.0.2.1')).toBe(429);
  });

  it('distinguishes a subject from an equal address', async () => {
    const { app } = startLimitedApp(1, { verify: verifierOf({ any: '192.0.2.1' }) });
    const ask = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/graphql', headers, remoteAddress: '192.0.2.1' })).statusCode;
    expect(await ask(bearer('any'))).toBe(200);
    expect(await ask({})).toBe(200);
  });

  it('also applies to the schema and to routes other than GraphQL', async () => {
    const { app } = startLimitedApp(1, { graphql: { ...echo, sdl: 'type Query { a: Int }' } });
    await app.inject('/schema.graphql');
    const refused = await app.inject('/schema.graphql');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  });

  it('writes no token, subject or address into the log', async () => {
    const { app, lines } = startLimitedApp(1);
    for (let count = 0; count < 2; count += 1) {
      await app.inject({ url: '/graphql', headers: bearer('token-of-ann'), remoteAddress: '192.0.2.1' });
    }
    expect(lines.map(({ status }) => status)).toEqual([200, 429]);
    expect(JSON.stringify(lines)).not.toMatch(/ann|192\.0\.2\.1/);
  });
});

describe('a proxy in front', () => {
  const from = (client: string) => ({ 'x-forwarded-for': client });
  it("is trusted to report the client's address if it is listed", async () => {
    const { app } = startLimitedApp(1, { trustedProxies: ['10.0.0.0/8'] });
    const by = async (remoteAddress: string, headers: Record<string, string>) =>
      (await app.inject({ url: '/graphql', remoteAddress, headers })).statusCode;
    expect(await by('10.1.2.3', from('192.0.2.1'))).toBe(200);
    expect(await by('10.1.2.3', from('192.0.2.2'))).toBe(200);
    expect(await by('10.9.9.9', from('198.51.100.7, 192.0.2.1'))).toBe(429);
    expect(await by('192.0.2.200', from('192.0.2.3'))).toBe(200);
    expect(await by('192.0.2.200', from('192.0.2.4'))).toBe(429);
  });

  it('is not trusted to report the host', async () => {
    const { app } = startLimitedApp(9, { trustedProxies: ['127.0.0.1'] });
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
    expect((await app.inject({ url: '/graphql', headers })).statusCode).toBe(421);
  });
});
