/** Request bodies: the fields of an operation, mostly valid, encoded as JSON, as a form, or as something unreadable. */
import fc from 'fast-check';
import type { Document, Operation, Schema } from '../openapi/response-validator.ts';
import { allowedValue, hostileText, hostileValue, mostly, recordOf } from './values.ts';

export interface Body {
  readonly contentType: string | null;
  readonly bytes: Buffer;
}

type Fields = Readonly<Record<string, unknown>>;

/** Marks a field to omit from a request that has other fields. */
const ABSENT = Symbol('absent');

export function bodyOf({ requestBody }: Operation, document: Document): fc.Arbitrary<Body> {
  const media = Object.entries(requestBody?.content ?? {});
  const encodedBodies = media.map(([type, { schema }]) =>
    fieldsOf(schema, document).chain((fields) => write(type, fields)),
  );
  return mostly(9, fc.oneof(...encodedBodies), unreadable);
}

/** Half of all requests are as documented; in the others a field may be hostile, absent or unknown. */
function fieldsOf({ properties = {}, required = [] }: Schema, document: Document): fc.Arbitrary<Fields> {
  const names = Object.keys(properties);
  const validValue = (name: string) => allowedValue(properties[name] ?? {}, document);
  const asDocumented = recordOf(Object.fromEntries(names.map((name) => [name, validValue(name)])), required);
  const anyValue = (name: string) =>
    fc.oneof(
      { arbitrary: validValue(name), weight: 8 },
      { arbitrary: hostileValue, weight: 2 },
      { arbitrary: fc.constant<unknown>(ABSENT), weight: 1 },
    );
  const unknownFields = fc.dictionary(hostileText, hostileValue, { maxKeys: 2 });
  const perturbed = fc
    .tuple(fc.record(Object.fromEntries(names.map((name) => [name, anyValue(name)]))), unknownFields)
    .map(([fields, unknown]) => {
      const presentFields = Object.entries(fields).filter(([, value]) => value !== ABSENT);
      return { ...unknown, ...Object.fromEntries(presentFields) };
    });
  return fc.oneof(asDocumented, perturbed);
}

function write(type: string, fields: Fields): fc.Arbitrary<Body> {
  if (type === 'multipart/form-data') return asMultipart(fields);
  if (type === 'application/x-www-form-urlencoded') {
    const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
      name.toWellFormed(),
      String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed(),
    ]);
    return fc.constant({ contentType: type, bytes: Buffer.from(new URLSearchParams(pairs).toString()) });
  }
  const json = Buffer.from(JSON.stringify(fields));
  const contentTypes = mostly(
    12,
    fc.constant(type),
    fc.constantFrom(null, 'application/json; charset=utf-8', 'text/plain', 'nonsense', 'multipart/form-data'),
  );
  const truncation = mostly(15, fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }));
  return fc.record({
    contentType: contentTypes,
    bytes: truncation.map((share) => json.subarray(0, Math.ceil(share * json.length))),
  });
}

const BOUNDARY = 'a-boundary-of-generated-requests';

/** Encodes the fields as a form, sometimes truncated, or with a hostile file name or content. */
function asMultipart(fields: Fields): fc.Arbitrary<Body> {
  const fileName = mostly(
    6,
    fc.constantFrom('agreement.pdf', 'photo.jpg', 'letter.doc', 'sheet.xls', 'run.exe'),
    hostileText,
  );
  const contents = mostly(
    4,
    fc.constant(Buffer.from('%PDF-1.4\n%%EOF\n')),
    fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  );
  const truncation = mostly(15, fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }));
  return fc
    .tuple(
      fileName,
      contents,
      truncation,
      fc.shuffledSubarray(Object.keys(fields), { minLength: Object.keys(fields).length }),
    )
    .map(([name, content, share, order]) => {
      const parts = order.map((field) => {
        const disposition = `content-disposition: form-data; name="${escapeName(field)}"`;
        const isFile = field === 'file_name';
        const head = isFile
          ? `${disposition}; filename="${escapeName(name)}"\r\ncontent-type: application/octet-stream`
          : disposition;
        const value = fields[field];
        const bytes = isFile ? content : Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
        return Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n')]);
      });
      const bytes = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
      return {
        contentType: `multipart/form-data; boundary=${BOUNDARY}`,
        bytes: bytes.subarray(0, Math.ceil(share * bytes.length)),
      };
    });
}

/** Escapes a name as browsers do. */
const escapeName = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const unreadable: fc.Arbitrary<Body> = fc.record({
  contentType: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'multipart/form-data',
    `multipart/form-data; boundary=${BOUNDARY}`,
    'application/x-www-form-urlencoded',
    'application/xml',
    null,
  ),
  bytes: fc.oneof(
    fc
      .constantFrom(
        '',
        '[]',
        'null',
        '"text"',
        '1e999',
        '{',
        '{"userId":',
        '\ufeff{}',
        '[['.repeat(5000),
        `--${BOUNDARY}`,
      )
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ),
});
