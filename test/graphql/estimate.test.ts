// How many upstream calls an operation is estimated to need, from its text, its variables and the schema alone.
import { buildSchema, getVariableValues, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createEstimator } from '../../src/graphql/estimate.ts';
import { createSchema } from '../../src/graphql/schema.ts';

const schema = createSchema();
const weigh = createEstimator(schema);

function estimate(text: string, given: Record<string, unknown> = {}) {
  const { definitions } = parse(text);
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)!;
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  return weigh(operation, {
    fragments: Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])),
    variableValues: coerced!,
  });
}

const files = 'nodes { files { totalCount } }';
const fragments = 'fragment F on Transaction { files { totalCount } }';

test.each<[string, number, string, Record<string, unknown>?]>([
  ['what makes no call', 0, '{ viewer { role } __typename }'],
  ['the description of the schema', 0, '{ __schema { types { fields { type { name } } } } }'],
  ['a page from the start', 1, '{ transactions { nodes { name } } }'],
  ['a page of full records', 1, '{ transactions(first: 100) { nodes { id flat property { city } } } }'],
  ['a page behind a cursor', 2, '{ transactions(after: "x") { totalCount } }'],
  ['a page in front of a cursor', 2, '{ transactions(last: 5, before: "x") { totalCount } }'],
  ['a page from the end', 3, '{ transactions(last: 5) { totalCount } }'],
  ['a field below a page, by its default length', 21, `{ transactions { ${files} } }`],
  ['a field below a page, by first', 6, `{ transactions(first: 5) { ${files} } }`],
  ['a field below a page, by last', 8, `{ transactions(last: 5) { ${files} } }`],
  ['a length in a variable', 8, `query ($n: Int) { transactions(first: $n) { ${files} } }`, { n: 7 }],
  ['a variable’s default', 10, `query ($n: Int = 9) { transactions(first: $n) { ${files} } }`],
  ['a variable that is null', 21, `query ($n: Int) { transactions(first: $n) { ${files} } }`, { n: null }],
  ['a length that will be refused', 101, `{ transactions(first: 1000000) { ${files} } }`],
  ['a length below one', 2, `{ transactions(first: -1000000) { ${files} } }`],
  ['the same by edges and by nodes', 21, `{ transactions { edges { node { files { totalCount } } } ${files} } }`],
  ['the same under two aliases', 21, `{ a: transactions { ${files} } b: transactions { ${files} } }`],
  ['a list with details and without', 2, '{ a: transactions { nodes { name } } b: transactions { nodes { id } } }'],
  ['two lists', 2, '{ a: transactions(first: 1) { totalCount } b: transactions(first: 2) { totalCount } }'],
  ['a fragment', 21, `{ transactions { nodes { ...F } } } ${fragments}`],
  ['a fragment twice', 21, `{ transactions { nodes { ...F ...F } } } ${fragments}`],
  [
    'an inline fragment',
    21,
    '{ transactions { nodes { ... on Node { ... on Transaction { files { totalCount } } } } } }',
  ],
  ['a fragment on another type', 1, '{ transactions { nodes { ... on Node { ... on Account { accountId } } } } }'],
  [
    'what is skipped',
    1,
    'query ($s: Boolean!) { transactions { nodes { ...F @skip(if: $s) } } }'.concat(fragments),
    { s: true },
  ],
  [
    'what is not skipped',
    21,
    'query ($s: Boolean!) { transactions { nodes { ...F @skip(if: $s) } } }'.concat(fragments),
    { s: false },
  ],
  ['what is not included', 1, `{ transactions { nodes { name files @include(if: false) { totalCount } } } }`],
  ['a page of accounts', 1, '{ accounts(first: 100) { nodes { email nrdsId office { name } } } }'],
  ['accountId of a page', 101, '{ accounts(first: 100) { nodes { accountId } } }'],
  ['accountId of one account', 1, '{ account(by: { email: "a@b" }) { accountId } }'],
  ['each account’s transactions', 11, '{ accounts(first: 10) { nodes { transactions { totalCount } } } }'],
  ['pages in pages', 1 + 3 + 3 * 4, `{ accounts(first: 3) { nodes { transactions(first: 4) { ${files} } } } }`],
  [
    'the files’ transaction, once for each page of files',
    41,
    '{ transactions { nodes { files { nodes { transaction { name } } } } } }',
  ],
  ['links', 21, '{ transactions { nodes { archiveUrl files { nodes { downloadUrl } } } } }'],
  ['one node', 1, '{ node(id: "x") { id } }'],
  [
    'of several types, the dearest',
    3,
    '{ node(id: "x") { ... on Account { transactions(after: "x") { totalCount } } ... on Transaction { files { totalCount } } } }',
  ],
  ['as many nodes as there are different ids', 2, '{ nodes(ids: ["x", "y", "x"]) { id } }'],
  ['a field of each node', 4, '{ nodes(ids: ["x", "y"]) { ... on Transaction { files { totalCount } } } }'],
  ['the transaction of each node', 4, '{ nodes(ids: ["x", "y"]) { ... on TransactionFile { transaction { name } } } }'],
  ['ids in a variable', 3, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['x', 'y', 'z'] }],
])('%s: %i', (_, calls, text, variables) => {
  expect(estimate(text, variables).calls).toBe(calls);
});

test('the field that needs most is named by its path in the response', () => {
  expect(
    estimate(`{ mine: transactions(first: 5) { page: nodes { name docs: files { totalCount } } } }`).costliest,
  ).toEqual({
    path: 'mine.page.docs',
    calls: 5,
  });
  expect(estimate('{ viewer { role } }').costliest).toBeNull();
});

test('values that look like paths do not make two lists one', () => {
  const aliases = ['.edges.node.', '.nodes.', '\\n', '\\nnodes{}'].map(
    (name, index) => `t${index}: transactions(filter: { realtorName: "x${name}y" }) { totalCount }`,
  );
  expect(estimate(`{ ${aliases.join(' ')} }`).calls).toBe(4);
});

test('fragments in fragments do not keep it busy', () => {
  const levels = Array.from(
    { length: 60 },
    (_, n) => `fragment F${n} on Transaction { ...F${n + 1} ... { ...F${n + 1} } }`,
  );
  const text = `{ transactions { nodes { ...F0 } } } ${levels.join(' ')} fragment F60 on Transaction { files { totalCount } }`;
  expect(estimate(text).calls).toBe(21);
});

test('what grows beyond all measure is not weighed to its end', () => {
  const level = (inner: string) =>
    `a: files(first: 1) { nodes { transaction { ${inner} } } } b: files(first: 2) { nodes { transaction { ${inner} } } }`;
  let inner = 'name';
  for (let depth = 0; depth < 12; depth += 1) inner = level(inner);
  expect(estimate(`{ transaction(by: { transId: "1" }) { ${inner} } }`).calls).toBe(Number.POSITIVE_INFINITY);
});

test('a @cost that names no argument stops the start', () => {
  const broken = buildSchema(
    'directive @cost(each: String) on FIELD_DEFINITION type Query { things(ids: [ID!]!): [ID] @cost(each: "keys") }',
  );
  expect(() => createEstimator(broken)).toThrow(/Query\.things.*keys/);
});
