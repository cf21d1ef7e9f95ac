import { describe, expect, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { problem, runReference, shareReference } from '../running.ts';
import { DOWNLOAD, fetchFileList, LIST, transId, upload } from './uploading.ts';

const shared = shareReference();

describe('listFiles', () => {
  test('reads a date-time without offset in the configured time zone', async () => {
    const now = Date.parse('2026-11-18T23:30:00.250Z');
    const running = await runReference({ clock: { now: () => now }, timeZone: 'America/New_York' });
    await upload(running, 'a.pdf', pdf());
    expect((await fetchFileList(running, 'insertDate=<2026-11-18 18:30:00.250>')).data).toHaveLength(1);
  });

  test.each(['1\u0007', '\n'])('rejects the control character in the value %j with 402', async (value) => {
    const running = shared();
    for (const path of [LIST, DOWNLOAD]) {
      const response = await running.call(path, { transId, filter: `fileID=<${value}>` });
      expect(response.body).toEqual(problem(402, 'Bad Request', `Invalid Character found in ${value}`));
    }
  });

  test('reports an invalid transId at both endpoints', async () => {
    const running = shared();
    for (const path of [LIST, DOWNLOAD]) {
      for (const value of ['1', 'x', '', undefined]) {
        const response = await running.call(path, { transId: value });
        expect([response.status, response.body.detail]).toEqual([400, 'Missing Required Parameter: transId']);
      }
    }
  });
});
