/**
 * Field values as fast-check arbitraries: values that a schema allows, mostly taken from its examples, and values that no
 * schema anticipates.
 */
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import type { Document, Schema } from '../openapi/response-validator.ts';

/** Texts that have broken services before. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  'line\r\nSet-Cookie: a=b',
  '<script>alert(1)</script>',
  "' OR '1'='1",
  '"; DROP TABLE transactions; --',
  '%',
  '_%',
  '\\',
  '../../../etc/passwd',
  '{{7*7}}',
  '\ud800',
  'a\udfffb',
  '\u202egnp.pdf',
  '𝕏👩‍👩‍👧‍👦é',
  'ß'.repeat(300),
  'x'.repeat(20_000),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'NaN',
  '1e309',
  '9'.repeat(400),
  '-1',
  '9223372036854775807',
  '9223372036854775808',
  '2026-02-30',
  '9999-12-31T23:59:59.999999999+14:00',
  '+275760-09-13',
  'NRDSID=<999000001>,NRDSID=<999000001>',
  'NRDSID=<<>>',
  'NRDSID=<999000001>,insertDate=<0000-01-01>',
  'NRDSID=<999000001>,closingDate_range=< - >',
  'NRDSID=<999000001>,propertyType=<C|C|C|Z>',
  'NRDSID=<999000001>,realtorName=<\u0000>',
  'fileID=<\ud800>',
  'fileID=<99999999999999999999>,fileFolderID=<1>',
  'transName:desc:asc',
  '__proto__:asc',
];

const hostileNumbers = [-1, 0, -0, 0.5, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 53), 2 ** 63, 101, 1e21];

export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
);

const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], 0);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 4 },
  { arbitrary: fc.constantFrom<unknown>(...hostileNumbers), weight: 2 },
  { arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { name: null }, deep), weight: 2 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

/** A record that always has the required keys, and each of the others sometimes. */
export function recordOf(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record<Record<string, unknown>, string>({ ...fields }, { requiredKeys: [...required] });
}

/** Generates `usual` values, `weight` times as often as `other` ones. */
export function mostly<T, U>(weight: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ arbitrary: usual as fc.Arbitrary<T | U>, weight }, { arbitrary: other, weight: 1 });
}

/** A value that the schema allows, or nearly so: only examples satisfy patterns. */
export function allowedValue(schema: Schema, document: Document): fc.Arbitrary<unknown> {
  const { $ref, enum: codes, examples, type, minimum = -5, maximum = 200 } = schema;
  if ($ref !== undefined) return allowedValue(resolve($ref, document), document);
  if (codes !== undefined) return fc.constantFrom(...codes);
  const generated = generatedValue(schema, document, String(type), minimum, maximum);
  if (examples === undefined) return generated;
  return mostly<unknown, unknown>(9, fc.constantFrom(...examples), generated);
}

function generatedValue(
  { items, properties, required = [], contentEncoding }: Schema,
  document: Document,
  type: string,
  min: number,
  max: number,
): fc.Arbitrary<unknown> {
  if (type === 'integer') return fc.integer({ min, max });
  if (type === 'boolean') return fc.boolean();
  if (type === 'array')
    return fc.array(items === undefined ? hostileValue : allowedValue(items, document), { maxLength: 4 });
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, allowedValue(field, document)]);
    return recordOf(Object.fromEntries(fields), required);
  }
  if (contentEncoding === 'base64') return fc.base64String({ maxLength: 400 });
  return fc.string({ minLength: 1, maxLength: 30 });
}

function resolve(reference: string, document: Document): Schema {
  const name = reference.replace('#/components/schemas/', '');
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new RangeError(`the document has no ${reference}`);
  return schema;
}
