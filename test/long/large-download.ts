/** Downloads a large file through the gateway with a client slower than the host, and measures the peak of added memory. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { issuer, keySetDocument, serviceToken } from '../support/callers/caller-tokens.ts';
import { createFolder } from '../support/programs/script-resources.ts';
import { sendQuery, startGateway } from './gateway-process.ts';

const MEGABYTE = 1_048_576;
const MAX_ADDED_BYTES = 32 * MEGABYTE;

/** A POST API with one transaction that has one file of this many bytes. */
async function startUpstream(bytes: number) {
  const chunk = Buffer.alloc(65_536, 'x');
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const { url = '' } = request;
    if (url === '/file') {
      response.writeHead(200, { 'content-length': bytes });
      const pieces = Array.from({ length: bytes / chunk.length }, () => chunk);
      await pipeline(Readable.from(pieces), response).catch(() => undefined);
      return;
    }
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answers: Readonly<Record<string, unknown>> = {
      '/oauth/token': { token_type: 'Bearer', expires_in: 3600, access_token: 'token' },
      '/keys': keySetDocument,
      '/fsforms/getTransById': [{ transName: 'Elm' }],
      '/fsforms/listFiles': { meta: { total: 1 }, data: [{ fileID: '1', fileName: 'large.pdf' }] },
      '/fsforms/downloadfiles': { status: 200, result: 'Success', file_url: `${base}/file` },
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[url] ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections(),
  };
}

export async function downloads(megabytes = 500): Promise<boolean> {
  const upstream = await startUpstream(megabytes * MEGABYTE);
  const dataDir = createFolder('large-download-');
  const gateway = await startGateway({
    DATA_DIR: dataDir,
    UPSTREAM_URL: upstream.url,
    UPSTREAM_CLIENT_ID: 'c',
    UPSTREAM_CLIENT_SECRET: 'large-download',
    UPSTREAM_VENDOR_EMAIL: 'v@vendor.example',
    ...issuer,
    AUTH_JWKS_URL: `${upstream.url}/keys`,
    ID_KEYS: `1:${Buffer.alloc(32, 3).toString('base64url')}`,
  });
  try {
    const token = await serviceToken();
    const query = '{ transaction(by: {transId: "1"}) { files { nodes { downloadUrl } } } }';
    const link = async () =>
      gateway.url + (await sendQuery(gateway.url, token, query)).data.transaction.files.nodes[0].downloadUrl;
    await readUpTo(await link(), 20 * MEGABYTE);
    await sleep(500);
    const before = gateway.memory();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, gateway.memory());
    }, 20);
    const bytes = await readUpTo(await link(), Number.POSITIVE_INFINITY);
    clearInterval(watch);
    const added = most - before;
    const mb = (value: number) => (value / MEGABYTE).toFixed(1);
    console.log(`${mb(bytes)} MB read; the gateway used ${mb(before)} MB before, and at most ${mb(added)} MB more`);
    return bytes === megabytes * MEGABYTE && added < MAX_ADDED_BYTES;
  } finally {
    await gateway.end();
    upstream.close();
  }
}

async function readUpTo(address: string, maxBytes: number): Promise<number> {
  const abortController = new AbortController();
  const response = await fetch(address, { signal: abortController.signal });
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  abortController.abort();
  return bytes;
}
