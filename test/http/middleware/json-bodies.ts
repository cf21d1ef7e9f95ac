/**
 * Bodies at the edges of JSON (RFC 8259), one per row: what they test, the bytes, and whether the gateway executes or rejects
 * them. Valid JSON that is no valid GraphQL request is rejected too.
 */
export type JsonBody = readonly [what: string, body: string | Buffer, answer: 'executed' | 'rejected'];

const query = '{"query":"{ viewer { role } }"';
const deep = 100_000;

const valid: readonly (readonly [string, string])[] = [
  ['white space all around', ` \t\r\n${query} \t\r\n} \n`],
  ['escapes in a key', '{"\\u0071uery":"{ viewer { role } }"}'],
  ['escapes in the query', '{"query":"\\u007b viewer \\u007b role \\u007d \\u007d"}'],
  ['a key twice, the last one good', '{"query":"{","query":"{ viewer { role } }"}'],
  ['an empty key', `${query},"":0}`],
  ['unknown keys', `${query},"a":[1e400,-0,1E-400,123123123123123123123,"\\ud800"]}`],
  ['null in every place', `${query},"variables":null,"operationName":null,"extensions":null}`],
  ['empty objects in every place', `${query},"variables":{},"extensions":{}}`],
  ['a surrogate that stands alone in a variable', `${query},"variables":{"a":"\\ud800"}}`],
  ['a zero byte, escaped', `${query},"variables":{"a":"\\u0000"}}`],
  ['numbers beyond every size in a variable', `${query},"variables":{"a":[1e999,-1e999,0.1e-999]}}`],
];

const wrongShape: readonly (readonly [string, string])[] = [
  ...['null', 'true', '0', '1e9999', '""', '"query"', '[]', '{}', '[null]'].map((text) => [text, text] as const),
  ['several operations', `[${query}},${query}}]`],
  ...['1', '[]', '{}', 'null', '""'].map((value) => [`query: ${value}`, `{"query":${value}}`] as const),
  ...['1', '"x"', '[]', 'true'].map((value) => [`variables: ${value}`, `${query},"variables":${value}}`] as const),
  ...['1', '{}', '[]', '"nowhere"'].map(
    (value) => [`operationName: ${value}`, `${query},"operationName":${value}}`] as const,
  ),
  ...['1', '"x"', 'true'].map((value) => [`extensions: ${value}`, `${query},"extensions":${value}}`] as const),
  ['a prototype', '{"__proto__":{"query":"{ viewer { role } }"}}'],
  ['a prototype beside the query', `${query},"__proto__":{"admin":true}}`],
  ['a constructor', `${query},"constructor":{"prototype":{"admin":true}}}`],
  ['arrays as deep as can be', '['.repeat(deep) + ']'.repeat(deep)],
  ['objects as deep as can be', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
  ['a query as deep as can be', JSON.stringify({ query: '{ viewer '.repeat(deep) + '}'.repeat(deep) })],
  [
    'a list as deep as can be',
    JSON.stringify({ query: `{ nodes(ids: ${'['.repeat(deep)}${']'.repeat(deep)}) { id } }` }),
  ],
];

const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`key${at}`, at])));

const tooMuch: readonly (readonly [string, string])[] = [
  ['more variables than any request needs', `${query},"variables":${manyKeys}}`],
  ['more extensions than any request needs', `${query},"extensions":${manyKeys}}`],
  ['more unknown keys than any request needs', `${query},${manyKeys.slice(1, -1)}}`],
  ['more empty objects than any request needs', `${query},"variables":{"a":[${'{},'.repeat(30_000)}{}]}}`],
];

/** One of each kind of mistake: structure, numbers, words, strings, white space, other languages, and an early end. */
const notJson: readonly string[] = [
  ...[' ', '{', ']', ',', '{]', '{"a"}', '{"a":1,}', '[,1]', '{"a" 1}', '{a:1}', '{"a":1}x', '{"a":1}{"b":2}'],
  ...['{"a":/**/1}', '01', '+1', '.1', '1e', '0x1', 'NaN', 'nul', 'True', "'a'", '"\\x"', '"\\u12G4"', '"\\', '"a'],
  ...['"\n"', '"\u0000"', '\u0000', '\u00a0{}', '\u2028{}', '<xml/>', 'query=1', '{ viewer { role } }', '{"a":{"b":"'],
];

const bytes: readonly (readonly [string, Buffer])[] = [
  ['UTF-16 with a mark', Buffer.from(`\ufeff${query}}`, 'utf16le')],
  ['bytes that are no UTF-8, outside of text', Buffer.from([0xff, 0xfe, 0x7b, 0x7d])],
  ['half of a character', Buffer.from([0x22, 0xe2, 0x82])],
  ['an overlong slash', Buffer.from([0xc0, 0xaf])],
];

export const jsonBodies: readonly JsonBody[] = [
  ...valid.map(([what, body]) => [what, body, 'executed'] as const),
  ...wrongShape.map(([what, body]) => [what, body, 'rejected'] as const),
  ...tooMuch.map(([what, body]) => [what, body, 'rejected'] as const),
  ...notJson.map((body) => [JSON.stringify(body), body, 'rejected'] as const),
  ...bytes.map(([what, body]) => [what, body, 'rejected'] as const),
];
