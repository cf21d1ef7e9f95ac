import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { killReference } from '../../../../test/support/upstreams/reference-chaos.ts';
import { openFileBytes } from '../../src/files/bytes.ts';
import { draftName, sweep } from '../../src/files/sweep.ts';
import { uploadfiles } from '../../src/handlers/files.ts';
import { referenceOptions, runReference, temporaryDir } from '../running.ts';
import { bearer, boundary, fetchFileList, fieldParts, filePart, filesDir, UPLOAD, upload } from './uploading.ts';

/** `npm run chaos` kills as often as it is told. */
const KILLS = 6;

test('loses nothing acknowledged and keeps no orphaned bytes when it is killed', async () => {
  const { clock: _, ...options } = referenceOptions();
  const counts = await killReference({ options, kills: KILLS });
  expect(counts).toMatchObject({ clean: true, kills: KILLS });
  expect(counts.transactions.acknowledged).toBeGreaterThan(0);
  expect(counts.files.acknowledged).toBeGreaterThan(0);
}, 120_000);

test('keeps nothing of an upload whose client disconnects midway', async () => {
  const dataDir = temporaryDir();
  const running = await runReference({ dataDir });
  const incoming = join(filesDir(dataDir), 'incoming');
  const headers = { ...(await bearer(running)), 'content-type': `multipart/form-data; boundary=${boundary}` };
  for (const type of ['multipart', 'json']) {
    const sending = request(running.url + UPLOAD, {
      method: 'POST',
      headers: type === 'json' ? { ...headers, 'content-type': 'application/json' } : headers,
    });
    sending.on('error', () => undefined);
    sending.write(
      type === 'json'
        ? `{"file_name":{"name":"a.pdf","content":"${Buffer.alloc(99_999).toString('base64')}`
        : Buffer.concat([fieldParts(), filePart(Buffer.alloc(200_000))]).subarray(0, -20),
    );
    await expect.poll(() => readdirSync(incoming).length, { interval: 5 }).toBe(1);
    sending.destroy();
    await expect.poll(() => readdirSync(incoming).length, { interval: 5 }).toBe(0);
  }
  expect(readdirSync(join(filesDir(dataDir), 'stored'))).toEqual([]);
  expect((await fetchFileList(running)).meta.total).toBe(0);
  expect((await upload(running, 'a.pdf', pdf())).status).toBe(200);
});

test('sweeps what a dead process left behind, and leaves uploads in progress alone', async () => {
  const dataDir = temporaryDir();
  const bytes = await openFileBytes(dataDir, 'database');
  const gone = draftName('gone').replace(String(process.pid), '4194999');
  const ours = draftName('ours');
  const old = draftName('old');
  const elsewhere = `00000000.1.elsewhere`;
  for (const name of [gone, ours, old, elsewhere]) writeFileSync(join(bytes.incomingDir, name), 'x');
  utimesSync(join(bytes.incomingDir, old), new Date(0), new Date(0));
  for (const name of ['gone', 'ours', 'old', 'elsewhere', 'row']) writeFileSync(join(bytes.storedDir, name), 'x');
  expect(await sweep(bytes, async (names) => new Set(names.filter((name) => name === 'row')))).toEqual({
    drafts: 2,
    orphans: 2,
  });
  expect(readdirSync(bytes.incomingDir).sort()).toEqual([elsewhere, ours].sort());
  expect(readdirSync(bytes.storedDir).sort()).toEqual(['elsewhere', 'ours', 'row']);
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
    await expect(uploadfiles(values as never, service as never)).rejects.toThrow('the row failed');
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
  expect(await sweep(bytes, async () => new Set())).toEqual({ drafts: 0, orphans: 0 });
  expect(readdirSync(stored)).toHaveLength(1);
});

test('links bytes under their final name before it deletes the draft, readable only by the owner', async () => {
  const dataDir = temporaryDir();
  const bytes = await openFileBytes(dataDir, 'database');
  const draft = await bytes.draft();
  await draft.write(pdf());
  const storedAs = await draft.store();
  expect(readdirSync(bytes.incomingDir)).toHaveLength(1);
  expect(existsSync(join(bytes.storedDir, storedAs))).toBe(true);
  await draft.discard();
  await draft.discard();
  expect(readdirSync(bytes.incomingDir)).toEqual([]);
  expect(existsSync(join(bytes.storedDir, storedAs))).toBe(true);
  expect(statSync(join(bytes.storedDir, storedAs)).mode & 0o777).toBe(0o600);
});
