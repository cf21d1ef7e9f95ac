/** Small requests that cost much: the published attacks on GraphQL servers, each with the error message that rejects it. */

export interface HostileRequest {
  readonly name: string;
  /** Matches the message of the rejection. */
  readonly refusal: RegExp;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join(' ');
const nested = (count: number, open: string, inner: string, close: string) =>
  open.repeat(count) + inner + close.repeat(count);

/** Each fragment spreads the next one twice under different names: 2 to the power of `levels` fields. */
const bomb = (levels: number) =>
  `{ viewer { ...F0 } } ${times(levels, (n) => `fragment F${n} on Viewer { ...F${n + 1} ...F${n + 1} }`)} fragment F${levels} on Viewer { role }`;

export const hostileRequests: readonly HostileRequest[] = [
  {
    name: 'deeply nested fields',
    refusal: /\d+ fields deep, and at most 15 are allowed \(depth\)/,
    query: `{ transaction(by: { transId: "1" }) { ${nested(60, 'files { nodes { transaction { ', 'name', '} } } ')} } }`,
  },
  {
    name: 'fields nested deeply by fragments',
    refusal: /32 fields deep.*\(depth\)/,
    query: `{ transaction(by: { transId: "1" }) { ...F0 } } ${times(10, (n) => `fragment F${n} on Transaction { files { nodes { transaction { ...F${n + 1} } } } }`)} fragment F10 on Transaction { name }`,
  },
  {
    name: 'a flood of aliases of __typename',
    refusal: /300 aliases, and at most 50 are allowed \(aliases\)/,
    query: `{ viewer { ${times(300, (n) => `a${n}: __typename`)} } }`,
  },
  {
    name: 'a flood of aliases in fragments',
    refusal: /\d+ aliases.*\(aliases\)/,
    query: `{ viewer { ...A } other: viewer { ...A } } fragment A on Viewer { ${times(30, (n) => `a${n}: role`)} }`,
  },
  {
    name: 'a flood of root fields',
    refusal: /300 root fields, and at most 30 are allowed \(rootFields\)/,
    query: `{ ${times(300, () => '__typename')} }`,
  },
  {
    name: 'a fragment bomb',
    refusal: /\d+ selections.*at most 5000 are allowed \(selections\)/,
    query: bomb(25),
  },
  { name: 'the largest fragment bomb', refusal: /selections.*\(selections\)/, query: bomb(75) },
  {
    name: 'a fragment within itself',
    refusal: /Cannot spread fragment "F" within itself/,
    query: '{ viewer { ...F } } fragment F on Viewer { role ...F }',
  },
  {
    name: 'a cycle of fragments',
    refusal: /Cannot spread fragment "\w+" within itself/,
    query: `{ viewer { ...F0 } } ${times(24, (n) => `fragment F${n} on Viewer { ${times(10, (m) => `...F${(n + m + 1) % 24}`)} }`)}`,
  },
  {
    name: 'a flood of directives on one field',
    refusal: /400 directives, and at most 50 are allowed \(directives\)/,
    query: `{ viewer { role ${times(400, () => '@a')} } }`,
  },
  {
    name: 'a flood of directives on an operation',
    refusal: /400 directives.*\(directives\)/,
    query: `query ${times(400, (n) => `@a${n}`)} { viewer { role } }`,
  },
  {
    name: 'a field repeated 900 times',
    refusal: /selects one field 900 times in one place, and at most 50 are allowed \(repeats\)/,
    query: `{ viewer { ${times(900, () => 'role')} } }`,
  },
  {
    name: 'a field repeated by fragments',
    refusal: /selects one field 60 times.*\(repeats\)/,
    query: `{ viewer { ${times(60, (n) => `...F${n}`)} } } ${times(60, (n) => `fragment F${n} on Viewer { role }`)}`,
  },
  {
    name: 'a repeated field below repeated fields',
    refusal: /selects one field 100 times.*\(repeats\)/,
    query: `{ ${times(10, () => `viewer { ${times(10, () => 'role')} }`)} }`,
  },
  {
    name: 'a huge list of ids in the query',
    refusal: /A list or an object has 900 entries, and at most 250 are allowed \(listItems\)/,
    query: `{ nodes(ids: [${times(900, (n) => `"${n}"`)}]) { id } }`,
  },
  {
    name: 'a long list of ids in a variable',
    refusal: /A list or an object has 9000 entries.*\(listItems\)/,
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 9_000 }, () => '1') },
  },
  {
    name: 'a huge list of ids in a variable',
    refusal: /The body has more than 10000 values/,
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 100_000 }, () => '1') },
  },
  {
    name: 'a deeply nested value in the query',
    refusal: /A value is nested 200 deep, and at most 10 are allowed \(inputDepth\)/,
    query: `{ transaction(by: ${nested(200, '{ id: ', '1', '}')}) { name } }`,
  },
  {
    name: 'a deeply nested value in a variable',
    refusal: /A value is nested 11 deep, and at most 10 are allowed \(inputDepth\)/,
    query: 'query ($by: TransactionKey!) { transaction(by: $by) { name } }',
    variables: { by: JSON.parse(nested(5_000, '{"id":', '1', '}')) },
  },
  {
    name: 'a variable with 9,000 unknown keys',
    refusal: /A list or an object has 9000 entries.*\(listItems\)/,
    query: 'query ($by: TransactionKey!) { transaction(by: $by) { name } }',
    variables: { by: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`transIds${n}`, 1])) },
  },
  {
    name: 'definitions of types',
    refusal: /^The "Query" definition is not executable\.$/,
    query: `{ viewer { role } } type Query { ${times(100, (n) => `field${n}: Int`)} }`,
  },
  {
    name: 'introspection that goes in circles',
    refusal: /(Maximum introspection depth exceeded|fields deep)/,
    query: `{ __schema { types { ${nested(6, 'fields { type { ', 'name', '} } ')} } } }`,
  },
  {
    name: 'repeated introspection',
    refusal: /selects the schema 20 times, and at most 1 are allowed \(introspections\)/,
    query: `{ ${times(20, (n) => `a${n}: __schema { types { fields { type { fields { name } } } } }`)} }`,
  },
  {
    name: 'introspection with many aliases',
    refusal: /45 aliases within the schema, and at most 0 are allowed \(introspectionAliases\)/,
    query: `{ __schema { types { ${times(45, (n) => `a${n}: fields { name description }`)} } } }`,
  },
  {
    name: 'ten thousand tokens',
    refusal: /^The query has more than 1000 tokens, the maximum allowed \(tokens\)\.$/,
    query: `{ viewer { ${times(10_000, (n) => `role${n}`)} } }`.slice(0, 40_000).concat(' } }'),
  },
  {
    name: 'brackets that never close',
    refusal: /^The query has more than 1000 tokens, the maximum allowed \(tokens\)\.$/,
    query: '{ a(b: '.concat('['.repeat(40_000)),
  },
  {
    name: 'a name of a million characters',
    refusal: /The query has \d+ characters, and at most 50000 are allowed \(characters\)/,
    query: `{ ${'a'.repeat(1_000_000)} }`,
  },
  {
    name: 'endless comments',
    refusal: /\(characters\)/,
    query: `{ viewer { role } } ${'#\n'.repeat(300_000)}`,
  },
  {
    name: 'an endless string',
    refusal: /\(characters\)/,
    query: `{ transaction(by: { transId: "${'\\u0061'.repeat(100_000)}" }) { name } }`,
  },
  {
    name: 'lists of lists in a variable',
    refusal: /The variables have 5001 values, and at most 5000 are allowed \(variableValues\)/,
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 90 }, () => Array.from({ length: 90 }, () => 1)) },
  },
  {
    name: 'unknown keys beside a very long text',
    refusal: /The variables are invalid in more than 5 places/,
    query: 'query ($by: TransactionKey!) { transaction(by: $by) { name } }',
    variables: {
      by: { id: 'x'.repeat(900_000), ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, 1])) },
    },
  },
  {
    name: 'a name as long as a query may be',
    refusal: /Cannot query field/,
    query: `{ viewer { ${'a'.repeat(49_900)} } }`,
  },
];
