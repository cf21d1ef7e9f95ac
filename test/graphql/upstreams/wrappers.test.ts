// What a client gets is the same whichever wrapper upstream uses (2.1, 4), for every operation that reads or writes one record.
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { listen, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { post, uploadForm } from '../../support/uploads.ts';
import { startHandTypedUpstream, users } from '../../support/upstreams/hand-typed-upstream.ts';
import { type PlainResponse, TOKEN_PATH, tokenResponse } from '../../support/upstreams/stub-upstream.ts';

const meta = { total: 1, max: 1, next_batch_no: null };
const wrappers: readonly (readonly [string, (content: unknown) => unknown])[] = [
  ['bare', (content) => content],
  ['in a list', (content) => [content]],
  ['as data', (content) => ({ meta, data: content })],
  ['in a list as data', (content) => ({ meta, data: [content] })],
  ['as data in a list', (content) => [{ meta, data: content }]],
  ['in a list as data in a list', (content) => [{ meta, data: [content] }]],
];

const elm = { transName: 'Elm Street', transId: '501', State: 'OR' };
const creation = `createTransaction(input: { agentNrdsId: "100", stateId: "OR", name: "Elm Street", streetAddress: "1",
  propertyType: RESIDENTIAL, type: LISTING, status: NEW }) { outcome transaction { transId name } }`;
const registration = 'userName: "ada", name: "Ada", email: "a@b.example", phone: "5", description: "Hello"';
const created = { outcome: 'COMMITTED', transaction: { transId: '501', name: 'Elm Street' } };

/** Operation, endpoint, the content of its response, and what the client gets. */
const operations: readonly (readonly [string, string, unknown, unknown])[] = [
  [
    '{ transaction(by: { transId: "501" }) { name property { state } } }',
    '/fsforms/getTransById',
    elm,
    { transaction: { name: 'Elm Street', property: { state: 'OR' } } },
  ],
  [
    '{ account(by: { email: "Ada@agents.example" }) { accountId } }',
    '/accounts/getAccount',
    { accountID: 71, email: 'Ada@agents.example' },
    { account: { accountId: '71' } },
  ],
  [
    '{ members(by: { userName: "ada" }) { clientId } }',
    '/thlmobile/getMember',
    { clientId: 7001, userName: 'ada' },
    { members: [{ clientId: '7001' }] },
  ],
  [`mutation { ${creation} }`, '/fsforms/addTrans', elm, { createTransaction: created }],
  [
    'mutation { registerMember(input: { userName: "ada", url: "https://mobile.example/", passcodeReturn: true }) { outcome passcode } }',
    '/thlmobile/userRegistration',
    { status: 'success', passcode: 'QX7' },
    { registerMember: { outcome: 'COMMITTED', passcode: 'QX7' } },
  ],
  [
    'mutation { verifyMemberToken(input: { token: "abc" }) { outcome member { stateId } } }',
    '/thlmobile/verifyToken',
    { status: 200, member: { userId: '9', stateId: 'OR' } },
    { verifyMemberToken: { outcome: 'COMMITTED', member: { stateId: 'OR' } } },
  ],
  [
    'mutation { createTicket(input: { userName: "ada", title: "a", description: "b" }) { outcome title } }',
    '/thlmobile/createTicket',
    { status: 'Success', title: 'Thanks' },
    { createTicket: { outcome: 'COMMITTED', title: 'Thanks' } },
  ],
  [
    `mutation { createRegistrationTicket(input: { ${registration} }) { outcome } }`,
    '/thlmobile/registrationTicket',
    { status: '200', title: 'Thanks' },
    { createRegistrationTicket: { outcome: 'COMMITTED' } },
  ],
];

test.each(operations)('%s', async (query, path, content, expected) => {
  const { stub, ask } = await startStubbedGraph();
  const token = await serviceToken();
  for (const [, wrap] of wrappers) {
    stub.answer(path, { json: wrap(content) });
    // A second response is read by the order of columns that the first has shown.
    for (const _ of [1, 2]) {
      const { data, errors, extensions } = await ask(query, { token });
      expect([wrap(content), data, errors, extensions?.warnings]).toEqual([
        wrap(content),
        expected,
        undefined,
        undefined,
      ]);
    }
  }
});

describe.each(wrappers)('a response %s', (_, wrap) => {
  test('of every batch and of the token endpoint', async () => {
    const { stub, ask } = await startStubbedGraph();
    stub.answer(TOKEN_PATH, { json: wrap(tokenResponse('wrapped').json) });
    stub.answer('/fsforms/listFiles', { json: wrap({ fileID: '7', fileName: 'plan.pdf' }) });
    // Without a meta, the other batches cannot be paged.
    if (JSON.stringify(wrap(1)).includes('meta')) {
      stub.answer('/accounts/activeUsers', { json: wrap(users[0]) });
      stub.answer('/fsforms/listTrans', { json: wrap(elm) });
    }
    const { data, errors } = await ask(
      '{ transactions(first: 1) { nodes { name files { totalCount nodes { name } } } } }',
      { token: await agentToken() },
    );
    expect(errors).toBeUndefined();
    expect(data.transactions.nodes).toEqual([
      { name: 'Elm Street', files: { totalCount: 1, nodes: [{ name: 'plan.pdf' }] } },
    ]);
    expect(stub.requestsTo('/fsforms/listTrans')[0]?.headers.authorization).toBe('Bearer wrapped');
  });

  test('to an upload, to service providers and to a download', async () => {
    const stub = await startHandTypedUpstream();
    onTestFinished(() => stub.close());
    stub.answer('/fsforms/listFiles', { json: wrap({ fileID: '7', fileName: 'plan.pdf' }) });
    stub.answer('/blob', { text: '%PDF-' });
    const url = await listen({ baseUrl: stub.url });
    const token = await agentToken();
    const asked = async (query: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
      return ((await response.json()) as any).data;
    };
    const { transactions } = await asked('{ transactions(first: 1) { nodes { id files { nodes { downloadUrl } } } } }');
    const { id: transactionId, files } = transactions.nodes[0];
    // An address may be relative to that of the request.
    for (const file_url of [`${stub.url}/blob`, '/blob']) {
      stub.answer('/fsforms/downloadfiles', { json: wrap({ result: 'Success', file_url }) });
      expect(await (await fetch(url + files.nodes[0].downloadUrl)).text()).toBe('%PDF-');
    }

    const provider = `kind: ESCROW, company: "c", agentName: "a", companyAddress: "x", email: "e", contact: { fax: "1" }`;
    const add = `addServiceProviders(input: { transactionId: "${transactionId}", providers: [{ ${provider} }] })`;
    const query = 'mutation ($input: UploadFileInput!) { uploadFile(input: $input) { outcome } }';
    const committed = { outcome: 'COMMITTED' };
    for (const content of ['Success', { status: 200, result: 'success' }, { status: 'success' }]) {
      for (const name of ['uploadfiles', 'serviceproviders']) stub.answer(`/fsforms/${name}`, { json: wrap(content) });
      expect(await asked(`mutation { ${add} { outcome } }`)).toEqual({ addServiceProviders: committed });
      const uploaded = await post(url, token, uploadForm({ transactionId, query }));
      expect(uploaded.data).toEqual({ uploadFile: committed });
    }
  });
});

test.each<[string, unknown]>([
  ['two records', [elm, elm]],
  ['two records in a wrapper', { meta, data: [elm, { ...elm, transId: '502' }] }],
])('%s where one is expected are UPSTREAM_INVALID for a read, and an UNKNOWN outcome for a write', async (_, json) => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/getTransById', { json });
  stub.answer('/fsforms/addTrans', { json });
  const token = await serviceToken();
  const read = await ask('{ transaction(by: { transId: "501" }) { name } }', { token });
  expect(read.errors?.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_INVALID']);
  const { data } = await ask(`mutation { ${creation} }`, { token });
  expect(data.createTransaction).toEqual({ outcome: 'UNKNOWN', transaction: null });
});

test.each<PlainResponse>([{ json: [elm] }, { json: { meta: {}, data: [elm] } }])(
  'a batch of transactions without the length of its list, %j, is UPSTREAM_INVALID, because it cannot be paged',
  async (answer) => {
    const { stub, ask } = await startStubbedGraph();
    stub.answer('/fsforms/listTrans', answer);
    const { errors } = await ask('{ transactions { totalCount } }', { token: await agentToken() });
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_INVALID']);
  },
);

test('204 is an empty list of transactions, and NOT_FOUND for a single one', async () => {
  const { stub, ask } = await startStubbedGraph();
  for (const path of ['/fsforms/listTrans', '/fsforms/getTransById']) stub.answer(path, { status: 204, text: '' });
  const listed = await ask('{ transactions { totalCount nodes { name } } }', { token: await agentToken() });
  expect(listed.data.transactions).toEqual({ totalCount: 0, nodes: [] });
  const { data, errors } = await ask('{ transaction(by: { transId: "1" }) { name } }', { token: await serviceToken() });
  expect([data.transaction, errors?.[0]?.extensions['code']]).toEqual([null, 'NOT_FOUND']);
});
