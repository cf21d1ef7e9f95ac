/**
 * The body of uploadfiles (4.7), generated while it is sent: the fields, then the file's bytes as they arrive. The spec shows no
 * encoding, so two are supported: multipart/form-data, and JSON with the content in base64. The length is not known in advance.
 */
import { randomBytes } from 'node:crypto';
import { FILE_FIELD, jsonFileFields } from '@realty-forms/contract/calls/file-requests.ts';
import { printFormFileName } from '@realty-forms/platform/web/forms.ts';

export type UploadEncoding = 'multipart' | 'base64';

export interface UploadBody {
  readonly contentType: string;
  readonly bytes: AsyncIterable<Buffer>;
}

export interface FileToSend {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

type Fields = Readonly<Record<string, string | number>>;

const encoders: Readonly<Record<UploadEncoding, (fields: Fields, file: FileToSend) => UploadBody>> = {
  multipart(fields, file) {
    // Random and long enough that no file contains it.
    const boundary = `form-${randomBytes(24).toString('hex')}`;
    return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: multipart(boundary, fields, file) };
  },
  base64: (fields, file) => ({ contentType: 'application/json', bytes: jsonWithBase64(fields, file) }),
};

export function uploadBody(encoding: UploadEncoding, fields: Fields, file: FileToSend): UploadBody {
  return encoders[encoding](fields, file);
}

/** RFC 7578. The file is the last part, so that the receiver has all fields before it. */
async function* multipart(boundary: string, fields: Fields, { name, mediaType, bytes }: FileToSend) {
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="${FILE_FIELD}"; filename="${printFormFileName(name)}"`;
  yield Buffer.from(
    `${parts.join('')}--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${mediaType}\r\n\r\n`,
  );
  for await (const chunk of bytes) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

async function* jsonWithBase64(fields: Fields, { name, bytes }: FileToSend) {
  const { name: nameField, content } = jsonFileFields;
  const file = `${JSON.stringify(FILE_FIELD)}:{${JSON.stringify(nameField)}:${JSON.stringify(name)},"${content}":"`;
  yield Buffer.from(`${JSON.stringify(fields).slice(0, -1)},${file}`);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const all = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    // Three bytes encode to four characters; an incomplete group of three waits for the next chunk.
    const whole = all.length - (all.length % 3);
    rest = all.subarray(whole);
    if (whole > 0) yield Buffer.from(all.toString('base64', 0, whole), 'latin1');
  }
  yield Buffer.from(`${rest.toString('base64')}"}}`, 'latin1');
}
