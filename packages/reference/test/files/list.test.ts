import { describe, expect, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { problem, type Running, runReference, temporaryDir } from '../running.ts';
import { DOWNLOAD, download, fetchFileList, fields, LIST, transId, upload } from './uploading.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-18T23:30:00.250Z');

/** Three files, a day apart: two from one sender, one from another. */
async function withFiles(timeZone = 'UTC'): Promise<{ running: Running; ids: string[]; folders: string[] }> {
  let now = START;
  const running = await runReference({ clock: { now: () => now }, tokenLifetimeSeconds: 1_000_000, timeZone });
  for (const [name, sender] of [
    ['first.pdf', fields.sender],
    ['second.pdf', 'Another Co.'],
    ['third.pdf', fields.sender],
  ] as const) {
    await upload(running, name, pdf(name), { sender });
    now += DAY;
  }
  const { data } = await fetchFileList(running);
  return {
    running,
    ids: data.map(({ fileID }: { fileID: string }) => fileID),
    folders: data.map(({ fileFolderID }: { fileFolderID: string }) => fileFolderID),
  };
}

const names = async (running: Running, filter?: string) =>
  (await fetchFileList(running, filter)).data.map(({ fileName }: { fileName: string }) => fileName);

describe('listFiles', () => {
  test('filters by every key, and counts all files of the transaction regardless of the filter', async () => {
    const { running, ids, folders } = await withFiles();
    const cases: [string, string[]][] = [
      [`fileID=<${ids[1]}>`, ['second.pdf']],
      [`fileFolderID=<${folders[0]}>`, ['first.pdf', 'third.pdf']],
      ['insertDate=<2026-11-19>', ['second.pdf']],
      ['insertDate=<2026-11-19T23:30:00.250Z>', ['second.pdf']],
      ['insertDate=<2026-11-19T23:30:00.251Z>', []],
      ['lastUpdateDate=<11/20/2026>', ['third.pdf']],
      ['insertDate_min=<2026-11-19>', ['second.pdf', 'third.pdf']],
      ['insertDate_min=<2026-11-19T23:30:00.250Z>', ['second.pdf', 'third.pdf']],
      ['lastUpdateDate_since=<2026-11-19T23:30:00.251Z>', ['third.pdf']],
      [`fileFolderID=<${folders[0]}>, insertDate_min=<2026-11-19>`, ['third.pdf']],
      [`fileID=<${ids[0]}>,fileFolderID=<${folders[1]}>`, []],
      ['fileID=<0>', []],
      ['fileID=<abc>', []],
      ['fileID=<99999999999999999999>', []],
      ['', ['first.pdf', 'second.pdf', 'third.pdf']],
    ];
    for (const [filter, expected] of cases) {
      const { meta, data } = await fetchFileList(running, filter);
      expect([filter, data.map(({ fileName }: { fileName: string }) => fileName)]).toEqual([filter, expected]);
      expect(meta).toEqual({ total: 3 });
    }
  });

  test('reads a date-time without offset in the configured time zone', async () => {
    const { running } = await withFiles('America/New_York');
    expect(await names(running, 'insertDate=<2026-11-18 18:30:00.250>')).toEqual(['first.pdf']);
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
