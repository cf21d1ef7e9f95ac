// The two encodings of a file in a request (4.7), whatever chunks it arrives in.
import { expect, test } from 'vitest';
import { type UploadEncoding, uploadBody } from '../../../src/upstream/transfers/upload.ts';

async function* chunks(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function encode(encoding: UploadEncoding, content: Buffer, size: number, name = 'a.pdf', maxBytes?: number) {
  const file = { name, mediaType: 'application/pdf', bytes: chunks(content, size), ...(maxBytes && { maxBytes }) };
  const { bytes, contentType, length } = uploadBody(encoding, { transId: '7', no_of_pages: 2 }, file);
  return { contentType, length, body: Buffer.concat(await Array.fromAsync(bytes)) };
}

const content = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256));

test.each([1, 2, 3, 4, 5, 7, 64, 1000])('base64 from chunks of %d bytes decodes to the content', async (size) => {
  const { body, contentType } = await encode('base64', content, size, 'a "b".pdf');
  const { file_name: file, ...fields } = JSON.parse(body.toString());
  expect(contentType).toBe('application/json');
  expect(fields).toEqual({ transId: '7', no_of_pages: 2 });
  expect(file.name).toBe('a "b".pdf');
  expect(Buffer.from(file.content, 'base64').equals(content)).toBe(true);
});

test.each([1, 64, 1000])('a standard parser reads a form from chunks of %d bytes', async (size) => {
  const { body, contentType } = await encode('multipart', content, size, 'é.pdf');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  expect([form.get('transId'), form.get('no_of_pages')]).toEqual(['7', '2']);
  const file = form.get('file_name') as File;
  expect([file.name, file.type]).toEqual(['é.pdf', 'application/pdf']);
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
});

test.each([0, 1, 2, 3, 4, 5, 700])(
  'a file that has %d bytes less than it may have is sent with the announced length, and read as it is',
  async (missing) => {
    const [form, json] = await Promise.all(
      (['multipart', 'base64'] as const).map((each) => encode(each, content, 64, 'é.pdf', content.length + missing)),
    );
    for (const each of [form, json]) expect(each?.length).toBe(each?.body.length);
    const parsed = await new Response(form?.body, { headers: { 'content-type': form?.contentType ?? '' } }).formData();
    expect(Buffer.from(await (parsed.get('file_name') as File).arrayBuffer()).equals(content)).toBe(true);
    expect(Buffer.from(JSON.parse(String(json?.body)).file_name.content, 'base64').equals(content)).toBe(true);
  },
);

test('a name cannot end its line or its quoted string', async () => {
  const { body } = await encode('multipart', content, 1000, 'a"\r\nx: y.pdf');
  expect(body.toString('latin1')).toContain('filename="a%22%0D%0Ax: y.pdf"\r\ncontent-type');
});
