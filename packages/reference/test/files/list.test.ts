import { describe, expect, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { problem, runReference, temporaryDir } from '../running.ts';
import { DOWNLOAD, download, fetchFileList, LIST, transId, upload } from './uploading.ts';

describe('listFiles', () => {
  test('reads a date-time without offset in the configured time zone', async () => {
    const now = Date.parse('2026-11-18T23:30:00.250Z');
    const running = await runReference({ clock: { now: () => now }, timeZone: 'America/New_York' });
    await upload(running, 'a.pdf', pdf());
    expect((await fetchFileList(running, 'insertDate=<2026-11-18 18:30:00.250>')).data).toHaveLength(1);
  });

  test.each(['1\u0007', '1\n', '\t1', ' 1\r', '\n'])(
    'rejects the control character in the value %j with 402',
    async (value) => {
      const running = await runReference();
      for (const path of [LIST, DOWNLOAD]) {
        const response = await running.call(path, { transId, filter: `fileID=<${value}>` });
        expect(response.body).toEqual(problem(402, 'Bad Request', `Invalid Character found in ${value}`));
      }
    },
  );

  test('reports an invalid transId at both endpoints', async () => {
    const running = await runReference();
    for (const path of [LIST, DOWNLOAD]) {
      for (const value of ['1', 'x', '', undefined]) {
        const response = await running.call(path, { transId: value });
        expect([response.status, response.body.detail]).toEqual([400, 'Missing Required Parameter: transId']);
      }
    }
  });

  test('keeps files across a restart', async () => {
    const dataDir = temporaryDir();
    const first = await runReference({ dataDir });
    await upload(first, 'a.pdf', pdf());
    const before = await fetchFileList(first);
    await first.close();
    const second = await runReference({ dataDir });
    expect(await fetchFileList(second)).toEqual(before);
    expect(Buffer.from(await (await download(second)).arrayBuffer())).toEqual(pdf());
  });
});
