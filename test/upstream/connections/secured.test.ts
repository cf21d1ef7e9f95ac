// Connecting with a private certificate authority and through an outbound proxy.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as forward, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type StubUpstream, startStubUpstream } from '../../support/upstreams/stub-upstream.ts';
import { accountRequest, clientOf, faultOf, GET_ACCOUNT, startClient } from '../client-under-test.ts';

interface Proxy {
  readonly url: string;
  /** The request lines that went through it, with their Proxy-Authorization. */
  readonly seen: string[];
}

/** Forwards absolute targets and opens tunnels. */
async function startProxy(tls?: { readonly key: string; readonly cert: string }): Promise<Proxy> {
  const seen: string[] = [];
  const listener: RequestListener = (incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization']}`);
    const { method, headers, url = '' } = incoming;
    const outgoing = forward(url, { method: method ?? '', headers }, (answer) => {
      // As a proxy may do that has asked for it on its own behalf.
      response.writeContinue();
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connect', (incoming, socket) => {
    seen.push(`CONNECT ${incoming.url} ${incoming.headers['proxy-authorization']}`);
    const [host = '', port] = (incoming.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `${tls === undefined ? 'http' : 'https'}://user:pass@localhost:${(server.address() as AddressInfo).port}`,
    seen,
  };
}

/** Not available on every machine; without it, the certificate tests are skipped. */
const OPENSSL = 'openssl';

/** HTTP allows it. */
const UNUSUAL_RESPONSE =
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]';

const credentials = `Basic ${btoa('user:pass')}`;

test('plain HTTP to loopback goes through the proxy with its credentials, which upstream never sees', async () => {
  const proxy = await startProxy();
  const { stub, upstream } = await startClient({ proxyUrl: proxy.url });
  stub.answer(GET_ACCOUNT, { json: [] });
  expect(await upstream.call('getAccount', accountRequest)).toEqual([]);
  expect(proxy.seen).toEqual([
    `POST ${stub.url}/oauth/token ${credentials}`,
    `POST ${stub.url}${GET_ACCOUNT} ${credentials}`,
  ]);
});

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('%PDF-1.4');
}

function hasOpenssl(): boolean {
  try {
    execFileSync(OPENSSL, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasOpenssl())('an upstream with a certificate of its own', () => {
  let stub: StubUpstream;
  let key: string;
  let cert: string;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ];
    const names = ['-subj', '/CN=stub', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
    execFileSync(OPENSSL, [...request, ...names, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
    cert = readFileSync(certFile, 'utf8');
    key = readFileSync(keyFile, 'utf8');
    stub = await startStubUpstream({ key, cert });
    rmSync(folder, { recursive: true });
    stub.answer(GET_ACCOUNT, { json: [] });
  });
  afterAll(() => stub.close());

  test('is rejected if it is not configured as trusted, and nothing has left', async () => {
    stub.requests.length = 0;
    const { upstream } = clientOf(stub);
    const fault = await faultOf(upstream.call('getAccount', accountRequest));
    expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', sent: false });
    expect(fault.message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(stub.requests).toEqual([]);
    await upstream.close();
  });

  test('is trusted if its authority is configured, for files too', async () => {
    const { upstream } = clientOf(stub, { caCertificate: cert });
    expect(await upstream.call('getAccount', accountRequest)).toEqual([]);
    stub.answer('/fsforms/uploadfiles', { json: { result: 'Success' } });
    const request = { transId: '501', description: 'plan', sender: 'Example Title', no_of_pages: 1 };
    const file = { name: 'plan.pdf', mediaType: 'application/pdf', bytes: content() };
    expect(await upstream.upload(request, file)).toEqual({ result: 'Success' });
    await upstream.close();
  });

  test.each(['http', 'https'])(
    'is reached through a tunnel via an %s proxy, which sees no path and no token',
    async (by) => {
      const proxy = await startProxy(by === 'https' ? { key, cert } : undefined);
      const { upstream } = clientOf(stub, { caCertificate: cert, proxyUrl: proxy.url });
      stub.answer(GET_ACCOUNT, { misbehave: ({ socket }) => void socket?.write(UNUSUAL_RESPONSE) });
      expect(await upstream.call('getAccount', accountRequest)).toEqual([]);
      stub.answer(GET_ACCOUNT, { json: [] });
      expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${stub.url.slice('https://'.length)} ${credentials}`]));
      await upstream.close();
    },
  );
});
