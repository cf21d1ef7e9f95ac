// Whether a list requests full details depends on what is selected below it; observed at upstream.
import { expect, test } from 'vitest';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

type Row = [what: string, selection: string, isFull: boolean, more?: More];

interface More {
  readonly declares?: string;
  readonly variables?: Record<string, unknown>;
  readonly fragments?: string;
}

const summary = 'name realtorName insertDate lastUpdateDate propertyType type status';
const [on, off] = [{ declares: '$on: Boolean!', variables: { on: true } }, { declares: '$off: Boolean! = true' }];
const fragments =
  'fragment Page on TransactionConnection { edges { ...Edge } } fragment Edge on TransactionEdge { node { ...It } } ' +
  'fragment It on Transaction { name property { ...Place } } fragment Place on Property { city }';

const rows: Row[] = [
  ['all summary fields by nodes and by edges', `nodes { ${summary} } edges { node { ${summary} } }`, false],
  ['the count, cursors and page info', 'totalCount edges { cursor } pageInfo { endCursor hasNextPage }', false],
  ['an aliased __typename', 'nodes { kind: __typename name }', false],
  ...[
    'transId',
    'flat(keys: ["City"])',
    'property { city }',
    'buyer { agent { name } }',
    'serviceProviders { kind }',
  ].map((field): Row => [field, `nodes { ${field} }`, true]),
  ['a summary by nodes and a detail by edges', 'nodes { name } edges { node { id } }', true],
  ['a detail by nodes and a summary by edges', 'nodes { id } edges { node { name } }', true],
  ['a summary under the alias of a detail', 'nodes { id: name }', false],
  ['a detail below aliased levels', 'a: edges { it: node { name } } b: edges { it: node { name: transId } }', true],
  ['a detail in an untyped fragment', '... { nodes { ... { ... { id } } } }', true],
  ['a detail by the interface', 'nodes { ... on Node { id } }', true],
  ['a summary in an inline fragment', 'nodes { ... on Transaction { name } }', false],
  ['a detail in nested named fragments', '...Page', true, { fragments }],
  ['a detail both included and skipped', 'nodes { name id @include(if: true) @skip(if: true) }', false],
  ['a skipped level above a detail', 'nodes @skip(if: true) { id } totalCount', false],
  ['a skipped fragment with a detail', 'nodes { name ... @include(if: false) { id } }', false],
  ['a detail that a variable includes', 'nodes { name id @include(if: $on) }', true, on],
  ['a detail that a default skips', 'nodes { name id @skip(if: $off) }', false, off],
  [
    'a detail whose default is overruled',
    'nodes { name id @skip(if: $off) }',
    true,
    { ...off, variables: { off: false } },
  ],
];

test.each(rows)(
  'a list that selects %s requests its details only if it needs them, once',
  async (_, selection, isFull, more = {}) => {
    const { declares = '', variables, fragments: defined = '' } = more;
    const { stub, ask } = await startStubbedGraph();
    const { errors } = await ask(
      `query Q($agent: String ${declares}) { transactions(agentNrdsId: $agent) { ${selection} } } ${defined}`,
      { token: await serviceToken(), variables: { agent: '100', ...variables } },
    );
    expect(errors).toBeUndefined();
    expect(stub.bodiesOf('listTrans').map((body) => body['full_details'])).toEqual([isFull]);
  },
);

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
