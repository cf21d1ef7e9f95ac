// Of a record, what the selected fields are made from is decoded, and nothing else: none of these values can be read, so those that
// were decoded are the ones that the gateway lists as unreadable.
import { expect, test } from 'vitest';
import type { Gateway } from '../../../src/gateway/gateway.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

interface Decoded {
  readonly unreadable: readonly { readonly upstreamName: string }[];
}

const damaged = (columns: string) =>
  Object.fromEntries(columns.split(' ').map((upstreamName) => [upstreamName, [upstreamName]]));
const user = damaged('agentNRDSID firstName lastName email phone memberType officeNRDSID officeName');
const account = damaged('accountID firstName lastName email phone memberType');
const member = damaged('clientId firstName lastName userName email phone locationId locationName');
const file = { ...damaged('fileFolderID fileName fileDescription insertDate lastUpdateDate'), fileID: '9001' };
const transaction = damaged('transName realtorName insertDate lastUpdateDate City listingPrice sellerAgentName');

/** The graph over a service whose values cannot be read, and the records that the gateway decodes there. */
async function startDamaged() {
  const decoded: Decoded[] = [];
  const seen = <T extends Decoded>(record: T): T => {
    decoded.push(record);
    return record;
  };
  const watched = (gateway: Gateway): Gateway => {
    const { accounts, members, files, addProviders } = gateway;
    return {
      ...gateway,
      accounts: {
        ...accounts,
        list: async (...args) => {
          const page = await accounts.list(...args);
          page.nodes.forEach(seen);
          return page;
        },
        get: async (...args) => seen(await accounts.get(...args)),
        byEmail: async (...args) => seen(await accounts.byEmail(...args)),
      },
      members: {
        ...members,
        find: async (...args) => (await members.find(...args)).map(seen),
        verify: async (...args) => {
          const verified = await members.verify(...args);
          if (verified.member !== null) seen(verified.member);
          return verified;
        },
      },
      files: { ...files, get: async (...args) => seen(await files.get(...args)) },
      listChanges: async (...args) => {
        const page = await gateway.listChanges(...args);
        for (const { transaction } of page.changes) if (transaction !== null) seen(transaction);
        return page;
      },
      addProviders: async (...args) => {
        const { readTransaction, ...payload } = await addProviders(...args);
        return {
          ...payload,
          readTransaction: readTransaction && (async (detail) => seen(await readTransaction(detail))),
        };
      },
    };
  };
  const graph = await startStubbedGraph({}, { gateway: watched });
  const token = await serviceToken();
  const found = await graph.ask('{ account(by: { nrdsId: "200" }) { id } }', { token });
  const listed = await graph.ask('{ transactions { nodes { id } } }', { token: await agentToken() });
  graph.stub.answer('/fsforms/listFiles', { json: { meta: { total: 1, max: 1 }, data: [file] } });
  const files = await graph.ask('{ transaction(by: { transId: "501" }) { files { nodes { id } } } }', { token });
  graph.stub.answer('/accounts/activeUsers', { json: { meta: { total: 1, max: 1 }, data: [user] } });
  graph.stub.answer('/accounts/getAccount', { json: [account] });
  graph.stub.answer('/thlmobile/getMember', { json: [member] });
  graph.stub.answer('/thlmobile/verifyToken', { json: { status: 200, member: { ...member, userId: '1' } } });
  graph.stub.answer('/fsforms/getTransById', { json: [transaction] });
  const ids = {
    account: found.data.account.id as string,
    transaction: listed.data.transactions.nodes[0].id as string,
    file: files.data.transaction.files.nodes[0].id as string,
  };
  decoded.length = 0;
  return {
    ...graph,
    ids,
    columns: () => decoded.map(({ unreadable }) => unreadable.map(({ upstreamName }) => upstreamName).sort()),
  };
}

const accountNode = 'node(id: $account) { ... on Account';
const rows: readonly (readonly [string, readonly string[]])[] = [
  // What names an account in its id is always read, as is what recognizes it in a list, and an office's number.
  ['accounts { nodes { phone } }', ['agentNRDSID', 'email', 'firstName', 'lastName', 'phone']],
  [
    'accounts { nodes { nrdsId } edges { node { memberType } } }',
    ['agentNRDSID', 'email', 'firstName', 'lastName', 'memberType'],
  ],
  [
    'accounts { nodes { office { name } } }',
    ['agentNRDSID', 'email', 'firstName', 'lastName', 'officeNRDSID', 'officeName'],
  ],
  ['accounts { edges { cursor } }', ['agentNRDSID', 'email', 'firstName', 'lastName']],
  ['account(by: { email: "ada@agents.example" }) { phone }', ['email', 'phone']],
  ['account(by: { email: "ada@agents.example" }) { ...It }', ['email', 'lastName']],
  [`${accountNode} { phone memberType } }`, ['email', 'memberType', 'phone']],
  ['members(by: { userName: "ada" }) { phone locationName }', ['locationName', 'phone']],
  ['node(id: $file) { ... on TransactionFile { fileId description } }', ['fileDescription']],
  ['node(id: $file) { ... on TransactionFile { downloadUrl } ... on Account { firstName } }', ['fileName']],
];

test.each(rows)('%s decodes %j', async (selection, expected) => {
  const { ask, ids, columns } = await startDamaged();
  const fragment = selection.includes('...It') ? 'fragment It on Account { surname: lastName }' : '';
  const ofIds = selection.replace(/\$(account|file)/, (_, name: 'account' | 'file') => JSON.stringify(ids[name]));
  for (let time = 1; time <= 3; time += 1) {
    const answer = await ask(`{ ${ofIds} } ${fragment}`, { token: await serviceToken() });
    expect(answer.errors).toBeUndefined();
    expect(columns()).toEqual(Array.from({ length: time }, () => expected));
  }
});

test('of the member whose token is verified, what is selected is decoded', async () => {
  const { ask, columns } = await startDamaged();
  const mutation = 'mutation { verifyMemberToken(input: { token: "T-1" }) { outcome who: member { phone userName } } }';
  const answer = await ask(mutation, { token: await serviceToken() });
  expect(answer.data.verifyMemberToken).toEqual({ outcome: 'COMMITTED', who: { phone: null, userName: null } });
  expect(columns()).toEqual([['phone', 'userName']]);
});

test('of changed transactions, what is selected is decoded', async () => {
  const { ask, stub, columns } = await startDamaged();
  const token = await agentToken();
  const changes = (after: string | null) => {
    const query =
      'query ($after: String) { transactionChanges(after: $after) { endCursor changes { transaction { id property { city } } } } }';
    return ask(query, { token, variables: { after } });
  };
  const begin = await changes(null);
  const changed = { ...transaction, lastUpdateDate: '2026-03-12T00:00:00Z', transId: '501' };
  stub.answer('/fsforms/listTrans', { json: [{ meta: { total: 1, max: 3 }, data: [changed] }] });
  const { data } = await changes(begin.data.transactionChanges.endCursor);
  expect(data.transactionChanges.changes).toEqual([
    { transaction: { id: expect.any(String), property: { city: null } } },
  ]);
  expect(columns()).toEqual([['City']]);
});

test('the transaction that addServiceProviders answers with decodes what is selected of it', async () => {
  const { ask, ids, columns } = await startDamaged();
  const provider = `{ kind: ESCROW, represents: "Seller", company: "Safe Escrow", agentName: "Esther",
    companyAddress: "5 Bank Street", email: "desk@escrow.example", contact: { phone: "555-5001" } }`;
  const input = `{ transactionId: "${ids.transaction}", providers: [${provider}] }`;
  const answer = await ask(
    `mutation { addServiceProviders(input: ${input}) { outcome transaction { name property { city } } } }`,
    { token: await agentToken() },
  );
  expect(answer.data.addServiceProviders).toEqual({
    outcome: 'COMMITTED',
    transaction: { name: null, property: { city: null } },
  });
  expect(columns()).toEqual([['City', 'transName']]);
});

test('of one response, each alias and each request at the same time gets what it selects', async () => {
  const { ask, stub } = await startStubbedGraph();
  const token = await serviceToken();
  const asked = (selection: string) => ask(`{ ${selection} }`, { token }).then(({ data }) => data);
  // The service's notation is learned from the first responses, and relied on for later ones.
  for (let time = 1; time <= 3; time += 1) {
    const [both, third] = await Promise.all([
      asked('a: accounts { nodes { firstName } } b: accounts { nodes { lastName office { name } } }'),
      asked('accounts { nodes { memberType id } edges { cursor } }'),
    ]);
    expect(both.a.nodes.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Ada', 'Grace', 'Edith']);
    expect(both.b.nodes.slice(0, 2)).toEqual([
      { lastName: 'Byron', office: { name: 'North Office' } },
      { lastName: 'Murray', office: null },
    ]);
    expect(third.accounts.nodes[0]).toEqual({ memberType: 'R', id: expect.any(String) });
    const after = third.accounts.edges[0].cursor as string;
    const next = await ask(`{ accounts(first: 1, after: "${after}") { nodes { phone firstName } } }`, { token });
    expect(next.data.accounts.nodes).toEqual([{ phone: null, firstName: 'Grace' }]);
    expect(next.extensions?.warnings).toBeUndefined();
    const deals = 'transactions(agentNrdsId: "100", first: 1)';
    expect(await asked(`c: ${deals} { nodes { transId } } d: ${deals} { nodes { property { city } } }`)).toEqual({
      c: { nodes: [{ transId: '501' }] },
      d: { nodes: [{ property: { city: 'Salem' } }] },
    });
  }
  const one = 'account(by: { email: "ada@agents.example" })';
  expect(await asked(`a: ${one} { firstName } b: ${one} { lastName accountId }`)).toEqual({
    a: { firstName: 'Ada' },
    b: { lastName: 'Byron', accountId: '71' },
  });
  expect(stub.bodiesOf('getAccount')).toHaveLength(1);
});

test('transactions found in a list that another request reads at the same time get the columns that they select', async () => {
  const { ask, stub } = await startStubbedGraph();
  const token = await agentToken();
  const data = [501, 502, 503, 504].map((transId) => ({ transId, transName: `Deal ${transId}`, City: 'Salem' }));
  stub.answer('/fsforms/listTrans', { json: [{ meta: { total: 4, max: 4 }, data }] });
  const list = 'transactions(first: 100) { nodes { id name } }';
  const first = await ask(`{ ${list} }`, { token });
  const variables = { ids: first.data.transactions.nodes.map(({ id }: { id: string }) => id) };
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Transaction { property { city } } } }';
  // The service's columns are learned from the first responses.
  for (let time = 1; time <= 3; time += 1) {
    stub.requests.length = 0;
    const [, { data: found }] = await Promise.all([ask(`{ ${list} }`, { token }), ask(query, { token, variables })]);
    expect(found).toEqual({ nodes: data.map(() => ({ property: { city: 'Salem' } })) });
    expect(stub.bodiesOf('getTransById')).toEqual([]);
  }
});
