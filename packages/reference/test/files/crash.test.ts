import { randomUUID } from 'node:crypto';
import { readdirSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { type Standalone, startStandalone } from '../../../../test/support/upstreams/standalone-reference.ts';
import { openFileBytes } from '../../src/files/bytes.ts';
import { clientOf, creation, type Running, referenceOptions, runReference, temporaryDir } from '../running.ts';
import {
  bearer,
  boundary,
  DOWNLOAD,
  fetchFileList,
  fieldParts,
  filePart,
  filesDir,
  UPLOAD,
  upload,
} from './uploading.ts';

interface Acknowledged {
  /** Records by transId. */
  readonly transactions: Map<string, object>;
  /** Texts by the name, which is unique. */
  readonly files: Map<string, string>;
}

/** Creates and uploads, several at a time, until a kill in the middle of an upload; returns the transaction that has the files. */
async function loadUntilKilled(
  service: Standalone,
  stored: string,
  { transactions, files }: Acknowledged,
): Promise<string> {
  const client = clientOf(service.url);
  const create = async () => {
    const { body } = await client.call('/fsforms/addTrans', { ...creation, transName: randomUUID() });
    transactions.set(body[0].transId, body[0]);
    return body[0].transId as string;
  };
  const id = await create();
  const send = async () => {
    const name = `${randomUUID()}.pdf`;
    const text = `%PDF-1.7\n${name.repeat(Math.random() * 5_000)}\nends`;
    const { status } = await upload(client, name, Buffer.from(text), { transId: id });
    if (status === 200) files.set(name, text);
  };
  const unfinished = await beginUpload(client);
  await expect.poll(() => readdirSync(stored).length, { interval: 5 }).toBeGreaterThan(0);
  let isKilled = false;
  const repeat = async (step: () => Promise<unknown>) => {
    while (!isKilled) await step().catch(() => {});
  };
  const repeating = [create, create, send, send].map(repeat);
  await expect.poll(() => transactions.size > 10 && files.size > 5).toBe(true);
  await service.kill();
  isKilled = true;
  unfinished.destroy();
  await Promise.all(repeating);
  return id;
}

/** Sends a file, but not its end. */
async function beginUpload(client: Omit<Running, 'close'>): Promise<ClientRequest> {
  const headers = { ...(await bearer(client)), 'content-type': `multipart/form-data; boundary=${boundary}` };
  const sending = request(client.url + UPLOAD, { method: 'POST', headers });
  sending.on('error', () => undefined);
  sending.write(Buffer.concat([fieldParts(), filePart(Buffer.alloc(200_000))]).subarray(0, -20));
  return sending;
}

test('loses nothing acknowledged and keeps no orphaned bytes when it is killed', async () => {
  const { clock: _, ...options } = referenceOptions();
  const acknowledged: Acknowledged = { transactions: new Map(), files: new Map() };
  const killed = await startStandalone(options);
  onTestFinished(() => killed.kill());
  const stored = join(filesDir(options.dataDir), 'stored');
  const id = await loadUntilKilled(killed, stored, acknowledged);
  // As if the next start were long after.
  for (const name of readdirSync(stored)) utimesSync(join(stored, name), 0, 0);
  const client = await runReference(options);
  for (const [transId, record] of acknowledged.transactions) {
    const { body } = await client.call('/fsforms/getTransById', { transId });
    expect(body[0]).toEqual(Object.fromEntries(Object.entries(record).filter(([column]) => column !== 'transId')));
  }
  const { data: found } = await fetchFileList(client, undefined, id);
  expect(readdirSync(stored)).toHaveLength(found.length);
  const missing = new Set(acknowledged.files.keys());
  for (const { fileID, fileName } of found) {
    const { body } = await client.call(DOWNLOAD, { transId: id, filter: `fileID=<${fileID}>` });
    const text = await (await fetch(body.file_url)).text();
    // A file whose upload was never acknowledged may be there, but only whole.
    expect(acknowledged.files.get(fileName) ?? text).toBe(text);
    expect(text.endsWith('\nends')).toBe(true);
    missing.delete(fileName);
  }
  expect([...missing]).toEqual([]);
});

test('keeps nothing of an upload whose client disconnects midway', async () => {
  const dataDir = temporaryDir();
  const running = await runReference({ dataDir });
  const stored = join(filesDir(dataDir), 'stored');
  const sending = await beginUpload(running);
  await expect.poll(() => readdirSync(stored).length, { interval: 5 }).toBe(1);
  sending.destroy();
  await expect.poll(() => readdirSync(stored).length, { interval: 5 }).toBe(0);
  expect((await fetchFileList(running)).meta.total).toBe(0);
  expect((await upload(running, 'a.pdf', pdf())).status).toBe(200);
});

test('sweeps what has no row and is older than an hour, and leaves uploads of other processes alone', async () => {
  const dataDir = temporaryDir();
  const { storedDir, sweep } = await openFileBytes(dataDir, 'database');
  for (const name of ['in progress', 'abandoned', 'discarded', 'old row', 'new row'])
    writeFileSync(join(storedDir, name), 'x');
  const [then, before] = [59, 61].map((minutes) => new Date(Date.now() - minutes * 60_000)) as [Date, Date];
  utimesSync(join(storedDir, 'in progress'), then, then);
  for (const name of ['abandoned', 'old row']) utimesSync(join(storedDir, name), before, before);
  const inUse = async (names: readonly string[]) => {
    // By the process whose upload it is.
    unlinkSync(join(storedDir, 'discarded'));
    return new Set(names.filter((name) => name.endsWith('row')));
  };
  expect(await sweep(inUse)).toBe(1);
  expect(readdirSync(storedDir).sort()).toEqual(['in progress', 'new row', 'old row']);
});

test('leaves the files of one database alone when the data folder is used with another database', async () => {
  const dataDir = temporaryDir();
  const first = await runReference({ dataDir });
  await upload(first, 'a.pdf', pdf());
  const stored = join(filesDir(dataDir), 'stored');
  await first.close();
  const bytes = await openFileBytes(dataDir, 'another');
  expect(await bytes.sweep(async () => new Set())).toBe(0);
  expect(readdirSync(stored)).toHaveLength(1);
});

test('keeps stored bytes, readable only by the owner, and nothing of a draft that is not stored', async () => {
  const bytes = await openFileBytes(temporaryDir(), 'database');
  const [kept, given] = [await bytes.draft(), await bytes.draft()];
  for (const draft of [kept, given]) await draft.write(pdf());
  const storedAs = await kept.store();
  for (const draft of [kept, given, kept]) await draft.discard();
  expect(readdirSync(bytes.storedDir)).toEqual([storedAs]);
  expect(statSync(join(bytes.storedDir, storedAs)).mode & 0o777).toBe(0o600);
});
