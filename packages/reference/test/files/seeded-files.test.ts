// The sample documents of seeded transactions.
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
