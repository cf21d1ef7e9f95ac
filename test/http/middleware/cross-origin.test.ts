import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { injectable } from '../../support/gateways/injectable.ts';
import { exchange } from '../../support/hostile/graph-under-attack.ts';
import { appUnderTest } from '../app-under-test.ts';

const listed = 'https://app.example.com';

function appFor(corsOrigins: readonly string[]) {
  const app = injectable(appUnderTest({ corsOrigins }).options);
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

describe('without listed origins', () => {
  it('no response can be read by a page of another origin', async () => {
    const app = appFor([]);
    const { statusCode, headers } = await app.inject(preflight(listed));
    expect([statusCode, corsHeaders(headers)]).toEqual([405, []]);
    for (const url of ['/graphql', '/healthz', '/nowhere']) {
      expect(corsHeaders((await app.inject({ url, headers: { origin: listed } })).headers)).toEqual([]);
    }
  });
});

describe('a preflight from an origin that is not listed', () => {
  it.each([[[]], [['https://other.example']]])(
    'is rejected with the name of the setting, if the setting is %j',
    async (origins) => {
      const { statusCode, headers, json } = await appFor(origins).inject(preflight(listed));
      expect([statusCode, corsHeaders(headers), headers.allow]).toEqual([405, [], 'GET, POST']);
      expect(json().errors[0].message).toContain('CORS_ORIGINS');
    },
  );
});

describe('with a listed origin', () => {
  it('its pages may send what a GraphQL client sends, and no more', async () => {
    const { statusCode, headers } = await appFor([listed]).inject(preflight(listed));
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET, POST',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    const ofClients = [
      'accept',
      'authorization',
      'content-type',
      'x-cost',
      'x-request-id',
      'traceparent',
      'tracestate',
    ];
    const ofApollo = ['apollo-require-preflight', 'apollographql-client-name', 'apollographql-client-version'];
    const ofSentry = ['sentry-trace', 'baggage'];
    expect(allowed).toEqual(expect.arrayContaining([...ofClients, ...ofApollo, ...ofSentry]));
    expect(allowed).not.toContain('x-evil');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('its pages may go on with a download, and read its name and length', async () => {
    const app = appFor([listed]);
    const wanted = { ...preflight(listed), url: '/files/sealed' };
    const allowed = String((await app.inject(wanted)).headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['range', 'if-range']));
    const { headers } = await app.inject({ url: '/files/sealed', headers: { origin: listed } });
    const readable = String(headers['access-control-expose-headers']).split(', ');
    const ofDownloads = ['accept-ranges', 'content-disposition', 'content-length', 'content-range', 'etag'];
    expect(readable).toEqual(expect.arrayContaining(ofDownloads));
  });

  it('its pages may read responses, rejections and when to retry', async () => {
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
    'https://sub.app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'null',
  ])('pages of %s may read nothing', async (origin) => {
    const app = appFor([listed]);
    expect((await app.inject(preflight(origin))).headers).not.toHaveProperty('access-control-allow-origin');
    const answer = await app.inject({ url: '/graphql', headers: { origin } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers.vary).toBe('Origin');
  });

  it('its pages cannot read the probes', async () => {
    const { headers } = await appFor([listed]).inject({ url: '/healthz', headers: { origin: listed } });
    expect(corsHeaders(headers)).toEqual([]);
  });
});

/** A rejected request. */
interface Row {
  readonly what: string;
  readonly status: number;
  /** Its first line and headers, without Host and Origin. */
  readonly lines: readonly string[];
  readonly body?: string;
}

const json = 'content-type: application/json';
const rows: readonly Row[] = [
  { what: 'an unknown path', status: 404, lines: ['GET /nowhere HTTP/1.1'] },
  { what: 'an unexpected error', status: 500, lines: ['GET /graphql?fail HTTP/1.1'] },
  { what: 'a malformed header', status: 400, lines: ['GET /graphql HTTP/1.1', 'a header without a colon'] },
  {
    what: 'large headers',
    status: 431,
    lines: ['GET /graphql HTTP/1.1', `authorization: Bearer ${'a'.repeat(20_000)}`],
  },
  {
    what: 'a malformed body',
    status: 400,
    lines: ['POST /graphql HTTP/1.1', json, 'transfer-encoding: chunked'],
    body: `zz\r\norigin: ${listed}`,
  },
  {
    what: 'a body that stops arriving',
    status: 408,
    lines: ['POST /graphql HTTP/1.1', json, 'content-length: 2'],
    body: '{',
  },
];

describe('a rejection', () => {
  const unlisted = 'https://elsewhere.example.com';
  const vary = 'vary: Origin';
  const allow = `access-control-allow-origin: ${listed}`;
  const expose = expect.stringMatching(/^access-control-expose-headers: .*retry-after/);

  /** Only what never arrives is waited for: within a short limit, a process that pauses may not even read what has arrived. */
  async function start(corsOrigins: readonly string[], status: number) {
    const requestTimeoutMs = status === 408 ? 1_000 : 60_000;
    const server = await startHttpServer({ ...appUnderTest({ corsOrigins, requestTimeoutMs }).options, port: 0 });
    onTestFinished(() => server.close());
    return async ([first = '', ...lines]: readonly string[], origin: string | undefined, rest: string) => {
      const hosts = lines.some((line) => line.startsWith('host:')) ? [] : ['host: localhost'];
      const origins = origin === undefined ? [] : [`origin: ${origin}`];
      const head = [first, ...hosts, 'connection: close', ...origins, ...lines].join('\r\n');
      const response = await exchange(server.url, `${head}${rest}`);
      const headers = response.head.split('\r\n').filter((line) => /^(vary|access-control-.*):/i.test(line));
      return { status: response.status, headers };
    };
  }

  it.each(rows)(
    'of $what ($status) can be read by pages of listed origins only',
    async ({ status, lines, body = '' }) => {
      const reject = await start([listed], status);
      const found = await Promise.all(
        [listed, unlisted, undefined].map((each) => reject(lines, each, `\r\n\r\n${body}`)),
      );
      expect(found).toEqual([
        { status, headers: [vary, allow, expose] },
        { status, headers: [vary, expose] },
        { status, headers: [vary, expose] },
      ]);
    },
  );

  it.each(rows.slice(1, 3))(
    'of $what ($status) has no CORS headers if no origin is listed',
    async ({ status, lines }) => {
      const reject = await start([], status);
      expect(await reject(lines, listed, '\r\n\r\n')).toEqual({ status, headers: [] });
    },
  );

  it('of headers that never end (408) can be read by no page, since Node keeps nothing of them', async () => {
    const reject = await start([listed], 408);
    expect(await reject(['GET /graphql HTTP/1.1'], listed, '\r\n')).toEqual({ status: 408, headers: [vary, expose] });
  });
});
