// Unreadable values are null, and listed in extensions.warnings wherever the response selects them.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { users } from '../../support/upstreams/hand-typed-upstream.ts';
import type { StubRule } from '../../support/upstreams/stub-upstream.ts';

/** The unreadable values of the hand-typed record 502. */
const raw = { lastUpdateDate: 'the other day', propertyType: 'Q', bedrooms: 'three', price: '$1k', fax: { area: 555 } };

const byNumber = '{ transaction(by: { transId: "502" }) { SELECTION } }';

async function warningsOf(query: string, token = serviceToken()) {
  const { ask } = await startStubbedGraph();
  const { data, errors, extensions } = await ask(query, { token: await token });
  expect(errors).toBeUndefined();
  return { data, warnings: extensions?.warnings };
}

test('an unreadable value is null, with a warning of its path, its field and its raw value', async () => {
  const { data, warnings } = await warningsOf(
    byNumber.replace('SELECTION', 'name lastUpdateDate propertyType property { bedrooms } listing { price }'),
  );
  expect(data.transaction).toEqual({
    name: 'Oak Lane',
    lastUpdateDate: null,
    propertyType: null,
    property: { bedrooms: null },
    listing: { price: null },
  });
  expect(warnings).toEqual([
    { path: ['transaction', 'lastUpdateDate'], field: 'lastUpdateDate', raw: raw.lastUpdateDate },
    { path: ['transaction', 'propertyType'], field: 'propertyType', raw: raw.propertyType },
    { path: ['transaction', 'property', 'bedrooms'], field: 'property.bedrooms', raw: raw.bedrooms },
    { path: ['transaction', 'listing', 'price'], field: 'listing.price', raw: raw.price },
  ]);
});

test.each([
  ['is not selected', 'name status'],
  ['is skipped', 'name lastUpdateDate @skip(if: true)'],
  ['is not selected, though another field’s alias has its name', 'lastUpdateDate: name'],
  ['is only in the flat record', 'flat'],
])('there is no warning if the value %s', async (_, selection) => {
  const { warnings } = await warningsOf(byNumber.replace('SELECTION', selection));
  expect(warnings).toBeUndefined();
});

test('there is one warning for each alias that selects the value', async () => {
  const { warnings } = await warningsOf(
    `query { first: transaction(by: { transId: "502" }) { changed: lastUpdateDate again: lastUpdateDate ...More }
      second: transaction(by: { transId: "502" }) { house: property { rooms: bedrooms } property { bedrooms } } }
      fragment More on Transaction { ... { last: lastUpdateDate changed: lastUpdateDate } }`,
  );
  expect(warnings.map(({ path }: { path: unknown }) => path)).toEqual([
    ['first', 'changed'],
    ['first', 'again'],
    ['first', 'last'],
    ['second', 'house', 'rooms'],
    ['second', 'property', 'bedrooms'],
  ]);
});

test('warnings of a page have its positions, under edges and under nodes', async () => {
  const { data, warnings } = await warningsOf(
    '{ all: transactions(first: 3) { edges { it: node { propertyType } } nodes { name type: propertyType } } }',
    agentToken(),
  );
  expect(data.all.nodes.map(({ type }: { type: unknown }) => type)).toEqual(['RESIDENTIAL', null, 'VACANT_LAND']);
  expect(warnings).toEqual([
    { path: ['all', 'edges', 1, 'it', 'propertyType'], field: 'propertyType', raw: 'Q' },
    { path: ['all', 'nodes', 1, 'type'], field: 'propertyType', raw: 'Q' },
  ]);
});

test('a party’s warning has its position in the list of parties', async () => {
  const { data, warnings } = await warningsOf(byNumber.replace('SELECTION', 'seller { parties { slot fax } }'));
  expect(data.transaction.seller.parties).toEqual([{ slot: 4, fax: null }]);
  expect(warnings).toEqual([
    { path: ['transaction', 'seller', 'parties', 0, 'fax'], field: 'seller.parties.fax', raw: raw.fax },
  ]);
});

test('a service provider’s warning has its position among those that each alias selects', async () => {
  const { data, warnings } = await warningsOf(
    byNumber.replace(
      'SELECTION',
      `all: serviceProviders { kind fax } closing: serviceProviders(kinds: [CLOSING]) { fax }
       escrow: serviceProviders(kinds: [ESCROW]) { fax } none: serviceProviders(kinds: []) { fax }`,
    ),
  );
  expect(data.transaction).toEqual({
    all: [
      { kind: 'ESCROW', fax: null },
      { kind: 'CLOSING', fax: null },
    ],
    closing: [{ fax: null }],
    escrow: [{ fax: null }],
    none: [],
  });
  expect(warnings).toEqual([
    { path: ['transaction', 'all', 1, 'fax'], field: 'serviceProviders.fax', raw: [1] },
    { path: ['transaction', 'closing', 0, 'fax'], field: 'serviceProviders.fax', raw: [1] },
  ]);
});

test('node and nodes warn at their own paths', async () => {
  const { ask } = await startStubbedGraph();
  const token = await agentToken();
  const { data } = await ask('{ transactions { nodes { id } } }', { token });
  const [elm, oak] = data.transactions.nodes.map(({ id }: { id: string }) => id);
  const fields = '{ ... on Transaction { propertyType } ... on Account { email } }';
  const answer = await ask(
    `query ($oak: ID!, $ids: [ID!]!) { it: node(id: $oak) ${fields} nodes(ids: $ids) ${fields} }`,
    {
      token,
      variables: { oak, ids: [elm, oak] },
    },
  );
  expect(answer.extensions.warnings.map(({ path }: { path: unknown }) => path)).toEqual([
    ['it', 'propertyType'],
    ['nodes', 1, 'propertyType'],
  ]);
});

test('node does not warn of what only a fragment on another type selects', async () => {
  const { ask } = await startStubbedGraph();
  const token = await agentToken();
  const { data } = await ask('{ transactions { nodes { id } } }', { token });
  const { data: found, extensions } = await ask(
    `query ($id: ID!) { node(id: $id) {
      ... on TransactionFile { file: lastUpdateDate } ... on Transaction { its: lastUpdateDate } ... on Node { ... on Account { email } } } }`,
    { token, variables: { id: data.transactions.nodes[1].id } },
  );
  expect(found.node).toEqual({ its: null });
  expect(extensions.warnings.map(({ path }: { path: unknown }) => path)).toEqual([['node', 'its']]);
});

test.each([
  ['createTicket', 'createTicket', '{ userName: "a" title: "t" description: "d" }', 'title detail'],
  [
    'userRegistration',
    'registerMember',
    '{ userName: "a" url: "https://m.example/" passcodeReturn: true }',
    'title passcode',
  ],
  ['userRegistration', 'registerMember', '{ userName: "a" url: "https://m.example/" }', 'title passcode'],
])('unreadable values of %s cause warnings in %s(input: %s)', async (endpoint, field, input, selected) => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(`/thlmobile/${endpoint}`, { json: { status: 200, title: ['x'], detail: { n: 1 }, passcode: [1] } });
  const { data, extensions } = await ask(`mutation { it: ${field}(input: ${input}) { outcome ${selected} } }`, {
    token: await serviceToken(),
  });
  expect(data.it).toMatchObject({ outcome: 'COMMITTED', title: null });
  const raws = { title: ['x'], detail: { n: 1 }, passcode: [1] };
  const warned = selected.split(' ').filter((name) => name !== 'passcode' || input.includes('passcodeReturn'));
  expect(extensions.warnings).toEqual(
    warned.map((name) => ({ path: ['it', name], field: name, raw: raws[name as keyof typeof raws] })),
  );
});

test('the record of a creation warns below the payload', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/addTrans', { json: [{ transName: 'n', streetAddress: 's', insertDate: 'now', transId: 7 }] });
  const { extensions } = await ask(
    `mutation { it: createTransaction(input: { agentNrdsId: "100" stateId: "OR" name: "n" streetAddress: "s"
      propertyType: RESIDENTIAL type: LISTING status: NEW }) { made: transaction { insertDate } } }`,
    { token: await agentToken() },
  );
  expect(extensions.warnings).toEqual([{ path: ['it', 'made', 'insertDate'], field: 'insertDate', raw: 'now' }]);
});

/** Ada's directory record has these unreadable values, and her own record an unreadable number. */
async function startWithUnreadableAccounts() {
  const { stub, ask } = await startStubbedGraph();
  const [ada, grace] = users;
  const user = { ...ada, phone: { area: 555 }, officeNRDSID: '', officeName: ['North'] };
  const data = [grace, user];
  stub.answer('/accounts/activeUsers', { json: { meta: { total: 2, max: 2 }, data } });
  stub.answer('/accounts/getAccount', ({ body }) => {
    const { emailId } = JSON.parse(body) as { emailId: string };
    return { json: [{ accountID: { no: 71 }, lastName: [], email: emailId.startsWith('ada') ? ada?.email : emailId }] };
  });
  const token = await serviceToken();
  return { ask: (query: string, variables = {}) => ask(query, { token, variables }) };
}

test('a page of accounts warns of values from the directory and from their own records', async () => {
  const { ask } = await startWithUnreadableAccounts();
  const { data, errors, extensions } = await ask(
    '{ accounts { edges { node { phone } } nodes { tel: phone office { name } accountId } } }',
  );
  expect(errors).toBeUndefined();
  expect(data.accounts.nodes[1]).toEqual({ tel: null, office: { name: null }, accountId: null });
  const number = { field: 'accountId', raw: { no: 71 } };
  expect(extensions.warnings).toEqual([
    { path: ['accounts', 'edges', 1, 'node', 'phone'], field: 'phone', raw: { area: 555 } },
    { path: ['accounts', 'nodes', 0, 'accountId'], ...number },
    { path: ['accounts', 'nodes', 1, 'tel'], field: 'phone', raw: { area: 555 } },
    { path: ['accounts', 'nodes', 1, 'office', 'name'], field: 'office.name', raw: ['North'] },
    { path: ['accounts', 'nodes', 1, 'accountId'], ...number },
  ]);
});

test('an account warns of either record where it is selected, once for each alias', async () => {
  const { ask } = await startWithUnreadableAccounts();
  const email = users[0]?.email;
  const account = `account(by: { email: "${email}" })`;
  const { data, extensions } = await ask(
    `{ one: ${account} { id lastName accountId nrdsId } two: ${account} { surname: lastName place: office { name } } }`,
  );
  expect(extensions.warnings.map(({ path }: { path: unknown }) => path)).toEqual([
    ['one', 'lastName'],
    ['one', 'accountId'],
    ['two', 'surname'],
    ['two', 'place', 'name'],
  ]);
  const byId = await ask('query ($id: ID!) { node(id: $id) { ... on Account { lastName phone } } }', {
    id: data.one.id,
  });
  expect(byId.extensions.warnings).toEqual([{ path: ['node', 'lastName'], field: 'lastName', raw: [] }]);
});

test('of thousands of unreadable values, a thousand are listed', async () => {
  const { ask, stub } = await startStubbedGraph();
  const record = {
    NRDSID: '100',
    transId: '1',
    transName: 'Elm',
    propertyType: '?',
    insertDate: 'once',
    Bedrooms: 'three',
  };
  const records = Array.from({ length: 100 }, () => record);
  stub.answer('/fsforms/listTrans', ({ body }) => {
    const data = JSON.parse(body).batch_no === 1 ? records : [];
    return { json: [{ meta: { total: data.length, max: 100 }, data }] };
  });
  const lists = Array.from({ length: 4 }, (_, n) => `n${n}: nodes { insertDate propertyType property { bedrooms } }`);
  const token = await agentToken();
  const { data, extensions } = await ask(`{ transactions(first: 100) { ${lists.join(' ')} } }`, { token });
  expect(data.transactions.n3[99]).toEqual({ insertDate: null, propertyType: null, property: { bedrooms: null } });
  expect(extensions.warnings).toHaveLength(1_000);
  expect(extensions.hasMoreWarnings).toBe(true);
  const few = await ask('{ transactions(first: 100) { nodes { insertDate propertyType } } }', { token });
  expect([few.extensions.warnings.length, few.extensions.hasMoreWarnings]).toEqual([200, undefined]);
});

const list = {
  ...users[0],
  transId: '1',
  transName: 'Caf\xe9',
  realtorName: 'Zo\xeb',
  City: 'Z\xfcrich',
  listingPrice: '5',
};
const page = JSON.stringify([
  { meta: { total: 2, max: 2, next_batch_no: null }, data: [list, { transId: '2', transName: 'Elm' }] },
]);
const sent = (type: string): StubRule => ({
  misbehave: (response) => void response.writeHead(200, { 'content-type': type }).end(Buffer.from(page, 'latin1')),
});
const damagedPage =
  '{ transactions(agentNrdsId: "100", first: 2) { nodes { name property { city } } edges { node { name } } } }';

test('a page with bytes that are no UTF-8 is shown, with U+FFFD and a warning for each text that has one', async () => {
  const { ask, stub } = await startStubbedGraph();
  stub.answer('/fsforms/listTrans', sent('application/json'));
  const { data, errors, extensions } = await ask(damagedPage, { token: await agentToken() });
  expect(errors).toBeUndefined();
  expect(data.transactions.nodes).toEqual([
    { name: 'Caf\ufffd', property: { city: 'Z\ufffdrich' } },
    { name: 'Elm', property: { city: null } },
  ]);
  expect(extensions.warnings.map(({ path, field, code }: Record<string, unknown>) => [path, field, code])).toEqual([
    [['transactions', 'nodes', 0, 'name'], 'name', 'TEXT_DAMAGED'],
    [['transactions', 'nodes', 0, 'property', 'city'], 'property.city', 'TEXT_DAMAGED'],
    [['transactions', 'edges', 0, 'node', 'name'], 'name', 'TEXT_DAMAGED'],
  ]);
});

test('no text is damaged if the response names the charset that it is in', async () => {
  const { ask, stub } = await startStubbedGraph();
  stub.answer('/fsforms/listTrans', sent('application/json; charset=windows-1252'));
  const { data, extensions } = await ask(damagedPage, { token: await agentToken() });
  expect(data.transactions.nodes[0]).toEqual({ name: 'Café', property: { city: 'Zürich' } });
  expect(extensions?.warnings).toBeUndefined();
});
