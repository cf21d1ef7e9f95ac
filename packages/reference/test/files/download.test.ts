import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { readZip } from '../../../../test/support/zip.ts';
import { problem, type Running, runReference, shareReference, temporaryDir } from '../running.ts';
import { DOWNLOAD, download, filesDir, fileUrl, transId, upload } from './uploading.ts';

const NOW = Date.parse('2026-11-20T10:00:00.750Z');
const content = pdf('0123456789');
const size = content.length;

const shared = shareReference({ clock: { now: () => NOW } });
let uploaded: Promise<unknown> | undefined;

/** The download URL of the one file that all tests share. */
async function oneFile(): Promise<string> {
  uploaded ??= upload(shared(), 'Contract (1).pdf', content);
  await uploaded;
  return await fileUrl(shared());
}

const error = (status: number, title: string) => problem(status, title);

describe('one file', () => {
  test('is served unchanged, with the headers that a browser needs to save it safely', async () => {
    const response = await fetch(await oneFile());
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(size),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^W\/"[0-9a-f-]+"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
      'content-disposition': `attachment; filename="Contract (1).pdf"; filename*=UTF-8''Contract%20%281%29.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-cache',
    });
  });

  test.each(['lines=1-2', 'bytes=0-1,3-4', 'bytes', ''])(
    'is served whole for several ranges, and for another unit: %j',
    async (range) => {
      const response = await fetch(await oneFile(), { headers: { range } });
      expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, content]);
    },
  );

  test.each([`bytes=${size}-`, 'bytes=99999-99999', 'bytes=-0', `bytes=${'9'.repeat(40)}-`])(
    'answers %s, beyond its end, with 416 and its size',
    async (range) => {
      const response = await fetch(await oneFile(), { headers: { range } });
      expect(response.status).toBe(416);
      expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
      expect(await response.json()).toEqual(error(416, 'Range Not Satisfiable'));
    },
  );

  test.each([
    [{ 'if-none-match': 'ETAG' }, 304],
    [{ 'if-match': '"x"' }, 412],
  ])('answers %j with %i', async (conditions, status) => {
    const url = await oneFile();
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const headers = Object.entries(conditions).map(([name, value]) => [name, value.replace('ETAG', etag)]);
    // Otherwise fetch asks for no-cache, and so for no 304.
    const response = await fetch(url, { headers: { 'cache-control': 'max-age=0', ...Object.fromEntries(headers) } });
    expect(response.status).toBe(status);
    await response.arrayBuffer();
  });

  test('is not served for any other method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(await oneFile(), { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await response.json()).toEqual(error(405, 'Method Not Allowed'));
    }
  });

  test('answers 500 without details if its bytes are missing', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir });
    await upload(running, 'a.pdf', content);
    const url = await fileUrl(running);
    const stored = join(filesDir(dataDir), 'stored');
    for (const name of readdirSync(stored)) rmSync(join(stored, name));
    const response = await fetch(url);
    expect([response.status, await response.json()]).toEqual([500, error(500, 'Internal Error')]);
  });
});

describe('the download URL', () => {
  test('ends in the name of the file', async () => {
    expect(decodeURIComponent(new URL(await oneFile()).pathname)).toBe('/files/Contract (1).pdf');
  });

  test('is rejected if any part of its ticket is changed', async () => {
    const url = new URL(await oneFile());
    const [payload = '', signature = ''] = (url.searchParams.get('ticket') ?? '').split('.');
    const decoded = Buffer.from(payload, 'base64url').toString();
    const forged = Buffer.from(decoded.replace('100001', '100002')).toString('base64url');
    const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    const placesIn = ({ length }: string) => [0, length >> 1, length - 1];
    const tickets = [
      '',
      '.',
      payload,
      `${payload}.`,
      `${forged}.${signature}`,
      `${payload}.${signature}.`,
      `${payload}.${signature}=`,
      ...placesIn(signature).map((at) => `${payload}.${flip(signature, at)}`),
      ...placesIn(payload).map((at) => `${flip(payload, at)}.${signature}`),
    ];
    for (const ticket of tickets) {
      url.searchParams.set('ticket', ticket);
      const response = await fetch(url);
      expect([ticket, response.status, await response.json()]).toEqual([ticket, 403, error(403, 'Access Denied')]);
    }
    expect((await fetch(`${url.origin}${url.pathname}`)).status).toBe(403);
    expect((await fetch(`${url}&ticket=${payload}.${signature}`)).status).toBe(403);
  });

  test('is rejected by another service, which has a different key', async () => {
    const other = await runReference({ clock: { now: () => NOW } });
    const url = new URL(await oneFile());
    expect((await fetch(`${other.url}${url.pathname}${url.search}`)).status).toBe(403);
  });

  test('expires after 15 minutes, or after the configured lifetime', async () => {
    for (const [options, seconds] of [
      [{}, 900],
      [{ fileUrlLifetimeSeconds: 60 }, 60],
    ] as const) {
      let now = Date.parse('2026-11-20T10:00:00Z');
      const running = await runReference({ ...options, clock: { now: () => now } });
      await upload(running, 'a.pdf', content);
      const url = await fileUrl(running);
      now += seconds * 1000 - 1;
      expect((await fetch(url)).status).toBe(200);
      now += 1;
      expect((await fetch(url)).status).toBe(403);
    }
  });

  test('stays valid after a restart', async () => {
    const dataDir = temporaryDir();
    const first = await runReference({ dataDir });
    await upload(first, 'a.pdf', content);
    const url = new URL(await fileUrl(first));
    await first.close();
    const second = await runReference({ dataDir });
    expect((await fetch(`${second.url}${url.pathname}${url.search}`)).status).toBe(200);
  });

  test('contains the filter in its short canonical form', async () => {
    await oneFile();
    const filter = `fileID=<1>${' '.repeat(100_000)}`;
    const answer = await shared().call(DOWNLOAD, { transId, filter });
    expect(JSON.stringify(answer.body).length).toBeLessThan(1000);
  });
});

describe('several files', () => {
  async function several(): Promise<{ running: Running; files: Map<string, Buffer> }> {
    const running = await runReference();
    const files = new Map([
      ['résumé.pdf', pdf('one')],
      ['b.pdf', Buffer.concat([pdf('two'), Buffer.alloc(200_000, 'x')])],
      ['b (2).pdf', pdf('three')],
      ['B (3).PDF', pdf('four')],
    ]);
    const names = ['résumé.pdf', 'b.pdf', 'b.pdf', 'B.PDF'];
    for (const [index, file] of [...files.values()].entries()) await upload(running, names[index] ?? '', file);
    return { running, files };
  }

  test('are served as one zip, byte for byte, with duplicate names made unique', async () => {
    const { running, files } = await several();
    const response = await download(running);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain(`filename="transaction-${transId}.zip"`);
    expect(readZip(bytes)).toEqual(files);
  });

  test('are served although a name begins like a path on a drive, which becomes relative', async () => {
    const running = await runReference();
    for (const name of ['C:offer.pdf', 'C_offer.pdf', 'c:OFFER.pdf', 'Offer: final.pdf']) {
      expect((await upload(running, name, pdf(name))).status).toBe(200);
    }
    const response = await download(running);
    expect(response.status).toBe(200);
    expect([...readZip(Buffer.from(await response.arrayBuffer()))]).toEqual([
      ['C_offer.pdf', pdf('C:offer.pdf')],
      ['C_offer (2).pdf', pdf('C_offer.pdf')],
      ['c_OFFER (3).pdf', pdf('c:OFFER.pdf')],
      ['Offer: final.pdf', pdf('Offer: final.pdf')],
    ]);
  });

  test('have no content by HEAD, and support no ranges', async () => {
    const { running } = await several();
    const url = await fileUrl(running);
    const head = await fetch(url, { method: 'HEAD' });
    const get = await fetch(url, { headers: { range: 'bytes=0-1' } });
    expect([head.status, get.status]).toEqual([200, 200]);
    expect(head.headers.get('accept-ranges')).toBe('none');
    expect((await get.arrayBuffer()).byteLength).toBeGreaterThan(200_000);
  });

  test('end in an aborted response, never a complete one, if the bytes of one file are missing', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir });
    for (const name of ['a.pdf', 'b.pdf']) await upload(running, name, content);
    const stored = join(filesDir(dataDir), 'stored');
    rmSync(join(stored, readdirSync(stored)[0] ?? ''));
    const url = await fileUrl(running);
    await expect(fetch(url).then((response) => response.arrayBuffer())).rejects.toThrow();
  });
});
