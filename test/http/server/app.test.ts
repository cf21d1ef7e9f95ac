// What only the server itself shows of errors, and its log. Whole responses are in routes/answers.txt.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { injectable } from '../../support/gateways/injectable.ts';
import { appUnderTest } from '../app-under-test.ts';

describe('an error before GraphQL', () => {
  it('tells a client that tries WebSocket how subscriptions are sent', async () => {
    const server = await startHttpServer({ ...appUnderTest().options, port: 0 });
    onTestFinished(() => server.close());
    const upgrade = { connection: 'Upgrade', upgrade: 'WebSocket', 'sec-websocket-protocol': 'graphql-transport-ws' };
    const request = get(`${server.url}/graphql`, { headers: { ...upgrade, 'sec-websocket-version': '13' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    const message = expect.stringContaining('by POST with the accept header text/event-stream');
    const extensions = { code: 'BAD_USER_INPUT', retryable: false };
    expect(JSON.parse(await text(response))).toEqual({ errors: [{ message, extensions }] });
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
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret-header' },
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
