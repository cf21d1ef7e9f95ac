import { readdirSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { killReference } from '../../../../test/support/upstreams/reference-chaos.ts';
import { openFileBytes } from '../../src/files/bytes.ts';
import { files } from '../../src/handlers/files.ts';
import { referenceOptions, runReference, temporaryDir } from '../running.ts';
import { bearer, boundary, fetchFileList, fieldParts, filePart, filesDir, UPLOAD, upload } from './uploading.ts';

/** `npm run chaos` kills as often as it is told. */
const KILLS = 3;

test('loses nothing acknowledged and keeps no orphaned bytes when it is killed', async () => {
  const { clock: _, ...options } = referenceOptions();
  const counts = await killReference({ options, kills: KILLS });
  expect(counts).toMatchObject({ clean: true, kills: KILLS });
  expect(counts.transactions.acknowledged).toBeGreaterThan(0);
  expect(counts.files.acknowledged).toBeGreaterThan(0);
});

test('keeps nothing of an upload whose client disconnects midway', async () => {
  const dataDir = temporaryDir();
  const running = await runReference({ dataDir });
  const stored = join(filesDir(dataDir), 'stored');
  const headers = { ...(await bearer(running)), 'content-type': `multipart/form-data; boundary=${boundary}` };
  const sending = request(running.url + UPLOAD, { method: 'POST', headers });
  sending.on('error', () => undefined);
  sending.write(Buffer.concat([fieldParts(), filePart(Buffer.alloc(200_000))]).subarray(0, -20));
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

test.each([
  ['reports none', async () => new Set<string>(), 0],
  ['has the row nevertheless', async (names: readonly string[]) => new Set(names), 1],
  ['is unavailable', async () => await Promise.reject(new Error('still down')), 1],
])(
  'deletes the bytes after a failed insert only if it is certain that no row refers to them: the database %s',
  async (_name, known, kept) => {
    const fileBytes = await openFileBytes(temporaryDir(), 'database');
    const draft = await fileBytes.draft();
    await draft.write(pdf());
    const values = {
      text: (name: string) => (name === 'transId' ? '1' : 'x'),
      integer: () => 1,
      file: () => ({ name: 'a.pdf', draft }),
    };
    const service = {
      fileBytes,
      clock: { now: () => 0 },
      transactions: { find: async () => '{}' },
      files: { add: async () => await Promise.reject(new Error('the row failed')), namesInUse: known },
    };
    await expect(files.uploadfiles.handle(values as never, service as never)).rejects.toThrow('the row failed');
    expect(readdirSync(fileBytes.storedDir)).toHaveLength(kept);
    await draft.discard();
  },
);

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
