import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { problem, runReference, shareReference, temporaryDir, vendor } from '../running.ts';
import { bearer, download, fetchFileList, filesDir, jsonFields, UPLOAD, uploadJson } from './uploading.ts';

const shared = shareReference();
const missing = (name: string) => problem(400, 'Missing Required Parameter', `Missing Required Parameter: ${name}`);
const file = (content: string, name = 'a.pdf') => ({ ...jsonFields, file_name: { name, content } });
const large = Buffer.concat([pdf(), randomBytes(300_000)]);

describe('uploadfiles as JSON', () => {
  test.each([
    ['base64 without padding', pdf('a'), (text: string) => text.replace(/=+$/, '')],
    ['base64 in lines of 76 characters', large, (text: string) => text.replaceAll(/.{76}/g, '$&\r\n')],
  ])('accepts %s and returns it byte for byte', async (_name, content, write) => {
    const running = shared();
    const response = await uploadJson(running, file(write(content.toString('base64'))));
    expect(response.body).toEqual({ status: 200, result: 'Success', Message: 'a.pdf was uploaded' });
    const { fileID } = (await fetchFileList(running)).data.at(-1);
    expect(Buffer.from(await (await download(running, `fileID=<${fileID}>`)).arrayBuffer())).toEqual(content);
  });

  test.each([
    ['no file', jsonFields],
    ['a bare name', { ...jsonFields, file_name: 'a.pdf' }],
    ['a file without content', { ...jsonFields, file_name: { name: 'a.pdf' } }],
    ['a file without a name', { ...jsonFields, file_name: { content: 'aGk=' } }],
    ['a list of files', { ...jsonFields, file_name: [{ name: 'a.pdf', content: 'aGk=' }] }],
    ['content that is not base64', file('%%%%')],
    ['large content that is not base64', file('%'.repeat(100_000))],
    ['a name longer than any text', file('aGk=', 'x'.repeat(70_000))],
    ['content after the padding', file('aGk=aGk=')],
    ['content that ends within a byte', file('aGkaa')],
  ])('reports file_name for %s', async (_name, body) => {
    expect((await uploadJson(shared(), body)).body).toEqual(missing('file_name'));
  });

  test('rejects a number of pages that is sent as a string', async () => {
    const response = await uploadJson(shared(), { ...file('aGk='), no_of_pages: '2' });
    expect(response.body).toEqual(missing('no_of_pages'));
  });

  test('reports a field whose text is longer than only a file may be', async () => {
    const response = await uploadJson(shared(), { ...file('aGk='), description: 'x'.repeat(70_000) });
    expect(response.body).toEqual(missing('description'));
  });

  test('rejects a file that is too large or of another type as a form upload does, and leaves nothing behind', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir, maxFileBytes: 250_000 });
    const response = await uploadJson(running, file(large.toString('base64')));
    expect(response.body).toEqual(
      problem(413, 'File Upload Failure', 'SoapFault: the file is larger than 250000 bytes'),
    );
    const whole = await uploadJson(running, file('A'.repeat(2_000_000)));
    expect(whole.body).toEqual(problem(413, 'File Upload Failure', 'SoapFault: the file is too large'));
    expect((await uploadJson(running, file(randomBytes(100_000).toString('base64')))).status).toBe(412);
    expect((await uploadJson(running, file(pdf().toString('base64'), 'a/b.pdf'))).status).toBe(402);
    expect(readdirSync(join(filesDir(dataDir), 'stored'))).toEqual([]);
    expect((await fetchFileList(running)).meta.total).toBe(0);
  });

  test('reads the body as JSON if no content type is given, and an empty body as an empty object', async () => {
    const running = shared();
    const send = async (body: Buffer) =>
      await running.send(UPLOAD, { method: 'POST', headers: await bearer(running), body: new Uint8Array(body) });
    expect((await send(Buffer.from(JSON.stringify(file(pdf().toString('base64')))))).status).toBe(200);
    expect((await send(Buffer.alloc(0))).body).toEqual(missing('userId'));
    expect((await send(Buffer.from(JSON.stringify({ userId: vendor.vendorEmail })))).body).toEqual(missing('transId'));
  });
});
