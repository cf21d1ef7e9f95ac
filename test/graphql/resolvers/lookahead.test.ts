// Whether a list requests full details depends on what is selected below it; observed at upstream.
import { expect, test } from 'vitest';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

interface Row {
  readonly selects: string;
  /** The selection below `transactions`. */
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

test.each(rows)('a list that selects $selects requests full_details $full, once', async (row) => {
  const { stub, ask } = await startStubbedGraph();
  const answer = await ask(
    `query Q($agent: String ${row.declares ?? ''}) { transactions(agentNrdsId: $agent) { ${row.selection} } } ${row.fragments ?? ''}`,
    { token: await serviceToken(), variables: { agent: '100', ...row.variables } },
  );
  expect(answer.errors).toBeUndefined();
  expect(stub.bodiesOf('listTrans').map((body) => body['full_details'])).toEqual([row.full]);
});

test('two aliases of one list each request what they select', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { errors } = await ask(
    '{ short: transactions(agentNrdsId: "100") { nodes { name } } long: transactions(agentNrdsId: "100") { nodes { id } } }',
    { token: await serviceToken() },
  );
  expect(errors).toBeUndefined();
  expect(stub.bodiesOf('listTrans').map((body) => body['full_details'])).toEqual([false, true]);
});

test('the transactions of an account depend on their own selection', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { data, errors } = await ask('{ account(by: { nrdsId: "200" }) { id transactions { nodes { name } } } }', {
    token: await serviceToken(),
  });
  expect(errors).toBeUndefined();
  expect(data.account.transactions.nodes).toEqual([{ name: 'Fir Drive' }]);
  expect(stub.bodiesOf('listTrans').map((body) => body['full_details'])).toEqual([false]);
});

test('columns that are not selected are read only as far as to know whether they are blank, in the first response and in later ones', async () => {
  const { stub, ask } = await startStubbedGraph();
  const columns = ['Name', 'Email', 'WorkPhone'].flatMap((column) =>
    ['sellerAgent', 'buyerAgent', 'sellerParty1', 'sellerParty2'].map((set) => [set + column, '']),
  );
  const record = { transName: 'Elm', listingPrice: '$1k', ...Object.fromEntries(columns), transId: '7' };
  const filled = { ...record, sellerAgentWorkPhone: '555', sellerParty2Email: 'Zoë@example.com', transId: '6' };
  stub.answer('/fsforms/listTrans', { json: [{ meta: { total: 2, max: 2 }, data: [filled, record] }] });
  const query = (selection: string) => `{ transactions(agentNrdsId: "100") { nodes { ${selection} } } }`;
  const asked = async (selection: string) => ask(query(selection), { token: await serviceToken() });
  for (let time = 0; time < 5; time += 1) {
    const { data, extensions } = await asked(
      'seller { agent { name } parties { slot } } buyer { agent { __typename } }',
    );
    expect(extensions?.warnings).toBeUndefined();
    expect(data.transactions.nodes).toEqual([
      { seller: { agent: { name: null }, parties: [{ slot: 2 }] }, buyer: { agent: null } },
      { seller: { agent: null, parties: [] }, buyer: { agent: null } },
    ]);
    const other = await asked('seller { agent { workPhone } parties { email } } listing { price }');
    expect(other.extensions?.warnings).toHaveLength(2);
    expect(other.data.transactions.nodes[0]).toEqual({
      seller: { agent: { workPhone: '555' }, parties: [{ email: 'Zoë@example.com' }] },
      listing: { price: null },
    });
  }
});

test('a fragment’s selection is cached per document, and one that depends on a variable is evaluated each time', async () => {
  const { ask } = await startStubbedGraph();
  const asked = async (fragment: string, cities: boolean) => {
    const query = `query Q($on: Boolean!) { transactions(agentNrdsId: "100") { nodes { ...It } } } fragment It on Transaction { ${fragment} }`;
    return (await ask(query, { token: await serviceToken(), variables: { on: cities } })).data.transactions.nodes[0];
  };
  for (let time = 0; time < 3; time += 1) {
    expect(await asked('name property { city @include(if: $on) }', false)).toEqual({
      name: expect.any(String),
      property: {},
    });
    expect(await asked('name property { city @include(if: $on) }', true)).toEqual({
      name: expect.any(String),
      property: { city: expect.any(String) },
    });
    expect(await asked('name @skip(if: $on) transId', true)).toEqual({ transId: expect.any(String) });
  }
});
