// Whether a list asks for full details is decided by what is selected below it, counted at the upstream.
import { expect, test } from 'vitest';
import { serviceToken } from '../support/caller-tokens.ts';
import { startStubbedGraph } from '../support/graph-under-test.ts';

interface Row {
  readonly selects: string;
  /** What stands below `transactions`. */
  readonly selection: string;
  readonly full: boolean;
  readonly declares?: string;
  readonly variables?: Record<string, unknown>;
  readonly fragments?: string;
}

const summary = 'name realtorName insertDate lastUpdateDate propertyType type status';

const rows: readonly Row[] = [
  { selects: 'all summary fields by nodes', selection: `nodes { ${summary} }`, full: false },
  { selects: 'all summary fields by edges', selection: `edges { node { ${summary} } }`, full: false },
  { selects: 'the count only', selection: 'totalCount', full: false },
  { selects: 'cursors only', selection: 'edges { cursor }', full: false },
  { selects: 'page info only', selection: 'pageInfo { endCursor hasNextPage }', full: false },
  {
    selects: '__typename at every level',
    selection: '__typename nodes { __typename } edges { __typename }',
    full: false,
  },
  { selects: 'an aliased __typename', selection: 'nodes { kind: __typename name }', full: false },
  { selects: 'id', selection: 'nodes { id }', full: true },
  { selects: 'transId', selection: 'edges { node { transId } }', full: true },
  { selects: 'flat', selection: 'nodes { flat(keys: ["City"]) }', full: true },
  ...['property { city }', 'listing { price }', 'purchase { price }', 'seller { landlordName }'].map(detail),
  ...['buyer { agent { name } }', 'serviceProviders { kind }'].map(detail),
  {
    selects: 'a summary by nodes and a detail by edges',
    selection: 'nodes { name } edges { node { id } }',
    full: true,
  },
  {
    selects: 'a detail by nodes and a summary by edges',
    selection: 'nodes { id } edges { node { name } }',
    full: true,
  },
  { selects: 'a summary under the alias of a detail', selection: 'nodes { id: name }', full: false },
  { selects: 'a detail under the alias of a summary', selection: 'nodes { name: transId }', full: true },
  { selects: 'a detail below aliased levels', selection: 'all: edges { it: node { number: transId } }', full: true },
  { selects: 'a detail below the second alias', selection: 'a: nodes { name } b: nodes { id }', full: true },
  { selects: 'a detail in an inline fragment', selection: 'nodes { ... on Transaction { id } }', full: true },
  { selects: 'a detail in an untyped fragment', selection: '... { nodes { ... { ... { id } } } }', full: true },
  { selects: 'a detail by the interface', selection: 'nodes { ... on Node { id } }', full: true },
  { selects: 'a summary in an inline fragment', selection: 'nodes { ... on Transaction { name } }', full: false },
  {
    selects: 'a detail in nested named fragments',
    selection: '...Page',
    fragments:
      'fragment Page on TransactionConnection { edges { ...Edge } } fragment Edge on TransactionEdge { node { ...It } } ' +
      'fragment It on Transaction { name property { ...Place } } fragment Place on Property { city }',
    full: true,
  },
  {
    selects: 'a summary in nested named fragments',
    selection: '...Page',
    fragments:
      'fragment Page on TransactionConnection { edges { ...Edge } } fragment Edge on TransactionEdge { node { ...It } } ' +
      'fragment It on Transaction { name }',
    full: false,
  },
  { selects: 'a detail that is skipped', selection: 'nodes { name id @skip(if: true) }', full: false },
  { selects: 'a detail that is not included', selection: 'nodes { name id @include(if: false) }', full: false },
  { selects: 'a detail that is not skipped', selection: 'nodes { id @skip(if: false) }', full: true },
  {
    selects: 'a detail both included and skipped',
    selection: 'nodes { name id @include(if: true) @skip(if: true) }',
    full: false,
  },
  { selects: 'a skipped level above a detail', selection: 'nodes @skip(if: true) { id } totalCount', full: false },
  {
    selects: 'a skipped fragment with a detail',
    selection: 'nodes { name ... @include(if: false) { id } }',
    full: false,
  },
  {
    selects: 'a named fragment that a variable leaves out',
    selection: 'nodes { name ...It @include(if: $on) }',
    fragments: 'fragment It on Transaction { id }',
    declares: '$on: Boolean!',
    variables: { on: false },
    full: false,
  },
  {
    selects: 'a detail that a variable includes',
    selection: 'nodes { name id @include(if: $on) }',
    declares: '$on: Boolean!',
    variables: { on: true },
    full: true,
  },
  {
    selects: 'a detail that a default skips',
    selection: 'nodes { name id @skip(if: $off) }',
    declares: '$off: Boolean = true',
    full: false,
  },
  {
    selects: 'a detail whose default is overruled',
    selection: 'nodes { name id @skip(if: $off) }',
    declares: '$off: Boolean! = true',
    variables: { off: false },
    full: true,
  },
];

function detail(field: string): Row {
  return { selects: field, selection: `nodes { ${field} }`, full: true };
}

test.each(rows)('a list that selects $selects asks for full_details $full, once', async (row) => {
  const { stub, ask } = await startStubbedGraph();
  const answer = await ask(
    `query Q($agent: String ${row.declares ?? ''}) { transactions(agentNrdsId: $agent) { ${row.selection} } } ${row.fragments ?? ''}`,
    { token: await serviceToken(), variables: { agent: '100', ...row.variables } },
  );
  expect(answer.errors).toBeUndefined();
  expect(stub.bodiesOf('listTrans').map((body) => body['full_details'])).toEqual([row.full]);
});

test('two aliases of one list ask each for what they select', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { errors } = await ask(
    '{ short: transactions(agentNrdsId: "100") { nodes { name } } long: transactions(agentNrdsId: "100") { nodes { id } } }',
    { token: await serviceToken() },
  );
  expect(errors).toBeUndefined();
  expect(stub.bodiesOf('listTrans').map((body) => body['full_details'])).toEqual([false, true]);
});

test('the list of an account decides by its own selection', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { data, errors } = await ask('{ account(by: { nrdsId: "200" }) { id transactions { nodes { name } } } }', {
    token: await serviceToken(),
  });
  expect(errors).toBeUndefined();
  expect(data.account.transactions.nodes).toEqual([{ name: 'Fir Drive' }]);
  expect(stub.bodiesOf('listTrans').map((body) => body['full_details'])).toEqual([false]);
});
