// The estimate of upstream calls, from the operation's text, its variables and the schema alone.
import { buildSchema, getVariableValues, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createCostEstimator } from '../../../src/graphql/cost/estimate.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';

const schema = createSchema();
const estimateCost = createCostEstimator(schema);

function estimate(text: string, given: Record<string, unknown> = {}) {
  const { definitions } = parse(text);
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)!;
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  return estimateCost(operation, {
    fragments: Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])),
    variableValues: coerced!,
  });
}

const files = 'nodes { files { totalCount } }';
const fragments = 'fragment F on Transaction { files { totalCount } }';

test.each<[string, number, string, Record<string, unknown>?]>([
  ['a query that makes no call', 0, '{ viewer { role } __typename }'],
  ['a page from the start', 1, '{ transactions { nodes { name } } }'],
  ['a page after a cursor', 2, '{ transactions(after: "x") { totalCount } }'],
  ['a page before a cursor', 2, '{ transactions(last: 5, before: "x") { totalCount } }'],
  ['a page from the end', 2, '{ transactions(last: 60) { totalCount } }'],
  ['a large page from the end', 3, '{ transactions(last: 61) { totalCount } }'],
  ['a field of each node of a page of the default length', 21, `{ transactions { ${files} } }`],
  ['a field of each node of a page with last', 7, `{ transactions(last: 5) { ${files} } }`],
  ['a page whose length is a variable', 8, `query ($n: Int) { transactions(first: $n) { ${files} } }`, { n: 7 }],
  [
    'a page whose length is the default of a variable',
    10,
    `query ($n: Int = 9) { transactions(first: $n) { ${files} } }`,
  ],
  [
    'a page whose length is a variable that is null',
    21,
    `query ($n: Int) { transactions(first: $n) { ${files} } }`,
    { n: null },
  ],
  ['a page whose length will be rejected', 101, `{ transactions(first: 1000000) { ${files} } }`],
  ['a page whose length is below one', 2, `{ transactions(first: -1000000) { ${files} } }`],
  ['the same field by edges and by nodes', 21, `{ transactions { edges { node { files { totalCount } } } ${files} } }`],
  ['the same page under two aliases', 21, `{ a: transactions { ${files} } b: transactions { ${files} } }`],
  [
    'a list with details and without them',
    2,
    '{ a: transactions { nodes { name } } b: transactions { nodes { id } } }',
  ],
  ['a fragment that is spread twice', 21, `{ transactions { nodes { ...F ...F } } } ${fragments}`],
  [
    'a field in an inline fragment',
    21,
    '{ transactions { nodes { ... on Node { ... on Transaction { files { totalCount } } } } } }',
  ],
  ['a fragment on another type', 1, '{ transactions { nodes { ... on Node { ... on Account { accountId } } } } }'],
  [
    'a fragment that is skipped',
    1,
    'query ($s: Boolean!) { transactions { nodes { ...F @skip(if: $s) } } }'.concat(fragments),
    { s: true },
  ],
  [
    'a fragment that is not skipped',
    21,
    'query ($s: Boolean!) { transactions { nodes { ...F @skip(if: $s) } } }'.concat(fragments),
    { s: false },
  ],
  ['a field that is not included', 1, `{ transactions { nodes { name files @include(if: false) { totalCount } } } }`],
  ['the accountId of each account of a page', 101, '{ accounts(first: 100) { nodes { accountId } } }'],
  ['the accountId of one account', 1, '{ account(by: { email: "a@b" }) { accountId } }'],
  [
    'the transactions of each account of a page',
    11,
    '{ accounts(first: 10) { nodes { transactions { totalCount } } } }',
  ],
  ['pages within pages', 1 + 3 + 3 * 4, `{ accounts(first: 3) { nodes { transactions(first: 4) { ${files} } } } }`],
  [
    'the transaction of files, once per page of files,',
    41,
    '{ transactions { nodes { files { nodes { transaction { name } } } } } }',
  ],
  ['links to files and archives', 21, '{ transactions { nodes { archiveUrl files { nodes { downloadUrl } } } } }'],
  ['the account of each transaction of a page', 1, '{ transactions(first: 100) { nodes { account { id email } } } }'],
  ['its number, once per page', 2, '{ transactions(first: 100) { nodes { account { accountId } } } }'],
  ['its number, for each node', 4, '{ nodes(ids: ["x", "y"]) { ... on Transaction { account { accountId } } } }'],
  [
    'its other transactions, once per page',
    2,
    '{ transactions { nodes { account { transactions { totalCount } } } } }',
  ],
  ['the lists of the viewer', 2, '{ viewer { accounts { totalCount } transactions { totalCount } } }'],
  ['one node', 1, '{ node(id: "x") { id } }'],
  [
    'a node of several types, by the most expensive one,',
    3,
    '{ node(id: "x") { ... on Account { transactions(after: "x") { totalCount } } ... on Transaction { files { totalCount } } } }',
  ],
  ['nodes, by the number of distinct ids,', 2, '{ nodes(ids: ["x", "y", "x"]) { id } }'],
  ['a field of each node', 4, '{ nodes(ids: ["x", "y"]) { ... on Transaction { files { totalCount } } } }'],
  [
    'the transaction of each file among nodes',
    4,
    '{ nodes(ids: ["x", "y"]) { ... on TransactionFile { transaction { name } } } }',
  ],
  ['nodes whose ids are a variable', 3, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['x', 'y', 'z'] }],
])('the estimate of %s is %i calls', (_, calls, text, variables) => {
  expect(estimate(text, variables).calls).toBe(calls);
});

test('the most expensive field is named by its path in the response', () => {
  expect(
    estimate(`{ mine: transactions(first: 5) { page: nodes { name docs: files { totalCount } } } }`).costliest,
  ).toEqual({
    path: 'mine.page.docs',
    calls: 5,
  });
  expect(estimate('{ viewer { role } }').costliest).toBeNull();
});

test('argument values that look like paths do not merge two lists into one', () => {
  const aliases = ['.edges.node.', '.nodes.', '\\n', '\\nnodes{}'].map(
    (name, index) => `t${index}: transactions(filter: { realtorName: "x${name}y" }) { totalCount }`,
  );
  expect(estimate(`{ ${aliases.join(' ')} }`).calls).toBe(4);
});

test('nested fragments do not take exponential time', () => {
  const levels = Array.from(
    { length: 60 },
    (_, n) => `fragment F${n} on Transaction { ...F${n + 1} ... { ...F${n + 1} } }`,
  );
  const text = `{ transactions { nodes { ...F0 } } } ${levels.join(' ')} fragment F60 on Transaction { files { totalCount } }`;
  expect(estimate(text).calls).toBe(21);
});

test('estimation of an excessively large query is not completed', () => {
  const level = (inner: string) =>
    `a: files(first: 1) { nodes { transaction { ${inner} } } } b: files(first: 2) { nodes { transaction { ${inner} } } }`;
  let inner = 'name';
  for (let depth = 0; depth < 12; depth += 1) inner = level(inner);
  expect(estimate(`{ transaction(by: { transId: "1" }) { ${inner} } }`).calls).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['no argument', 'things(ids: [ID!]!): [ID] @cost(each: "keys")', /Query\.things.*keys.*does not exist/],
  ['an argument that is not a list', 'things(key: ID!): [ID] @cost(each: "key")', /Query\.things.*key.*is not a list/],
])('a @cost that names %s prevents startup', (_, field, message) => {
  const broken = buildSchema(`directive @cost(each: String) on FIELD_DEFINITION type Query { ${field} }`);
  expect(() => createCostEstimator(broken)).toThrow(message);
});
