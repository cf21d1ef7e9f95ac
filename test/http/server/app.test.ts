import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { injectable } from '../../support/gateways/injectable.ts';
import { appUnderTest, echo } from '../app-under-test.ts';

const json = { 'content-type': 'application/json' };
const anyId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function graphqlError(message: string, code = 'BAD_USER_INPUT') {
  return { errors: [{ message, extensions: { code, retryable: false } }] };
}

describe('a response', () => {
  it.each(['/graphql', '/healthz', '/nowhere'])(
    'of data has a request id, and is neither stored, sniffed nor embedded (%s)',
    async (url) => {
      const { headers } = await injectable(appUnderTest().options).inject(url);
      expect(headers).toEqual({
        'x-request-id': expect.stringMatching(anyId),
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json; charset=utf-8',
        'content-length': expect.any(String),
        connection: 'keep-alive',
        date: expect.any(String),
      });
    },
  );

  it('that a browser shows may load, frame and open nothing', async () => {
    const { headers } = await injectable(
      appUnderTest({ graphql: { ...echo, sdl: 'type Query { a: Int }' } }).options,
    ).inject('/schema.graphql');
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(anyId),
      'content-security-policy': "default-src 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it.each([
    ['req-20260101', true],
    ['0c2e6c31-2c3f-4a3f-9a57-5a3a3f0f6a55', true],
    ['short', false],
    ['has spaces in it', false],
    ['"}{"forged":"line', false],
    ['x'.repeat(65), false],
  ])('keeps a request id of the client only if it is plain (%s: %s)', async (id, kept) => {
    const { headers } = await injectable(appUnderTest().options).inject({
      url: '/healthz',
      headers: { 'x-request-id': id },
    });
    expect(headers['x-request-id'] === id).toBe(kept);
  });
});

describe('an error before GraphQL', () => {
  const post = { method: 'POST', url: '/graphql' } as const;
  it.each([
    ['malformed JSON', { ...post, headers: json, payload: '{"query' }, 400, 'The body is not valid JSON.'],
    ['an empty body', { ...post, headers: json, payload: '' }, 400, 'The body is empty; send a JSON object.'],
    [
      'a large body',
      { ...post, headers: json, payload: `{"a":"${'a'.repeat(1000)}"}` },
      413,
      'The body is larger than 1000 bytes.',
    ],
    [
      'plain text',
      { ...post, headers: { 'content-type': 'text/plain' }, payload: 'x' },
      415,
      'The content-type "text/plain" is not supported: send application/json, or multipart/form-data for a file.',
    ],
    [
      'a form',
      { ...post, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'x=1' },
      415,
      'The content-type "application/x-www-form-urlencoded" is not supported: send application/json, or multipart/form-data for a file.',
    ],
    [
      'a body without a content type',
      { ...post, payload: Buffer.from('x') },
      415,
      'The body has no content-type: send application/json, or multipart/form-data for a file.',
    ],
    ['another method', { url: '/graphql', method: 'PUT' }, 405, 'PUT is not allowed here, only GET, POST.'],
  ] as const)("%s is reported in GraphQL's format", async (_case, request, status, message) => {
    const response = await injectable(appUnderTest().options).inject(request);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual(graphqlError(message));
  });

  it('is reported in the media type that the client accepts', async () => {
    const response = await injectable(appUnderTest().options).inject({
      ...post,
      headers: { ...json, accept: 'application/graphql-response+json, application/json' },
      payload: '{',
    });
    expect(response.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8');
  });

  it('tells a client that tries WebSocket how subscriptions are sent', async () => {
    const server = await startHttpServer({ ...appUnderTest().options, port: 0 });
    onTestFinished(() => server.close());
    const upgrade = { connection: 'Upgrade', upgrade: 'WebSocket', 'sec-websocket-protocol': 'graphql-transport-ws' };
    const request = get(`${server.url}/graphql`, { headers: { ...upgrade, 'sec-websocket-version': '13' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    expect(JSON.parse(await text(response))).toEqual(
      graphqlError(expect.stringContaining('by POST with the accept header text/event-stream')),
    );
  });

  it('names the methods that a path allows', async () => {
    const response = await injectable(appUnderTest().options).inject({ method: 'DELETE', url: '/healthz' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
  });

  it.each([
    ['an unknown path', '/nowhere?token=1', 404, 'NOT_FOUND', 'Nothing is served at this path.'],
    ['a malformed path', '/%E0%A4%A', 400, 'BAD_REQUEST', 'The path is malformed.'],
  ])('%s is reported in plain JSON', async (_case, url, status, code, message) => {
    const response = await injectable(appUnderTest().options).inject(url);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ error: { code, message } });
    expect(response.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' });
  });

  it('rejects an unknown path before it reads the body', async () => {
    const response = await injectable(appUnderTest().options).inject({
      method: 'POST',
      url: '/nowhere',
      headers: json,
      payload: '{',
    });
    expect(response.statusCode).toBe(404);
  });

  it('that is unexpected is logged, and the client gets only the request id', async () => {
    const { options, lines } = appUnderTest();
    const response = await injectable(options).inject('/graphql?fail');
    const requestId = response.headers['x-request-id'];
    expect(response.statusCode).toBe(500);
    const message = `An unexpected error occurred. The log has the details under request ${requestId}.`;
    const extensions = { code: 'INTERNAL', retryable: false, requestId };
    expect(response.json()).toEqual({ errors: [{ message, extensions }] });
    expect(lines[0]).toMatchObject({ level: 50, requestId, err: { message: expect.stringContaining('hunter2') } });
  });
});

describe('the request log', () => {
  it('has one line with method, route, status and time, and nothing that the caller sent', async () => {
    const { options, lines } = appUnderTest();
    const response = await injectable(options).inject({
      method: 'POST',
      url: '/graphql?secret=query',
      headers: { ...json, authorization: 'Bearer secret-header' },
      payload: { secret: 'body' },
    });
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        requestId: response.headers['x-request-id'],
        method: 'POST',
        route: '/graphql',
        status: 200,
        ms: expect.any(Number),
        msg: 'request',
      },
    ]);
  });

  it('does not contain unknown paths, and has probes at debug level', async () => {
    const { options, lines } = appUnderTest();
    const app = injectable(options);
    await app.inject('/files/sealed-secret');
    await app.inject('/healthz');
    expect(lines).toMatchObject([
      { level: 30, route: 'unknown', status: 404 },
      { level: 20, route: '/healthz' },
    ]);
  });
});
