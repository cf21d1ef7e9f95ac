/** Damages a body in one to three ways: its bytes, or, while it is still an object, the values of its keys. */
import type { Random } from '../isolation/random.ts';

const MAX_BYTES = 1_100_000;
const MAX_DEPTH = 20_000;

const pieces = [
  ...['{', '}', '[', ']', '"', ':', ',', '\\', '\\u0000', '\\ud800', '\\u', '//', '/*', 'null', 'true', '-', '1e999'],
  ...['\u0000', '\ufeff', '\u2028', '\r\n', '"__proto__":{"a":1},', '"query":"{",', '"variables":[],', '""', '...'],
  ...['"constructor":{"prototype":{}},', '$a', '@skip(if:true)', '@include', '{__typename}', '# ', 'fragment F on'],
];

const numbers = [
  ...['1e999', '-1e999', '1e-999', '-0', '9007199254740993', '123456789012345678901234567890', '0.1e1', '1e2147483648'],
  ...['9'.repeat(5_000), `0.${'0'.repeat(5_000)}1`, `-${'1'.repeat(400)}e-400`, '2147483648', '-2147483649'],
];

const values = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '""', '"x"', '[]', '{}', '[null]', '[[]]', '[{}]', '{"":{}}'],
  ...[
    '{"__proto__":{}}',
    '{"length":1}',
    '{"toString":1}',
    '{"kind":"Document"}',
    '["{ viewer { role } }"]',
    '"\\u0000"',
  ],
  ...['{"persistedQuery":{"version":1,"sha256Hash":"x"}}', '{"persistedQuery":null}', '{"id":[],"name":{},"after":1}'],
];

const keys = ['query', 'variables', 'operationName', 'extensions'];
const innerKeys = ['id', 'name', 'after', 'a', 'b', 'persistedQuery', 'documentId', ...keys];

type Damage = (body: Buffer, random: Random) => Buffer;

const byteDamages: readonly Damage[] = [
  (body, random) => {
    const flipped = Buffer.from(body);
    for (let left = 1 + random.integer(8); left > 0 && flipped.length > 0; left -= 1) {
      const at = random.integer(flipped.length);
      flipped[at] = (flipped[at] as number) ^ (1 << random.integer(8));
    }
    return flipped;
  },
  (body, random) => body.subarray(0, random.integer(body.length + 1)),
  (body, random) => body.subarray(random.integer(body.length + 1)),
  (body, random) => inserted(body, Buffer.from(random.pick(pieces)), random),
  (body, random) => inserted(body, Buffer.from(random.pick(pieces).repeat(1 + random.integer(500))), random),
  (body, random) => inserted(body, randomBytes(random), random),
  (body, random) => {
    const [from, to] = span(body, random);
    return Buffer.concat([body.subarray(0, from), body.subarray(to)]);
  },
  (body, random) => {
    const [from, to] = span(body, random);
    return Buffer.concat([body.subarray(0, to), body.subarray(from)]);
  },
  (body, random) => Buffer.from(body.toString(), random.pick(['utf16le', 'latin1', 'base64'] as const)),
  (body) => Buffer.concat([body, body]),
  (body, random) => Buffer.concat([body, Buffer.alloc(random.pick([1, 100, 100_000, MAX_BYTES]), ' ')]),
];

/** Appended after the last member, the value is a duplicate of its key, and the one that counts. */
const memberDamages: readonly Damage[] = [
  (body, random) => withMember(body, random.pick(keys), random.pick(values)),
  (body, random) => withMember(body, random.pick(keys), random.pick(numbers)),
  (body, random) =>
    withMember(body, 'variables', `{"${random.pick(innerKeys)}":${random.pick([...values, ...numbers])}}`),
  (body, random) =>
    withMember(body, 'extensions', `{"${random.pick(innerKeys)}":${random.pick([...values, ...numbers])}}`),
  (body, random) => withMember(body, random.pick(keys), nested(random)),
  (body, random) => withMember(body, 'variables', `{"${random.pick(innerKeys)}":${nested(random)}}`),
  (body, random) => {
    const name = random.pick([...keys, '__proto__', 'a']);
    return withMember(
      body,
      'variables',
      `{${Array(1 + random.integer(5_000))
        .fill(`"${name}":1`)
        .join()}}`,
    );
  },
  (body, random) => withMember(body, 'query', JSON.stringify(nestedQuery(random))),
];

export function damageBody(body: Buffer, random: Random): Buffer {
  let result = body;
  for (let left = 1 + random.integer(3); left > 0; left -= 1) {
    result = random.pick(random.chance(0.5) ? byteDamages : memberDamages)(result, random);
  }
  return result.subarray(0, MAX_BYTES);
}

function withMember(body: Buffer, key: string, value: string): Buffer {
  const end = body.lastIndexOf('}');
  return end < 0 ? body : Buffer.concat([body.subarray(0, end), Buffer.from(`,"${key}":${value}}`)]);
}

function nested(random: Random): string {
  const depth = 1 + random.integer(random.pick([10, 1_000, MAX_DEPTH]));
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"":', '}]'],
  ] as const);
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

function nestedQuery(random: Random): string {
  const depth = 1 + random.integer(random.pick([10, 200, MAX_DEPTH]));
  const of = (open: string, close: string, core: string): string => open.repeat(depth) + core + close.repeat(depth);
  return random.pick([
    () => of('{ viewer ', '}', ''),
    () => `{ nodes(ids: ${of('[', ']', '"x"')}) { id } }`,
    () => `{ node(id: ${of('{a: ', '}', '1')}) { id } }`,
    () => `query ($a: ${of('[', ']', 'ID')}) { __typename }`,
    () => of('{ ... ', '}', '{ __typename }'),
    () => `{ ${'viewer { role } '.repeat(depth)} }`,
    () => `{ ${Array.from({ length: depth }, (_, at) => `a${at}: __typename`).join(' ')} }`,
    () => `{ __typename ${'@skip(if: false) '.repeat(depth)} }`,
    () =>
      `{ ...F } ${Array.from({ length: depth }, (_, at) => `fragment F${at || ''} on Query { ...F${at + 1} }`).join(' ')}`,
    () => '{ ...F } fragment F on Query { ...F }',
    () => `{ __schema ${of('{ types { fields { type ', '} } }', '{ name }')} }`,
  ])();
}

function inserted(body: Buffer, piece: Buffer, random: Random): Buffer {
  const at = random.integer(body.length + 1);
  return Buffer.concat([body.subarray(0, at), piece, body.subarray(at)]);
}

function span(body: Buffer, random: Random): readonly [from: number, to: number] {
  const from = random.integer(body.length + 1);
  return [from, from + random.integer(body.length - from + 1)];
}

function randomBytes(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 1 + random.integer(64) }, () => random.integer(256)));
}
