// Every way that a call can fail on the wire, and whether the request may have arrived then.
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { userAgent } from '@realty-forms/platform/version.ts';
import { expect, test } from 'vitest';
import type { UpstreamOptions } from '../../../src/upstream/call.ts';
import { createTransport } from '../../../src/upstream/connections/transport.ts';
import { countStatuses, DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { startStubUpstream, TOKEN_PATH } from '../../support/upstreams/stub-upstream.ts';
import {
  ADD_TRANS,
  accountRequest,
  addTransRequest,
  type ClientUnderTest,
  clientOf,
  faultOf,
  GET_ACCOUNT,
  startClient,
} from '../client-under-test.ts';

const JSON_HEAD = { 'content-type': 'application/json' };

async function startMisbehaving(
  misbehave: (response: ServerResponse) => void,
  options: Partial<UpstreamOptions> = {},
): Promise<ClientUnderTest & { call: () => Promise<unknown> }> {
  const client = await startClient(options);
  client.stub.answer(GET_ACCOUNT, { misbehave });
  await client.upstream.connect();
  return { ...client, call: () => client.upstream.call('getAccount', accountRequest) };
}

const drip = (response: ServerResponse): void => {
  response.writeHead(200, JSON_HEAD).write('[');
  const dripTimer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(dripTimer));
};

test('a hanging upstream times out at the deadline, and may have received the request', async () => {
  const pass = holdDeadlines();
  const { call, stub } = await startMisbehaving(() => {});
  const fault = faultOf(call());
  await expect.poll(() => stub.requestsTo(GET_ACCOUNT).length).toBe(1);
  pass(DEADLINE_MS);
  expect(await fault).toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
    endpoint: 'getAccount',
    status: null,
    sent: 'unknown',
  });
});

test('an upstream that sends byte by byte times out at the deadline too', async () => {
  const pass = holdDeadlines();
  const { call, stub } = await startMisbehaving(drip);
  const statuses = countStatuses();
  const fault = faultOf(call());
  await expect.poll(() => statuses(stub.url)).toBe(1);
  pass(DEADLINE_MS);
  expect(await fault).toMatchObject({ code: 'UPSTREAM_TIMEOUT', status: 200, sent: true });
});

test('an answer that has arrived by the deadline is read, even if the process was paused and reads it later', async () => {
  const pass = holdDeadlines();
  const { call } = await startMisbehaving((response) => {
    setImmediate(() => {
      response.writeHead(200, JSON_HEAD).end('[]');
      pass(DEADLINE_MS);
    });
  });
  expect(await call()).toEqual([]);
});

test('the deadline includes the wait for the token, and nothing has left then', async () => {
  const pass = holdDeadlines();
  const client = await startClient();
  client.stub.answer(TOKEN_PATH, { misbehave: () => {} });
  const fault = faultOf(client.upstream.call('getAccount', accountRequest));
  await expect.poll(() => client.stub.requestsTo(TOKEN_PATH).length).toBe(1);
  pass(DEADLINE_MS);
  expect(await fault).toMatchObject({ code: 'UPSTREAM_TIMEOUT', sent: false });
  expect(client.stub.requestsTo(GET_ACCOUNT)).toEqual([]);
});

test('the deadline includes the wait for a connection, and a call that times out there is never sent', async () => {
  const { stub, upstream, call } = await startMisbehaving(() => {}, { connections: 1 });
  const holding = new AbortController();
  const holder = faultOf(upstream.call('getAccount', accountRequest, { signal: holding.signal }));
  await expect.poll(() => stub.requestsTo(GET_ACCOUNT).length).toBe(1);
  const queued = new AbortController();
  const waiting = faultOf(upstream.call('getAccount', accountRequest, { signal: queued.signal }));
  await new Promise(setImmediate);
  queued.abort();
  expect(await waiting).toMatchObject({ code: 'ABORTED', sent: false });
  holding.abort();
  await holder;
  stub.answer(GET_ACCOUNT, { json: [] });
  await call();
  expect(stub.requestsTo(GET_ACCOUNT)).toHaveLength(2);
});

test.each([
  ['its caller has gone', false],
  ['its time is over', true],
])('a write whose connection is made only when %s is not sent any more', async (_, isWholeCall) => {
  const stub = await startStubUpstream();
  stub.answer(ADD_TRANS, { json: [] });
  const connecting: (() => void)[] = [];
  const transport = createTransport({
    baseUrl: stub.url.replace('127.0.0.1', 'service.example'),
    connections: 1,
    deadlineMs: DEADLINE_MS,
    maxResponseBytes: 1_000,
    lookup: (_host, _options, found) => connecting.push(() => found(null, [{ address: '127.0.0.1', family: 4 }])),
  });
  const [ending, never] = [new AbortController(), new AbortController().signal];
  const write = (signal: AbortSignal, sendSignal?: AbortSignal) =>
    transport.post('addTrans', [], '{}', signal, sendSignal);
  const late = faultOf(isWholeCall ? write(ending.signal) : write(never, ending.signal));
  const next = write(never);
  await expect.poll(() => connecting.length).toBe(1);
  ending.abort();
  const tooLate = faultOf(write(ending.signal));
  connecting[0]?.();
  for (const fault of [late, tooLate]) expect(await fault).toMatchObject({ code: 'ABORTED', sent: false });
  await expect.poll(() => connecting.length).toBe(2);
  connecting[1]?.();
  expect((await next).status).toBe(200);
  expect(stub.requestsTo(ADD_TRANS)).toHaveLength(1);
  await Promise.all([transport.close(), stub.close()]);
});

test('a reset connection means unavailable, and upstream may have received the request', async () => {
  const { call } = await startMisbehaving((response) => response.socket?.resetAndDestroy());
  expect(await faultOf(call())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', sent: 'unknown' });
});

test.each<[string, (response: ServerResponse) => void]>([
  [
    'of a known length',
    (response) => response.writeHead(200, { ...JSON_HEAD, 'content-length': '100' }).write('[{"a":'),
  ],
  ['in chunks', (response) => response.writeHead(200, JSON_HEAD).write('[{"a":')],
])('a body %s that breaks off means unavailable', async (_, begin) => {
  const { call } = await startMisbehaving((response) => {
    begin(response);
    setTimeout(() => response.destroy(), 10);
  });
  expect(await faultOf(call())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', status: 200, sent: true });
});

test('a body without length or chunks that breaks off is not JSON', async () => {
  const { call } = await startMisbehaving((response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[{"accountID":"7"}');
  });
  expect(await faultOf(call())).toMatchObject({ code: 'UPSTREAM_INVALID', sent: true });
});

test('a response that is not HTTP means unavailable', async () => {
  const { call } = await startMisbehaving((response) => response.socket?.end('SSH-2.0-hello\r\n'));
  expect((await faultOf(call())).code).toBe('UPSTREAM_UNAVAILABLE');
});

function writeEndlessly(response: ServerResponse): void {
  response.writeHead(200, JSON_HEAD);
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

test.each<[string, (response: ServerResponse) => void]>([
  ['announced', (response) => response.writeHead(200, { ...JSON_HEAD, 'content-length': '5000000' }).write('[')],
  ['streamed without end', writeEndlessly],
])('a huge body, %s, is cut off at the limit', async (_, misbehave) => {
  let cutOff = false;
  const { call } = await startMisbehaving(
    (response) => {
      response.on('close', () => {
        cutOff = true;
      });
      misbehave(response);
    },
    { maxResponseBytes: 50_000 },
  );
  const fault = await faultOf(call());
  expect(fault).toMatchObject({ code: 'UPSTREAM_INVALID', status: 200, sent: true });
  expect(fault.message).toBe('getAccount: the response is longer than 50000 bytes (UPSTREAM_MAX_RESPONSE_BYTES)');
  await expect.poll(() => cutOff).toBe(true);
});

test('a body as long as the limit is read', async () => {
  const text = `["${'x'.repeat(96)}"]`;
  const client = await startClient({ maxResponseBytes: text.length });
  client.stub.answer(TOKEN_PATH, { json: { access_token: 'abc', expires_in: 60 } });
  client.stub.answer(GET_ACCOUNT, { text }, { text: `${text} ` });
  const call = (): Promise<unknown> => client.upstream.call('getAccount', accountRequest);
  expect((await faultOf(call())).message).toMatch(/expected a list of records/);
  expect((await faultOf(call())).message).toMatch(/longer than 100 bytes/);
});

test('a redirect is not followed', async () => {
  const client = await startClient();
  client.stub.answer(GET_ACCOUNT, { status: 307, headers: { location: `${client.stub.url}/elsewhere` }, text: '' });
  client.stub.answer('/elsewhere', { json: [] });
  const fault = await faultOf(client.upstream.call('getAccount', accountRequest));
  expect(fault).toMatchObject({ code: 'UPSTREAM_INVALID', status: 307 });
  expect(client.stub.requestsTo('/elsewhere')).toEqual([]);
});

test('early hints are not the response', async () => {
  const { call } = await startMisbehaving((response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' }, () => response.writeHead(200, JSON_HEAD).end('[]'));
  });
  expect(await call()).toEqual([]);
});

test('a response is read that comes some time after an unrequested 100 Continue', async () => {
  const { call } = await startMisbehaving((response) => {
    response.writeContinue(() => setTimeout(() => response.writeHead(200, JSON_HEAD).end('[]'), 50));
  });
  expect(await call()).toEqual([]);
});

test('an upstream that hangs after early hints has not responded', async () => {
  const pass = holdDeadlines();
  const { call, stub } = await startMisbehaving((response) => response.writeEarlyHints({ link: '</a>; rel=preload' }));
  const statuses = countStatuses();
  const fault = faultOf(call());
  await expect.poll(() => statuses(stub.url)).toBe(1);
  pass(DEADLINE_MS);
  expect(await fault).toMatchObject({ code: 'UPSTREAM_TIMEOUT', status: null, sent: 'unknown' });
});

test('a refused connection means unavailable, and nothing has left', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  const { stub } = await startClient();
  const { upstream } = clientOf(stub, { baseUrl: `http://127.0.0.1:${port}` });
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', sent: false });
  expect(fault.message).toContain('ECONNREFUSED');
  await upstream.close();
});

test('if upstream goes away after the token request, the fault names the call’s own endpoint', async () => {
  const { stub, upstream } = await startClient();
  await upstream.connect();
  await stub.close();
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', endpoint: 'getAccount' });
});

test('a name that does not resolve means unavailable, and nothing has left', async () => {
  const { stub } = await startClient();
  const { upstream } = clientOf(stub, { baseUrl: 'https://upstream.invalid' });
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', sent: false });
  await upstream.close();
});

test('a closed client reports unavailable, after calls in progress have ended', async () => {
  const { stub, upstream } = await startClient();
  await upstream.connect();
  stub.answer(GET_ACCOUNT, () => new Promise((resolve) => setTimeout(() => resolve({ json: [] }), 30)));
  const underWay = upstream.call('getAccount', accountRequest);
  await expect.poll(() => stub.requestsTo(GET_ACCOUNT).length).toBe(1);
  await upstream.close();
  expect(await underWay).toEqual([]);
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', sent: false });
});

test('each call says who calls, and asks for a response that is not compressed, since a service may compress it otherwise', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, { json: [] });
  await upstream.call('getAccount', accountRequest);
  for (const path of [TOKEN_PATH, GET_ACCOUNT]) {
    const headers = stub.requestsTo(path)[0]?.headers;
    expect([path, headers?.['accept-encoding'], headers?.['user-agent']]).toEqual([path, 'identity', userAgent]);
  }
});

test('a write is sent on a connection of its own, since the service may be closing one that it has used', async () => {
  const { stub, upstream } = await startClient({ connections: 1 });
  const used = new WeakSet<object>();
  stub.answer(ADD_TRANS, {
    misbehave(response) {
      const { socket } = response.req;
      if (used.has(socket)) socket.destroy();
      else response.writeHead(200, { ...JSON_HEAD, connection: 'keep-alive' }).end('[]');
      used.add(socket);
    },
  });
  const write = () => upstream.call('addTrans', addTransRequest);
  // More writes than there are connections for them and for uploads.
  for (let count = 0; count < 4; count += 1) expect(await write()).toEqual([]);
});
