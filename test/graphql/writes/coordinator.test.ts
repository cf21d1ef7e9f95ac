// A coordinator writes for its agents as they do themselves: it creates, replays, uploads, downloads, adds providers and listens, and for the
// agents of others it can do none of that.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { agentToken, coordinatorToken } from '../../support/callers/caller-tokens.ts';
import { listen, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { pdf, post, uploadForm } from '../../support/uploads.ts';
import { startHandTypedUpstream } from '../../support/upstreams/hand-typed-upstream.ts';

const create = `mutation ($input: CreateTransactionInput!) {
  createTransaction(input: $input) { outcome replayed userErrors { field code } transaction { id } } }`;
const addProviders = `mutation ($input: AddServiceProvidersInput!) {
  addServiceProviders(input: $input) { outcome replayed userErrors { field code } } }`;
const deal = {
  stateId: 'OR',
  name: 'New House',
  streetAddress: '7 New Street',
  propertyType: 'RESIDENTIAL',
  type: 'LISTING',
  status: 'NEW',
};
const providers = [
  {
    kind: 'ESCROW',
    represents: 'Seller',
    company: 'Safe Escrow',
    agentName: 'Esther',
    companyAddress: '5 Bank Street',
    email: 'desk@escrow.example',
    contact: { phone: '555' },
  },
];

/** Not the subject of the agents' tokens. */
const tokenOf = (claims: object) => coordinatorToken({ sub: 'coordinator', ...claims });

// Agents 100 and 300 are of office 900, agent 200 is of none.
describe.each([
  ['agents', { agents: ['100', '300'] }],
  ['an office', { offices: ['900'] }],
])('a coordinator of %s', (_, claims) => {
  let graph: Awaited<ReturnType<typeof startStubbedGraph>>;
  let token: string;
  beforeEach(async () => {
    graph = await startStubbedGraph();
    token = await tokenOf(claims);
  });

  const write = async (query: string, input: object, as = token) =>
    Object.values((await graph.ask(query, { token: as, variables: { input } })).data)[0];
  const firstId = async (agent: string, as = token): Promise<string> => {
    const { data } = await graph.ask(`{ transactions(agentNrdsId: "${agent}") { nodes { id } } }`, { token: as });
    return data.transactions.nodes[0].id;
  };

  test('creates for each of its agents, once for a key, and is told of another input under that key', async () => {
    for (const [at, agentNrdsId] of ['100', '300'].entries()) {
      const input = { ...deal, agentNrdsId, idempotencyKey: `key of ${agentNrdsId}` };
      expect(await write(create, input)).toMatchObject({ outcome: 'COMMITTED', replayed: false, userErrors: [] });
      expect(await write(create, input)).toMatchObject({ outcome: 'COMMITTED', replayed: true, userErrors: [] });
      const other = await graph.ask(create, { token, variables: { input: { ...input, name: 'Other House' } } });
      expect(other.errors).toMatchObject([{ extensions: { code: 'IDEMPOTENCY_MISMATCH' } }]);
      expect(graph.stub.bodiesOf('addTrans').map(({ agentNRDSID }) => agentNRDSID)).toEqual(
        ['100', '300'].slice(0, at + 1),
      );
    }
  });

  test('shares no keys with its agents: the same key is another write of theirs', async () => {
    const input = { ...deal, agentNrdsId: '100', idempotencyKey: 'a key' };
    expect(await write(create, input)).toMatchObject({ replayed: false });
    expect(await write(create, input, await agentToken(['100']))).toMatchObject({ replayed: false });
    expect(graph.stub.bodiesOf('addTrans')).toHaveLength(2);
  });

  test('adds providers to a transaction of an agent, once for a key, by ids that its agent may use as well', async () => {
    const transactionId = await firstId('100');
    expect(await firstId('100', await agentToken(['100']))).toBe(transactionId);
    const input = { transactionId, providers, idempotencyKey: 'a key' };
    expect(await write(addProviders, input)).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    expect(await write(addProviders, input)).toMatchObject({ outcome: 'COMMITTED', replayed: true });
    expect(graph.stub.bodiesOf('serviceproviders').map(({ agentNRDSID }) => agentNRDSID)).toEqual(['100']);
  });

  test('can do nothing of it for the agents of others', async () => {
    const foreign = await firstId('200', await agentToken(['200']));
    graph.stub.requests.length = 0;
    const rejected = { outcome: 'REJECTED', userErrors: [{ field: 'agentNrdsId', code: 'NOT_FOUND' }] };
    expect(await write(create, { ...deal, agentNrdsId: '200' })).toMatchObject(rejected);
    expect(await write(addProviders, { transactionId: foreign, providers })).toMatchObject({
      outcome: 'REJECTED',
      userErrors: [{ field: 'transactionId', code: 'NOT_FOUND' }],
    });
    for (const query of [
      `{ transaction(by: { id: "${foreign}" }) { archiveUrl } }`,
      '{ transactions(agentNrdsId: "200") { totalCount } }',
      '{ transactionChanges(agentNrdsId: "200") { endCursor } }',
    ])
      expect((await graph.ask(query, { token })).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(graph.stub.requests.filter(({ path }) => !path.includes('activeUsers'))).toEqual([]);
  });

  test('uploads a file once for a key, downloads it by a link, and listens', async () => {
    const stub = await startHandTypedUpstream();
    onTestFinished(() => stub.close());
    const files: object[] = [];
    stub.answer('/fsforms/listFiles', () => ({ json: { meta: { total: files.length }, data: files } }));
    stub.answer('/fsforms/uploadfiles', () => {
      files.push({ fileID: 1, fileName: 'plan.pdf', fileDescription: 'A plan', insertDate: new Date().toISOString() });
      return { json: { status: 200, result: 'Success', Message: 'ok' } };
    });
    const url = await listen({ baseUrl: stub.url });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    interface Listed {
      readonly id: string;
      readonly files: { readonly nodes: readonly { readonly downloadUrl: string }[] };
    }
    const firstWithFiles = async (query: string): Promise<Listed> => {
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      const { data } = (await answer.json()) as { data: { transactions: { nodes: [Listed] } } };
      return data.transactions.nodes[0];
    };
    const mine = '{ transactions(agentNrdsId: "100") { nodes { id files { nodes { name downloadUrl } } } } }';
    const { id: transactionId } = await firstWithFiles(mine);
    const form = () => uploadForm({ transactionId, content: pdf(20), idempotencyKey: 'a key' });
    const preflight = { 'apollo-require-preflight': 'yes' };
    const first = await post(url, token, form(), preflight);
    expect(first.data.uploadFile).toMatchObject({ outcome: 'COMMITTED' });
    const again = await post(url, token, form(), preflight);
    expect(again.data.uploadFile).toMatchObject({ outcome: 'COMMITTED' });
    expect(stub.requestsTo('/fsforms/uploadfiles')).toHaveLength(1);
    const [file] = (await firstWithFiles(mine)).files.nodes;
    expect(file?.downloadUrl).toMatch(/^\/files\//);
    await fetch(`${url}${file?.downloadUrl}`);
    expect(stub.requestsTo('/fsforms/downloadfiles')).toHaveLength(1);
    const aborted = new AbortController();
    const stream = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { transactionChanges(agentNrdsId: "100") { kind } }' }),
      signal: aborted.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('READY')) text += (await reader?.read())?.value ?? '';
    aborted.abort();
  });
});
