// File links: which upstream calls they cause, what the response contains, and what it never reveals.
import type { ServerResponse } from 'node:http';
import { userAgent } from '@realty-forms/platform/version.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { UpstreamOptions } from '../../src/upstream/call.ts';
import { agentToken, serviceToken } from '../support/callers/caller-tokens.ts';
import { listen, listenLogged, type Overrides } from '../support/gateways/graph-under-test.ts';
import { startHandTypedUpstream, users } from '../support/upstreams/hand-typed-upstream.ts';
import {
  errorResponse,
  type StubResponse,
  type StubRule,
  TOKEN_PATH,
  tokenResponse,
} from '../support/upstreams/stub-upstream.ts';

const LIST = '/fsforms/listFiles';
const DOWNLOAD = '/fsforms/downloadfiles';
const BLOB = '/blob?ticket=secret-ticket';
const file = { fileFolderID: '1', fileID: '7', fileName: 'plan.pdf', fileDescription: 'd', insertDate: '2026-03-01' };

async function start(options: Partial<UpstreamOptions> = {}, replaced: Overrides = {}) {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  const toBlob = (path = BLOB) => ({ json: { status: 200, result: 'Success', file_url: `${stub.url}${path}` } });
  stub.answer(LIST, { json: { meta: { total: 1 }, data: [file] } });
  stub.answer(DOWNLOAD, toBlob());
  stub.answer(BLOB, { headers: { 'content-type': 'text/html', 'content-length': '5' }, text: '%PDF-' });
  const { url, lines } = await listenLogged({ baseUrl: stub.url, ...options }, replaced);
  const link = async (token?: string, field = 'files { nodes { downloadUrl } }') => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? (await agentToken())}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ transactions(agentNrdsId: "100", first: 1) { nodes { ${field} } } }` }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    const [node] = ((await response.json()) as any).data.transactions.nodes;
    return url + (node.archiveUrl ?? node.files.nodes[0].downloadUrl);
  };
  return { stub, url, link, toBlob, lines };
}

test('creating a link makes no call, and following it requests that one file, with its own name and type whatever its host reports', async () => {
  const { stub, link } = await start();
  const address = await link();
  expect(stub.requestsTo(DOWNLOAD)).toEqual([]);
  const response = await fetch(address);
  expect(await response.text()).toBe('%PDF-');
  const { headers } = response;
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`);
  expect(JSON.parse(stub.requestsTo(DOWNLOAD)[0]!.body)).toEqual({
    userId: 'vendor@vendor.example',
    transId: '501',
    filter: 'fileFolderID=<1>, fileID=<7>',
  });
  const [read] = stub.requestsTo(BLOB);
  expect(read?.method).toBe('GET');
  expect(read?.headers.authorization).toBeUndefined();
  expect(read?.headers['user-agent']).toBe(userAgent);
});

test('a link stops working when it expires', async () => {
  const { link } = await start({}, { linkSeconds: 0 });
  const response = await fetch(await link());
  expect(response.status).toBe(410);
  expect(await response.json()).toMatchObject({ error: { code: 'LINK_EXPIRED' } });
});

test('a link of an agent who has left is 404; a service’s still works', async () => {
  const { stub, link } = await start();
  const [own, services] = [await link(), await link(await serviceToken())];
  stub.answer('/accounts/activeUsers', { json: { meta: { total: 1, max: 1 }, data: [users[1]] } });
  // Another gateway with the same keys, whose directory is loaded only now.
  const later = await listen({ baseUrl: stub.url });
  expect((await fetch(later + new URL(own).pathname)).status).toBe(404);
  expect((await fetch(later + new URL(services).pathname)).status).toBe(200);
  expect(stub.requestsTo(DOWNLOAD)).toHaveLength(1);
});

test('an altered link, or an id in its place, is 404 and makes no call', async () => {
  const { stub, link, url } = await start();
  const address = await link();
  const swapped = address.slice(0, -6) + (address.at(-6) === 'A' ? 'B' : 'A') + address.slice(-5);
  for (const wrong of [swapped, `${url}/files/x`, `${address}/x`]) expect((await fetch(wrong)).status).toBe(404);
  expect(stub.requestsTo(DOWNLOAD)).toEqual([]);
});

test.each<[string, StubResponse, number]>([
  ['that is not there', { status: 404, text: '' }, 404],
  ['that is gone', { status: 410, text: '' }, 404],
  ['that its host denies', { status: 403, text: '' }, 502],
  ['that has moved', { status: 302, headers: { location: '/elsewhere' }, text: '' }, 502],
])('a file %s (%j from its host) gives %d', async (_, answer, status) => {
  const { stub, link } = await start();
  stub.answer(BLOB, answer);
  const response = await fetch(await link());
  expect(response.status).toBe(status);
  expect(await response.text()).not.toMatch(/ticket|127\.0\.0\.1/);
  expect(stub.requestsTo('/elsewhere')).toEqual([]);
});

test.each([
  ['no longer finds the transaction', errorResponse(400, 'Missing Required Parameter', 'Missing: transId'), 404],
  ['finds no file', errorResponse(404, 'Bad Request', 'Invalid Filter: nothing'), 404],
  ['is the 404 of a proxy', { status: 404, text: '<html>Oops</html>' }, 502],
  ['has no address', { json: { status: 200, result: 'Success' } }, 502],
  ['reports Failure', { json: { status: 200, result: 'Failure', file_url: 'https://files.example/x' } }, 502],
  ['has an address with plain HTTP', { json: { file_url: 'http://files.example/x' } }, 502],
  ['has an address that is not HTTP', { json: { file_url: 'file:///etc/passwd' } }, 502],
])('a response of downloadfiles that %s is reported without quoting it', async (_, answer, status) => {
  const { stub, link } = await start({ fileHosts: ['files.example'] });
  stub.answer(DOWNLOAD, answer);
  const response = await fetch(await link());
  expect(response.status).toBe(status);
  expect(await response.text()).not.toMatch(/Oops|example|passwd|transId/);
});

test('only listed hosts are read from; the log names the host and the setting that would allow it', async () => {
  const { stub, link, lines } = await start({ fileHosts: ['other.example'] });
  expect((await fetch(await link())).status).toBe(502);
  expect(stub.requestsTo(BLOB)).toEqual([]);
  const { host } = new URL(stub.url);
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, host, setting: 'UPSTREAM_FILE_HOSTS' }));
  expect(JSON.stringify(lines)).not.toContain('secret-ticket');
});

test.each([
  ['the endpoint', 'blob/7', '', '/fsforms/blob/7'],
  ['the base URL’s folder', '../blob/7', '/api', '/api/blob/7'],
  ['the root of a base URL with a path', '/blob/7?ticket=secret', '/api', '/blob/7?ticket=secret'],
])('an address relative to %s is resolved', async (_, address, prefix, path) => {
  const { stub, link } = await start();
  const gateway = await listen({ baseUrl: `${stub.url}${prefix}` });
  stub.answer(`${prefix}${TOKEN_PATH}`, tokenResponse('token-1'));
  stub.answer(`${prefix}${DOWNLOAD}`, { json: { status: 200, result: 'Success', file_url: address } });
  stub.answer(path, { text: '%PDF-' });
  const response = await fetch(gateway + new URL(await link(await serviceToken())).pathname);
  expect([response.status, await response.text()]).toEqual([200, '%PDF-']);
});

test.each(['//evil.example/x', '\\\\evil.example\\x', 'https:evil.example', 'Not found'])(
  'an address that is not relative to the service, %j, is not opened',
  async (address) => {
    const { stub, link } = await start();
    stub.answer(DOWNLOAD, { json: { status: 200, result: 'Success', file_url: address } });
    expect((await fetch(await link())).status).toBe(502);
  },
);

/** Writes zeros until the response is closed, respecting backpressure. */
function writeEndlessly(response: ServerResponse, count: (bytes: number) => void): void {
  const chunk = Buffer.alloc(65_536);
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed) {
      count(chunk.length);
      if (!response.write(chunk)) break;
    }
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

test('a slow reader slows the host down, and a client that disconnects ends the host’s stream', async () => {
  const { stub, link, lines } = await start();
  let poured = 0;
  let ended = false;
  stub.answer(BLOB, {
    misbehave(response) {
      response.once('close', () => {
        ended = true;
      });
      writeEndlessly(response, (bytes) => {
        poured += bytes;
      });
    },
  });
  const leaving = new AbortController();
  const response = await fetch(await link(), { signal: leaving.signal });
  await response.body?.getReader().read();
  const polled = [-1];
  const isStill = (): boolean => polled.push(poured) > 0 && polled.at(-1) === polled.at(-2);
  await expect.poll(isStill, { interval: 100 }).toBe(true);
  // The difference is socket buffers, not the whole file.
  expect(poured).toBeLessThan(32_000_000);
  leaving.abort();
  await expect.poll(() => ended).toBe(true);
  const logged = () => lines.filter(({ route }) => route === '/files/*');
  await expect.poll(logged).toMatchObject([{ status: 499, codes: ['CLIENT_CLOSED'], fault: 'caller' }]);
});

test('HEAD has the headers of GET: hosts may reject HEAD, and only the bytes of an archive may show its type', async () => {
  const { stub, link } = await start();
  const headers = { 'content-length': '1000000', etag: '"1"', 'content-type': 'application/octet-stream' };
  stub.answer(BLOB, { headers, text: 'PK\x03\x04'.padEnd(1_000_000) });
  const [head, whole] = [await fetch(await link(), { method: 'HEAD' }), await fetch(await link())];
  expect(await head.text()).toBe('');
  expect(await whole.text()).toHaveLength(1_000_000);
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag'])
    expect(head.headers.get(name), name).toBe(whole.headers.get(name));
  expect(whole.headers.get('content-disposition')).toContain('.zip');
  expect(stub.requestsTo(BLOB).map(({ method }) => method)).toEqual(['GET', 'GET']);
});

test('a HEAD that fails is sent once', async () => {
  const { stub, link } = await start();
  stub.answer(BLOB, { status: 403, text: '' });
  expect((await fetch(await link(), { method: 'HEAD' })).status).toBe(502);
  expect(stub.requestsTo(BLOB)).toHaveLength(1);
});

test('HEAD describes the whole file although it names a range, which only GET has', async () => {
  const { stub, link } = await start();
  stub.answer(BLOB, parts);
  const response = await fetch(await link(), { method: 'HEAD', headers: { range: 'bytes=0-1' } });
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '5']);
  expect(response.headers.get('content-range')).toBeNull();
});

/** A host that supports ranges: a single range as 206, several as multipart/byteranges. */
const parts: StubRule = ({ headers: { range } }) => {
  if (range === undefined) return { headers: { 'content-length': '5' }, text: '%PDF-' };
  if (!range.includes(',')) return { status: 206, headers: { 'content-range': 'bytes 0-1/5' }, text: '%P' };
  return { status: 206, headers: { 'content-type': 'multipart/byteranges; boundary=b' }, text: '--b\r\n' };
};

test.each([
  ['bytes=0-1', 206, '%P', 'bytes 0-1/5'],
  ['bytes=0-1,4-5', 200, '%PDF-', null],
])('Range: %s gives %d with %s', async (range, status, text, contentRange) => {
  const { stub, link } = await start();
  stub.answer(BLOB, parts);
  const response = await fetch(await link(), { headers: { range, 'if-range': '"1"' } });
  expect([response.status, await response.text()]).toEqual([status, text]);
  expect(response.headers.get('content-range')).toBe(contentRange);
  expect(stub.requestsTo(BLOB)[0]?.headers['if-range']).toBe(status === 206 ? '"1"' : undefined);
});

test.each([undefined, 'bytes', 'lines 0-1/5'])('a 206 with the Content-Range %j is UPSTREAM_INVALID', async (place) => {
  const { stub, link } = await start();
  stub.answer(BLOB, { status: 206, headers: place === undefined ? {} : { 'content-range': place }, text: '%P' });
  const response = await fetch(await link(), { headers: { range: 'bytes=0-1' } });
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: { code: 'UPSTREAM_INVALID' } });
});

/** Starts a file of a thousand bytes, then calls `then`. */
const beginThen = (then: (response: ServerResponse) => void): StubResponse => ({
  misbehave(response) {
    response.writeHead(200, { 'content-length': '1000' }).write('%PDF', () => then(response));
  },
});

test.each<[string, StubResponse, Partial<UpstreamOptions>, string]>([
  ['closes the connection', beginThen((response) => void response.destroy()), {}, 'UPSTREAM_UNAVAILABLE'],
  ['stalls', beginThen(() => undefined), { deadlineMs: 1_000 }, 'UPSTREAM_TIMEOUT'],
])(
  'if a host %s, the download breaks off, and the log names upstream as the party at fault',
  async (_, answer, options, code) => {
    const { stub, link, lines } = await start(options);
    stub.answer(BLOB, answer);
    const response = await fetch(await link());
    await expect(response.text()).rejects.toThrow();
    const logged = () => lines.filter(({ msg, route }) => msg === 'request' && route === '/files/*');
    await expect.poll(logged).toHaveLength(1);
    expect(logged()).toMatchObject([{ status: 200, codes: [code], fault: 'upstream', level: 40 }]);
  },
);

test('a host that breaks off before the first byte of the file gives 502 UPSTREAM_UNAVAILABLE', async () => {
  const { stub, link, lines } = await start();
  stub.answer(BLOB, {
    misbehave(response) {
      response.writeHead(200, { 'content-length': '1000', etag: '"1"' }).flushHeaders();
      setImmediate(() => response.destroy());
    },
  });
  const response = await fetch(await link());
  expect(response.status).toBe(502);
  expect([response.headers.get('etag'), response.headers.get('content-disposition')]).toEqual([null, null]);
  expect(await response.json()).toMatchObject({ error: { code: 'UPSTREAM_UNAVAILABLE' } });
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test.each([
  ['application/octet-stream', 'PK\x03\x04…', 'transaction-501.zip', 'application/zip'],
  ['application/zip', 'anything', 'transaction-501.zip', 'application/zip'],
  ['application/octet-stream', 'Packing list', 'file', 'application/octet-stream'],
  ['application/octet-stream', '', 'file', 'application/octet-stream'],
])('what comes without a name as %s and begins with %j is named %s', async (type, text, name, shown) => {
  const { stub, link } = await start();
  stub.answer(BLOB, { headers: { 'content-type': type }, text });
  const response = await fetch(await link(undefined, 'archiveUrl'));
  expect(response.headers.get('content-type')).toBe(shown);
  expect(response.headers.get('content-disposition')).toContain(`filename="${name}"`);
  expect(await response.text()).toBe(text);
});

test.each([
  ['plan.pdf', ' <!DOCTYPE html><title>Sign in</title>', 502],
  ['plan.pdf', 'Terms and conditions', 200],
  ['plan.pdf', '{"status":404,"title":"Not Found"}', 502],
  ['plan.jpg', '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', 502],
  ['plan.pdf', '<br />\n<b>Warning</b>: readfile(): failed', 502],
  ['plan.pdf', '<saved by a scanner>\n%PDF-1.7', 200],
  ['plan.doc', '{\\rtf1 saved as Rich Text}', 200],
  ['plan.doc', '<html><p>Saved by an office program</html>', 200],
])('for %s, a host that responds with 200 and %j gives %i', async (fileName, text, status) => {
  const { stub, link } = await start();
  stub.answer(LIST, { json: { meta: { total: 1 }, data: [{ ...file, fileName }] } });
  stub.answer(BLOB, { headers: { 'content-type': 'text/html' }, text });
  const response = await fetch(await link());
  expect(response.status).toBe(status);
  if (status === 200) expect(await response.text()).toBe(text);
  else expect(await response.json()).toMatchObject({ error: { code: 'UPSTREAM_INVALID' } });
});

test('a single file that comes in an archive has the name of one', async () => {
  const { stub, link } = await start();
  stub.answer(BLOB, { headers: { 'content-type': 'application/octet-stream' }, text: 'PK\x03\x04…' });
  const { headers } = await fetch(await link());
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toContain('filename="plan.pdf.zip"');
});

test('a file_url may have spaces and other characters as they are', async () => {
  const { stub, link, toBlob } = await start();
  stub.answer(DOWNLOAD, toBlob('/blobs/plan a é.pdf?name=plan a'));
  stub.answer('/blobs/plan%20a%20%C3%A9.pdf?name=plan%20a', { text: '%PDF-' });
  expect(await (await fetch(await link())).text()).toBe('%PDF-');
});

test('the link to an archive contains its filter', async () => {
  const { stub, link } = await start();
  const field = 'archiveUrl(filter: {folderId: "9", insertDateMin: "2026-03-01"})';
  await fetch(await link(undefined, field));
  expect(JSON.parse(stub.requestsTo(DOWNLOAD)[0]!.body).filter).toBe('fileFolderID=<9>, insertDate_min=<2026-03-01>');
});
