// Files over real sockets, through the gateway into the embedded service and back.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { filesDir } from '../../packages/reference/test/files/uploading.ts';
import { runReference, temporaryDir, vendor } from '../../packages/reference/test/running.ts';
import type { UpstreamOptions } from '../../src/upstream/call.ts';
import { agentToken } from '../support/callers/caller-tokens.ts';
import { listen, type Overrides } from '../support/gateways/graph-under-test.ts';
import { abortUpload, beginUpload, pdf, post, uploadForm } from '../support/uploads.ts';

const NRDS = '999000001';
const seed = { agents: 3, offices: 1, transactions: 3, seed: 1 };

async function start(options: Partial<UpstreamOptions> = {}, replaced: Overrides = {}) {
  const dataDir = temporaryDir();
  const reference = await runReference({ dataDir, seed });
  const credentials = { clientId: vendor.id, clientSecret: vendor.secret, vendorEmail: vendor.vendorEmail };
  const url = await listen({ baseUrl: reference.url, ...credentials, ...options }, replaced);
  const token = await agentToken([NRDS]);
  const ask = async (query: string, variables = {}, as = token) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return (await response.json()) as any;
  };
  const { data } = await ask('{ transactions(first: 1) { nodes { id transId } } }');
  const [{ id, transId }] = data.transactions.nodes;
  return { url, token, ask, id: id as string, transId: transId as string, dataDir, reference };
}

const listQuery =
  'query ($id: ID!) { node(id: $id) { ... on Transaction { files { totalCount nodes { name fileId } } } } }';

test.each(['multipart', 'base64'] as const)('a file uploaded as %s comes back byte for byte', async (encoding) => {
  const { url, token, id, ask } = await start({ uploadEncoding: encoding });
  const content = Buffer.concat([pdf(), Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251))]);
  const name = 'Grundriß "2" – é.pdf';
  const { data } = await post(url, token, uploadForm({ transactionId: id, name, content }));
  expect(data.uploadFile).toMatchObject({ outcome: 'COMMITTED', userErrors: [], file: { description: 'A plan' } });
  const { file } = data.uploadFile;
  const response = await fetch(url + file.downloadUrl);
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-length': String(content.length),
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
  expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('ß'));
  const found = await ask(
    'query ($id: ID!) { node(id: $id) { ... on TransactionFile { fileId transaction { id } } } }',
    {
      id: file.id,
    },
  );
  expect(found.data.node).toEqual({ fileId: file.fileId, transaction: { id } });
});

test('an archive of no files is 404', async () => {
  const { url, id, ask } = await start();
  const { data } = await ask('query ($id: ID!) { node(id: $id) { ... on Transaction { archiveUrl } } }', { id });
  expect((await fetch(url + data.node.archiveUrl)).status).toBe(404);
});

test('a file that exceeds the limit only after its beginning was sent is cut off, and nothing of it is stored', async () => {
  const { url, token, id, ask, dataDir } = await start({}, { maxFileBytes: 1_000_000 });
  const { data } = await post(url, token, uploadForm({ transactionId: id, content: pdf(1_030_000) }));
  expect(data.uploadFile).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: 'file', message: 'The file is larger than 1000000 bytes, the maximum allowed' }],
  });
  expect((await ask(listQuery, { id })).data.node.files.totalCount).toBe(0);
  await expect.poll(() => readdirSync(join(filesDir(dataDir), 'stored'))).toEqual([]);
});

test('five aborted uploads leave nothing behind', async () => {
  const { url, token, id, ask, dataDir } = await start();
  await Promise.all(Array.from({ length: 5 }, (_, at) => abortUpload(url, token, id, 80_000 * at + 9)));
  await expect.poll(() => readdirSync(join(filesDir(dataDir), 'stored'))).toEqual([]);
  expect((await ask(listQuery, { id })).data.node.files).toEqual({ totalCount: 0, nodes: [] });
  const { data } = await post(url, token, uploadForm({ transactionId: id }));
  expect(data.uploadFile.outcome).toBe('COMMITTED');
});

test('a sender that stops sending gets an error, and nothing of its file is kept', async () => {
  const { url, token, id, dataDir } = await start({}, { uploads: { idleMs: 100 } });
  const socket = await beginUpload(url, token, id, 50_000);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/"outcome":"REJECTED".*"field":"file".*The file took too long to arrive/);
  socket.destroy();
  await expect.poll(() => readdirSync(join(filesDir(dataDir), 'stored'))).toEqual([]);
});

test('a rejection waits for the rest of the request, so that it also passes through a proxy that closes the connection', async () => {
  const { url, token, id } = await start();
  const form = new Response(uploadForm({ transactionId: id, name: 'plan.jpg', content: pdf(12_000_000) }));
  const body = Buffer.from(await form.arrayBuffer());
  const upload = httpRequest(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'apollo-require-preflight': 'yes',
      'content-type': String(form.headers.get('content-type')),
      'content-length': body.length,
      connection: 'close',
    },
  });
  let isAnswered = false;
  const answer = once(upload, 'response').then(([response]) => {
    isAnswered = true;
    return text(response as IncomingMessage);
  });
  // More than the sockets' buffers hold, so the gateway has read far beyond the bytes that it rejects.
  const [rest, last] = [body.subarray(0, -1), body.subarray(-1)];
  for (let at = 0; at < rest.length; at += 500_000)
    await new Promise((resolve) => upload.write(rest.subarray(at, at + 500_000), resolve));
  expect(isAnswered).toBe(false);
  upload.end(last);
  expect(await answer).toContain('This is not a JPG file');
});
