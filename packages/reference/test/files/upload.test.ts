import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { problem, runReference, shareReference, temporaryDir } from '../running.ts';
import {
  bearer,
  boundary,
  download,
  fetchFileList,
  fieldParts,
  fields,
  filePart,
  filesDir,
  formEnd,
  part,
  sendForm,
  transId,
  UPLOAD,
  upload,
} from './uploading.ts';

const sharedDir = temporaryDir(afterAll);
const shared = shareReference({ dataDir: sharedDir });
const fileNameText = (text: string) => part('name="file_name"', text);
const noFile = (detail: unknown) => problem(400, 'Missing Required Parameter', detail);

/** The number of files on disk. */
const onDisk = (dataDir: string) => readdirSync(join(filesDir(dataDir), 'stored')).length;

describe('uploadfiles as a form', () => {
  test('stores the same file again as a new one, and the files of one sender in one folder', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir });
    await upload(running, 'a.pdf', pdf());
    await upload(running, 'a.pdf', pdf(), { sender: fields.sender.toUpperCase() });
    await upload(running, 'a.pdf', pdf(), { sender: 'Another Co.' });
    const { data } = await fetchFileList(running);
    const ids = (key: string) => new Set(data.map((file: Record<string, string>) => file[key])).size;
    expect([data.length, ids('fileID'), ids('fileFolderID')]).toEqual([3, 3, 2]);
    expect(onDisk(dataDir)).toBe(3);
  });

  test('ignores unknown fields and files, and bytes before and after the form', async () => {
    const running = await runReference();
    const other = part('name="other"; filename="x.exe"', 'MZ');
    const form = [
      Buffer.from('before\r\n'),
      other,
      part('name="__proto__"', 'x'),
      fieldParts(),
      filePart(pdf()),
      formEnd,
    ];
    expect((await sendForm(running, ...form, Buffer.from('after'))).status).toBe(200);
    expect((await fetchFileList(running)).data).toHaveLength(1);
  });

  test.each(['résumé – 合同.pdf', "it's (1), 100%.pdf", 'a"b.pdf', 'a;b=c.pdf', `${'x'.repeat(251)}.pdf`])(
    'keeps the name %j unchanged',
    async (name) => {
      const running = shared();
      const escaped = name.replaceAll('"', '\\"');
      expect((await sendForm(running, fieldParts(), filePart(pdf(), escaped), formEnd)).status).toBe(200);
      const { fileID, fileName } = (await fetchFileList(running)).data.at(-1);
      expect(fileName).toBe(name);
      const disposition = (await download(running, `fileID=<${fileID}>`)).headers.get('content-disposition') ?? '';
      expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition)?.[1] ?? '')).toBe(name);
    },
  );

  test.each([
    ['no file', fieldParts()],
    ['text in place of the file', Buffer.concat([fieldParts(), fileNameText('a.pdf')])],
    ['several texts in its place', Buffer.concat([fieldParts(), ...['a.pdf', 'b.pdf'].map(fileNameText)])],
    [
      'several texts and several files',
      Buffer.concat([fieldParts(), ...['a.pdf', 'b.pdf'].map(fileNameText), filePart(pdf()), filePart(pdf())]),
    ],
    ['two files', Buffer.concat([fieldParts(), filePart(pdf()), filePart(pdf())])],
    ['a file without a name', Buffer.concat([fieldParts(), filePart(Buffer.alloc(0), '')])],
    ['a name that is too long', Buffer.concat([fieldParts(), filePart(pdf(), `${'é'.repeat(126)}.pdf`)])],
  ])('reports file_name for %s', async (_name, form) => {
    const response = await sendForm(shared(), form, formEnd);
    expect(response.body).toEqual(noFile('Missing Required Parameter: file_name'));
  });

  test.each([
    ['transId', { transId: '1' }],
    ['no_of_pages', { no_of_pages: '0' }],
    ['no_of_pages', { no_of_pages: '9007199254740993' }],
    ['no_of_pages', { no_of_pages: '1.5' }],
  ])('reports %s for the values %j', async (name, values) => {
    const response = await upload(shared(), 'a.pdf', pdf(), values);
    expect(response.body).toEqual(noFile(`Missing Required Parameter: ${name}`));
  });

  test('reports a field that is given twice', async () => {
    const form = [fieldParts(), part('name="sender"', 'x'), filePart(pdf()), formEnd];
    expect((await sendForm(shared(), ...form)).body.detail).toBe('Missing Required Parameter: sender');
  });

  test.each([
    ['../a.pdf', {}, '../a.pdf'],
    ['C:\\a.pdf', {}, 'C:\\a.pdf'],
    ['a.pdf', { description: 'a\tb' }, 'a\tb'],
  ])('rejects invalid characters: %j, %j', async (name, values, refused) => {
    const running = shared();
    const all = { ...fields, ...values };
    const parts = Object.entries(all).map(([key, value]) => part(`name="${key}"`, value));
    const response = await sendForm(running, ...parts, filePart(pdf(), name.replaceAll('\\', '\\\\')), formEnd);
    expect(response.body).toEqual(problem(402, 'Bad Request', `Invalid Character found in ${refused}`));
  });

  test('accepts a file of exactly the maximum size, and not one byte more', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir, maxFileBytes: 200_000 });
    const content = Buffer.concat([pdf(), Buffer.alloc(200_000)]).subarray(0, 200_000);
    expect((await upload(running, 'a.pdf', content)).status).toBe(200);
    const response = await upload(running, 'a.pdf', Buffer.concat([content, Buffer.from('x')]));
    expect([response.status, response.body]).toEqual([
      413,
      problem(413, 'File Upload Failure', 'SoapFault: the file is larger than 200000 bytes'),
    ]);
    expect(onDisk(dataDir)).toBe(1);
  });

  test('answers 413 while the body is still being sent, and serves the next request', async () => {
    const running = await runReference({ maxFileBytes: 100_000 });
    const response = await sendForm(
      running,
      filePart(Buffer.concat([pdf(), Buffer.alloc(5_000_000)])),
      fieldParts(),
      formEnd,
    );
    expect(response.status).toBe(413);
    expect((await upload(running, 'a.pdf', pdf())).status).toBe(200);
  });

  test.each([
    ['no final boundary', Buffer.concat([fieldParts(), filePart(pdf())])],
    ['an end within the file', Buffer.concat([fieldParts(), filePart(pdf()).subarray(0, -10)])],
    [
      'an end within the headers of a part',
      Buffer.concat([fieldParts(), Buffer.from(`--${boundary}\r\nContent-Disposition: fo`)]),
    ],
    ['no parts', Buffer.from('nothing of a form')],
    ['no content', Buffer.alloc(0)],
    ['too many parts', Buffer.concat([...Array.from({ length: 70 }, () => part('name="x"', '')), formEnd])],
    ['a field that is too long', Buffer.concat([part('name="sender"', 'x'.repeat(70_000)), fieldParts(), formEnd])],
    [
      'an unknown charset',
      Buffer.concat([part('name="sender"', 'é', 'Content-Type: text/plain; charset=none\r\n'), formEnd]),
    ],
  ])(
    "answers a form with %s with the endpoint's own 400, leaves nothing behind, and keeps serving",
    async (_name, form) => {
      const running = shared();
      await running.token();
      const before = onDisk(sharedDir);
      expect((await sendForm(running, form)).body).toEqual(noFile(expect.any(String)));
      expect(onDisk(sharedDir)).toBe(before);
      expect((await upload(running, 'a.pdf', pdf())).status).toBe(200);
    },
  );

  test.each(['multipart/form-data', 'multipart/mixed; boundary=x', 'text/plain', 'application/x-www-form-urlencoded'])(
    "answers a body of type %s with the endpoint's own 400",
    async (type) => {
      const running = shared();
      const headers = { ...(await bearer(running)), 'content-type': type };
      const response = await running.send(UPLOAD, { method: 'POST', headers, body: 'x=y' });
      expect(response.body).toEqual(noFile(expect.any(String)));
    },
  );

  test('checks in order: token, identity, missing fields, characters, values, type', async () => {
    const running = shared();
    const all = { transId: '1', sender: '<', description: '' };
    const withoutToken = await running.send(UPLOAD, { method: 'POST', body: new FormData() });
    expect(withoutToken.body).toEqual(problem(401, 'Access Denied', 'Access Denied'));
    expect((await upload(running, 'x', pdf(), { ...all, userId: 'other@vendor.example' })).status).toBe(401);
    expect((await upload(running, 'x', pdf(), all)).status).toBe(400);
    expect((await upload(running, 'x', pdf(), { ...all, description: 'x' })).status).toBe(402);
    expect((await upload(running, 'x', pdf(), { transId: '1' })).status).toBe(400);
    expect((await upload(running, 'x', pdf(), { transId })).status).toBe(412);
  });
});
