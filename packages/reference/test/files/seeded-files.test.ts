// The sample documents of seeded transactions.
import { globSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { runReference, smallSeed, temporaryDir, valueIn } from '../running.ts';

const withFiles = { ...smallSeed, files: true };

test('one transaction in three has readable files, and the first one has all of them', async () => {
  const dataDir = temporaryDir();
  const { call } = await runReference({ dataDir, seed: withFiles });
  expect(valueIn(dataDir, 'select count(distinct transaction_id) from files')).toBe(20);
  const { body } = await call('/fsforms/listFiles', { transId: '100001' });
  const files: { fileID: string; fileName: string }[] = body.data;
  expect(files.map(({ fileName }) => fileName).toSorted()).toEqual([
    'Closing statement.pdf',
    'Front view.jpg',
    'Garden.jpg',
    'Inspection report.pdf',
    'Kitchen.jpg',
    'Listing agreement.pdf',
    'Purchase contract.pdf',
  ]);
  for (const { fileID, fileName } of files) {
    const { body: link } = await call('/fsforms/downloadfiles', { transId: '100001', filter: `fileID=<${fileID}>` });
    const bytes = Buffer.from(await (await fetch(link.file_url)).arrayBuffer());
    const begin = fileName.endsWith('.pdf') ? '%PDF-1' : '\u{ff}\u{d8}\u{ff}';
    expect(bytes.toString('latin1').startsWith(begin)).toBe(true);
  }
});

test('a start replaces a damaged sample document as a whole, and leaves the others as they are', async () => {
  const dataDir = temporaryDir();
  const start = () => runReference({ dataDir, seed: withFiles });
  const known = () =>
    globSync(join(dataDir, 'files/*/stored/*')).map((path) => {
      const { ino, size, mtimeNs } = statSync(path, { bigint: true });
      return { path, ino, size, mtimeNs };
    });
  await (await start()).close();
  const before = known();
  expect(before.length).toBe(7);
  const damaged = before.find(({ path }) => basename(path) === 'sample-garden.jpg');
  truncateSync(damaged?.path ?? '', 100);
  await (await start()).close();
  const after = known();
  const isOther = ({ path }: { path: string }) => path !== damaged?.path;
  expect(after.filter(isOther)).toEqual(before.filter(isOther));
  expect(after.find((file) => !isOther(file))).toMatchObject({ size: damaged?.size });
  expect(after.find((file) => !isOther(file))?.ino).not.toBe(damaged?.ino);
});
