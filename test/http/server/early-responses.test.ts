// Requests that are rejected while they are still being sent, by clients that read no response before they have sent everything.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createUploads } from '../../../src/graphql/uploads/multipart.ts';
import type { GraphQLRoute } from '../../../src/http/routes/graphql.ts';
import { type HttpServerOptions, startHttpServer } from '../../../src/http/server/server.ts';
import { holdDeadlines } from '../../support/held-deadlines.ts';
import { appUnderTest } from '../app-under-test.ts';

const BODY_BYTES = 3_000_000;
const PIECE = Buffer.alloc(50_000, 'x');

async function start(overrides: Partial<HttpServerOptions> = {}) {
  const { options } = appUnderTest({ graceMs: 50, ...overrides });
  const server = await startHttpServer({ ...options, port: 0 });
  onTestFinished(() => server.close());
  return { url: server.url, options };
}

const headOf = (headers: string) =>
  `POST /graphql HTTP/1.1\r\ncontent-length: ${BODY_BYTES}\r\nconnection: close\r\n${headers}\r\n\r\n`;

/** Sends a whole request before it reads anything. Resolves with what it then reads, or rejects with a broken pipe. */
async function upload(url: string, headers: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  const sent = (async () => {
    socket.write(headOf(headers));
    for (let bytes = 0; bytes < BODY_BYTES; bytes += PIECE.length) {
      if (!socket.write(PIECE)) await once(socket, 'drain');
      await turn();
    }
    return await text(socket);
  })();
  return await Promise.race([sent, failed]);
}

const statusOf = (response: string) => /^HTTP\/1\.1 (\d+)/.exec(response)?.[1];
const json = 'host: localhost\r\ncontent-type: application/json';

describe('a request that is rejected while its body arrives, on a connection that is closed afterwards', () => {
  it('gets its 503 from a full server, whichever of ten it is', async () => {
    const { url, options } = await start({ admission: { maxInFlight: 1, lateMs: 1_000 }, requestTimeoutMs: 100_000 });
    const held = new AbortController();
    onTestFinished(() => held.abort());
    void fetch(`${url}/graphql?wait=60000`, { signal: held.signal }).catch(() => undefined);
    await expect.poll(() => options.metrics.requestsInFlight.value).toBe(1);
    const responses = await Promise.all(Array.from({ length: 10 }, () => upload(url, json)));
    expect(new Set(responses.map(statusOf))).toEqual(new Set(['503']));
    expect(responses[0]).toMatch(/connection: close\r\n[\s\S]*"code":"OVERLOADED"/i);
  });

  it.each([
    ['421', 'an unknown host', 'host: elsewhere.example\r\ncontent-type: application/json'],
    ['413', 'a body that is too large', json],
  ])('gets its %s for %s', async (status, _, headers) => {
    const { url } = await start();
    expect(statusOf(await upload(url, headers))).toBe(status);
  });

  it('gets it half a second after it is no longer being sent', async () => {
    const { url, options } = await start();
    const pass = holdDeadlines();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(headOf('host: elsewhere.example'));
    await expect.poll(() => options.metrics.requestsInFlight.value).toBe(1);
    pass(500);
    expect(statusOf(await text(socket))).toBe('421');
  });
});

const handle: GraphQLRoute['handle'] = async ({ tokenError }) => ({ status: tokenError ? 401 : 200, body: '{}' });
const graphql = { handle, uploads: createUploads() };
const verify = async () => Promise.reject(new Error('not a token'));

it('a 401 waits for the rest of its request, although the connection is kept', async () => {
  const { url } = await start({ graphql, verify });
  holdDeadlines();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const answered = once(socket, 'data').then(([bytes]) => String(bytes));
  socket.write(`POST /graphql HTTP/1.1\r\n${json}\r\ncontent-length: 2\r\nauthorization: Basic x\r\n\r\n{`);
  for (let time = 0; time < 3; time += 1) await fetch(`${url}/healthz`);
  expect(socket.bytesRead).toBe(0);
  socket.write('}');
  expect(statusOf(await answered)).toBe('401');
});

describe('a client that sends its body only when it is asked to', () => {
  const form = 'host: localhost\r\ncontent-type: multipart/form-data; boundary=b';
  const firstOf = async (url: string, headers: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`POST /graphql HTTP/1.1\r\nexpect: 100-continue\r\n${headers}\r\n\r\n`);
    const [bytes] = await once(socket, 'data');
    return { socket, first: String(bytes) };
  };

  it.each<[string, string, string, Partial<HttpServerOptions>]>([
    ['421', 'an unknown host', 'host: elsewhere.example\r\ncontent-length: 2', {}],
    ['413', 'a body that is too large', `${json}\r\ncontent-length: ${BODY_BYTES}`, {}],
    ['401', 'a malformed token', `${json}\r\ncontent-length: 2\r\nauthorization: Basic x`, { verify }],
    ['415', 'a body that is not JSON', 'host: localhost\r\ncontent-length: 2\r\ncontent-type: text/plain', {}],
    ['400', 'a form without a boundary', `${form.split(';')[0]}\r\ncontent-length: 2`, {}],
  ])('gets its %s at once for %s, and need not send it', async (status, _, headers, overrides) => {
    const { url } = await start({ graphql, ...overrides });
    holdDeadlines();
    const { socket, first } = await firstOf(url, headers);
    expect(statusOf(first)).toBe(status);
    expect(first).toMatch(/\r\nconnection: close\r\n/i);
    await once(socket.resume(), 'close');
  });

  it.each([
    ['JSON', json, '{"query":"{ __typename }"}'],
    ['a form', form, '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{}\r\n--b--\r\n'],
  ])('is asked for %s', async (_, headers, body) => {
    const { url } = await start({ graphql });
    const { socket, first } = await firstOf(url, `${headers}\r\nconnection: close\r\ncontent-length: ${body.length}`);
    expect(first).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(statusOf(await text(socket))).toMatch(/^[24]00$/);
  });
});

describe('a response that cannot be written', () => {
  const handle = async () => ({ status: 200, headers: { 'x-broken': 'one\ntwo' }, body: '{}' });

  it.each([
    ['after a form', 'multipart/form-data; boundary=b', '--b--'],
    ['after a body', 'application/json', '{}'],
  ])('%s is an unexpected error, not the end of the process', async (_, type, body) => {
    const uploads = {
      receive: () => ({ operation: Promise.resolve({}), discard: () => Promise.resolve() }),
      isUploading: () => false,
    };
    const { options, lines } = appUnderTest({ graphql: { handle, uploads } as never });
    const server = await startHttpServer({ ...options, port: 0 });
    onTestFinished(() => server.close());
    const headers = { 'content-type': type };
    const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL' } }] });
    expect(lines.filter(({ msg }) => msg === 'unexpected error')).toHaveLength(1);
  });
});
