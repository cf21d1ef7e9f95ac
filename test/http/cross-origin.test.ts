import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { appUnderTest } from './app-under-test.ts';

const listed = 'https://app.example.com';

function appFor(corsOrigins: readonly string[]) {
  const app = createApp(appUnderTest({ corsOrigins }).options);
  onTestFinished(() => app.close());
  return app;
}

const preflight = (origin: string) =>
  ({
    method: 'OPTIONS',
    url: '/graphql',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-evil',
    },
  }) as const;

const corsHeaders = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('without an origin in the settings', () => {
  it('no answer lets a foreign page read it', async () => {
    const app = appFor([]);
    const { statusCode, headers } = await app.inject(preflight(listed));
    expect([statusCode, corsHeaders(headers)]).toEqual([405, []]);
    for (const url of ['/graphql', '/healthz', '/nowhere']) {
      expect(corsHeaders((await app.inject({ url, headers: { origin: listed } })).headers)).toEqual([]);
    }
  });
});

describe('a preflight of a page whose origin is not listed', () => {
  it.each([[[]], [['https://other.example']]])(
    'is refused with the name of the setting, where that is %j',
    async (origins) => {
      const { statusCode, headers, json } = await appFor(origins).inject(preflight(listed));
      expect([statusCode, corsHeaders(headers), headers.allow]).toEqual([405, [], 'GET, POST']);
      expect(json().errors).toEqual([
        {
          message: 'Pages of this origin may not call the gateway: its operator lists those that may in CORS_ORIGINS.',
          extensions: { code: 'BAD_USER_INPUT', retryable: false },
        },
      ]);
    },
  );

  it('is one only where a browser asks for a page', async () => {
    const { json } = await appFor([]).inject({ method: 'OPTIONS', url: '/graphql', headers: { origin: listed } });
    expect(json().errors[0].message).toBe('OPTIONS is not allowed here, only GET, POST.');
  });
});

describe('with one', () => {
  it('its pages may send what a client of GraphQL sends, and no more', async () => {
    const { statusCode, headers } = await appFor([listed]).inject(preflight(listed));
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET, POST',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(headers['access-control-allow-headers']).toMatch(/^authorization, content-type, /);
    expect(headers['access-control-allow-headers']).not.toContain('x-evil');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('its pages may ask for the cost, name their request and bring their trace', async () => {
    const { headers } = await appFor([listed]).inject(preflight(listed));
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['x-cost', 'x-request-id', 'traceparent', 'tracestate']));
  });

  it('its pages may send what Apollo Client and Sentry add of their own', async () => {
    const { headers } = await appFor([listed]).inject(preflight(listed));
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    const added = ['apollographql-client-name', 'apollographql-client-version', 'sentry-trace', 'baggage'];
    expect(allowed).toEqual(expect.arrayContaining(added));
  });

  it('its pages may read answers, refusals and when to come back', async () => {
    const app = appFor(['https://other.example', listed]);
    for (const method of ['POST', 'GET'] as const) {
      const { headers } = await app.inject({ method, url: '/graphql', headers: { origin: listed } });
      expect(headers['access-control-allow-origin']).toBe(listed);
      expect(headers['access-control-expose-headers']).toContain('retry-after');
    }
    const refused = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { origin: listed, 'content-type': 'application/json' },
      payload: '{',
    });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([400, listed]);
  });

  it.each([
    'https://app.example.com.evil.example',
    'https://evil.example?https://app.example.com',
    'https://sub.app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'null',
    '*',
  ])('pages of %s may read nothing', async (origin) => {
    const app = appFor([listed]);
    expect((await app.inject(preflight(origin))).headers).not.toHaveProperty('access-control-allow-origin');
    const answer = await app.inject({ url: '/graphql', headers: { origin } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers.vary).toBe('Origin');
  });

  it('the probes stay closed', async () => {
    const { headers } = await appFor([listed]).inject({ url: '/healthz', headers: { origin: listed } });
    expect(corsHeaders(headers)).toEqual([]);
  });
});
