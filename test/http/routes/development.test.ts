/** Which pages get the tokens of the development callers. */
import { describe, expect, it } from 'vitest';
import { injectable } from '../../support/gateways/injectable.ts';
import { appUnderTest } from '../app-under-test.ts';

const callers = [{ role: 'agent', name: "Zoë O'Example", token: 'agent-token' }] as const;
const own = { origin: 'http://127.0.0.1:5173' };

function ask(headers: Record<string, string>, overrides = {}) {
  const app = injectable(appUnderTest({ developmentCallers: async () => callers, ...overrides }).options);
  return app.inject({ method: 'POST', url: '/development/callers', headers });
}

describe('the development callers', () => {
  it.each([
    own,
    { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '::ffff:127.0.0.1, ::1' },
    { origin: 'http://[::1]:4173' },
  ])('are told to a page of this machine: %o', async (headers) => {
    const response = await ask(headers);
    expect([response.statusCode, response.json()]).toEqual([200, { callers }]);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each([
    ['a page whose name was pointed at this machine', { origin: 'http://rebound.example:5173' }],
    ['a page of another site', { origin: 'https://page.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', { ...own, 'sec-fetch-site': 'same-site' }],
    ['a page without an origin, such as a sandboxed frame', { origin: 'null' }],
    ['a program that names no origin', {}],
    ['another machine, behind a development server', { ...own, 'x-forwarded-for': '127.0.0.1, 192.168.1.7' }],
    ['whatever a proxy says in another way', { ...own, forwarded: 'for=192.168.1.7' }],
  ])('are not told to %s', async (_, headers) => {
    const response = await ask(headers);
    expect([response.statusCode, response.json()]).toMatchObject([403, { error: { code: 'FORBIDDEN' } }]);
    expect(response.body).not.toContain('agent-token');
  });

  it('are not told to a page of an origin that may call the gateway', async () => {
    const listed = { corsOrigins: ['http://localhost:3000', 'https://page.example'] };
    for (const headers of [
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
      { origin: 'https://page.example' },
    ])
      expect((await ask(headers, listed)).statusCode).toBe(403);
  });

  it('are not served without callers to tell', async () => {
    expect((await ask(own, { developmentCallers: undefined })).statusCode).toBe(404);
  });
});
