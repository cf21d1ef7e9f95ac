// Transaction.files and uploadFile: what each sends, and what each upstream response becomes.
import { expect, onTestFinished, test } from 'vitest';
import type { UpstreamOptions } from '../../../src/upstream/call.ts';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { listen, type Overrides, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { DEADLINE_MS } from '../../support/held-deadlines.ts';
import { post, uploadForm } from '../../support/uploads.ts';
import { startHandTypedUpstream } from '../../support/upstreams/hand-typed-upstream.ts';
import { errorResponse, type StubResponse } from '../../support/upstreams/stub-upstream.ts';

const LIST = '/fsforms/listFiles';
const UPLOAD = '/fsforms/uploadfiles';

const record = (fileID: unknown, more = {}) => ({
  fileFolderID: 4,
  fileID,
  fileName: `file-${fileID}.pdf`,
  fileDescription: '',
  insertDate: '2026-03-01T09:30:00Z',
  lastUpdateDate: '03/02/2026',
  ...more,
});
const listOf = (...data: object[]) => ({ json: { meta: { total: data.length }, data } });

async function startWithFiles(...data: object[]) {
  const graph = await startStubbedGraph();
  graph.stub.answer(LIST, listOf(...data));
  const token = await agentToken();
  const files = async (args: string, fields = 'totalCount nodes { fileId }') => {
    const query = `{ transactions(first: 1) { nodes { files${args} { ${fields} } } } }`;
    const answer = await graph.ask(query, { token });
    return { ...answer, files: answer.data?.transactions.nodes[0].files };
  };
  return { ...graph, token, files };
}

test('a file has the fields of its record, under the names of the graph', async () => {
  const { files } = await startWithFiles(record(7));
  const fields = 'nodes { fileId folderId name description insertDate lastUpdateDate transaction { transId } }';
  expect((await files('', fields)).files.nodes).toEqual([
    {
      fileId: '7',
      folderId: '4',
      name: 'file-7.pdf',
      description: null,
      insertDate: '2026-03-01T09:30:00Z',
      lastUpdateDate: '2026-03-02',
      transaction: { transId: '501' },
    },
  ]);
});

test('fields that share one response each have the columns that they select, whether it is parsed in full or by column', async () => {
  const { stub, ask, token } = await startWithFiles(record(7, { insertDate: 'soon' }), record(8));
  const query = `{ transactions(first: 1) { nodes {
    a: files { nodes { name downloadUrl } }
    b: files(first: 1) { nodes { fileId insertDate } edges { cursor node { lastUpdateDate } } }
  } } }`;
  for (let time = 0; time < 3; time += 1) {
    const { data, extensions } = await ask(query, { token });
    const [{ a, b }] = data.transactions.nodes;
    expect(a.nodes).toEqual([
      { name: 'file-7.pdf', downloadUrl: expect.stringContaining('/files/') },
      { name: 'file-8.pdf', downloadUrl: expect.stringContaining('/files/') },
    ]);
    expect(b.nodes).toEqual([{ fileId: '7', insertDate: null }]);
    expect(b.edges).toEqual([{ cursor: expect.any(String), node: { lastUpdateDate: '2026-03-02' } }]);
    expect(extensions.warnings).toMatchObject([{ field: 'insertDate', raw: 'soon' }]);
  }
  expect(stub.requestsTo(LIST)).toHaveLength(3);
});

test('pages are slices of one call, and totalCount is the number of records', async () => {
  const { stub, ask, token } = await startWithFiles(...[1, 2, 3, 4, 5].map((id) => record(id)));
  const query = `{ transactions(first: 1) { nodes {
    a: files(first: 2) { totalCount nodes { fileId } pageInfo { hasNextPage endCursor } }
    b: files(last: 2) { nodes { fileId } pageInfo { hasPreviousPage } }
  } } }`;
  const [{ a, b }] = (await ask(query, { token })).data.transactions.nodes;
  expect([a.totalCount, a.nodes, b.nodes]).toEqual([
    5,
    [{ fileId: '1' }, { fileId: '2' }],
    [{ fileId: '4' }, { fileId: '5' }],
  ]);
  expect([a.pageInfo.hasNextPage, b.pageInfo.hasPreviousPage]).toEqual([true, true]);
  expect(stub.requestsTo(LIST)).toHaveLength(1);
  const next = `{ transactions(first: 1) { nodes { files(first: 2, after: "${a.pageInfo.endCursor}") { nodes { fileId } } } } }`;
  const [{ files }] = (await ask(next, { token })).data.transactions.nodes;
  expect(files.nodes).toEqual([{ fileId: '3' }, { fileId: '4' }]);
});

test('a filter is sent in the notation of 4.8', async () => {
  const { stub, files } = await startWithFiles(record(7));
  await files('(filter: {fileId: "7", lastUpdateDateSince: "2026-03-01T09:30:00Z"})');
  const { filter, transId } = JSON.parse(stub.requestsTo(LIST)[0]!.body);
  expect([transId, filter]).toEqual(['501', 'fileID=<7>, lastUpdateDate_since=<2026-03-01T09:30:00Z>']);
});

test('a value of a filter that is too long is rejected without reading it', async () => {
  const { files } = await startWithFiles();
  const { errors } = await files(`(filter: {folderId: "<${'4'.repeat(64)}"})`);
  expect(errors?.[0]?.message).toBe('filter.folderId: must have at most 64 characters');
});

test('a cursor of another filter is rejected', async () => {
  const { files, ask, token } = await startWithFiles(record(1), record(2));
  const { endCursor } = (await files('(first: 1)', 'pageInfo { endCursor }')).files.pageInfo;
  const query = `{ transactions(first: 1) { nodes { files(after: "${endCursor}", filter: {folderId: "4"}) { totalCount } } } }`;
  expect((await ask(query, { token })).errors?.[0]?.extensions['code']).toBe('INVALID_CURSOR');
});

test.each<[string, string, StubResponse]>([
  ['an empty list', 'NOT_FOUND', listOf()],
  ['the service’s own 404', 'NOT_FOUND', errorResponse(404, 'Bad Request', 'Invalid Filter: fileID=<7>')],
  ['the 404 of a proxy', 'UPSTREAM_REJECTED', { status: 404, text: '<html>Not Found</html>' }],
])('a file that is requested by its id, and answered with %s, is %s', async (_, code, answer) => {
  const { stub, ask, token, files } = await startWithFiles(record(7));
  const [{ id }] = (await files('', 'nodes { id }')).files.nodes;
  stub.answer(LIST, answer);
  const { errors } = await ask('query ($id: ID!) { node(id: $id) { id } }', { token, variables: { id } });
  expect(errors?.map(({ extensions }) => extensions['code'])).toEqual([code]);
});

test('a file without a number has no link; the others keep theirs', async () => {
  const { files } = await startWithFiles(record(''), record(2));
  const { files: found } = await files('', 'nodes { name downloadUrl }');
  expect(found.nodes.map(({ downloadUrl }: { downloadUrl: string | null }) => downloadUrl !== null)).toEqual([
    false,
    true,
  ]);
});

test('an unreadable value of a file is null, with a warning', async () => {
  const { files } = await startWithFiles(record(1, { insertDate: 'soon' }));
  const { files: found, extensions } = await files('', 'nodes { insertDate }');
  expect(found.nodes).toEqual([{ insertDate: null }]);
  expect(extensions.warnings).toEqual([
    { path: ['transactions', 'nodes', 0, 'files', 'nodes', 0, 'insertDate'], field: 'insertDate', raw: 'soon' },
  ]);
});

test('files needs the scope files.read, and uploadFile files.write', async () => {
  const { ask } = await startWithFiles();
  const token = await agentToken(['100'], ['transactions.read']);
  const { errors } = await ask('{ transactions(first: 1) { nodes { files { totalCount } archiveUrl } } }', { token });
  expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN', 'FORBIDDEN']);
});

async function startUploading(overrides: Overrides = {}, options: Partial<UpstreamOptions> = {}) {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  const url = await listen({ baseUrl: stub.url, deadlineMs: DEADLINE_MS, ...options }, overrides);
  const token = await agentToken();
  stub.answer(LIST, listOf());
  const asked = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"query": "{ transactions(first: 1) { nodes { id } } }"}',
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const transactionId = ((await asked.json()) as any).data.transactions.nodes[0].id as string;
  return {
    stub,
    url,
    token,
    transactionId,
    upload: (more = {}) => post(url, token, uploadForm({ transactionId, ...more })),
  };
}

const success = { json: { status: 200, result: 'Success', Message: 'ok' } };

test('the fields of an upload are sent under upstream’s names, with the file last', async () => {
  const { stub, upload } = await startUploading();
  stub.answer(UPLOAD, success);
  await upload({ content: '%PDF-1.4 hello' });
  const [request] = stub.requestsTo(UPLOAD);
  expect(request?.headers['authorization']).toMatch(/^Bearer token-/);
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  const names = [...request!.body.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['userId', 'transId', 'description', 'sender', 'no_of_pages', 'file_name']);
  expect(request?.body).toContain('filename="plan.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4 hello\r\n--');
});

test.each([
  ['a 412', errorResponse(412, 'File Failure', 'not a file'), 'file', 'INVALID_VALUE'],
  ['a 413', errorResponse(413, 'File Upload Failure', 'SoapFault: no'), 'file', 'REJECTED'],
  ['a 402', errorResponse(402, 'Bad Request', 'Invalid Character found in plan.pdf'), 'file', 'INVALID_CHARACTER'],
  [
    'a 400 that names the transaction',
    errorResponse(400, 'Missing Required Parameter', 'Missing Required Parameter: transId'),
    'transactionId',
    'NOT_FOUND',
  ],
])('%s is REJECTED and names the field', async (_, answer, field, code) => {
  const { stub, upload } = await startUploading();
  stub.answer(UPLOAD, answer);
  const { data } = await upload();
  expect(data.uploadFile).toMatchObject({ outcome: 'REJECTED', file: null, userErrors: [{ field, code }] });
  expect(data.uploadFile.userErrors[0].upstream.status).toBe(answer.status);
});

test('an upload with a denied token is not resent but retryable, and the next one has a new token', async () => {
  let aheadMs = 0;
  const { stub, upload } = await startUploading({}, { clock: { now: () => Date.now() + aheadMs } });
  aheadMs = 60_000;
  stub.answer(UPLOAD, errorResponse(401, 'Access Denied', 'no'), success);
  const { data, errors } = await upload();
  expect(data.uploadFile).toBeNull();
  expect(errors[0].extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
  await expect.poll(() => stub.requestsTo('/oauth/token').length).toBe(2);
  expect((await upload()).data.uploadFile.outcome).toBe('COMMITTED');
  expect(stub.requestsTo(UPLOAD).map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
});

test('after an upload that failed once sent, the same request lists files anew', async () => {
  const fails = () => Promise.reject(new Error('a bug'));
  const { stub, upload, transactionId } = await startUploading({
    gateway: (gateway) => ({ ...gateway, uploadFile: fails }),
  });
  stub.answer(LIST, listOf(record(1)), listOf(record(1), record(2)));
  stub.answer('/fsforms/serviceproviders', { json: 'Success' });
  const provider = `{ kind: PROPERTY_APPRAISAL, company: "Appraisers", companyAddress: "6 Bank Street",
    email: "desk@appraisers.example", contact: { phone: "555-6001" } }`;
  const listing = `addServiceProviders(input: { transactionId: "${transactionId}", providers: [${provider}] }) {
    transaction { files(first: 5) { nodes { fileId } } }
  }`;
  const query = `mutation ($input: UploadFileInput!) {
    before: ${listing} uploadFile(input: $input) { outcome } after: ${listing}
  }`;
  const { data } = await upload({ query });
  const numbers = (payload: typeof data) => payload.transaction.files.nodes.map((file: typeof data) => file.fileId);
  expect([numbers(data.before), data.uploadFile, numbers(data.after)]).toEqual([['1'], null, ['1', '2']]);
});

test('a list that counts more files than it has warns that some may be missing, unless a filter leaves them out', async () => {
  const { stub, files } = await startWithFiles();
  stub.answer(LIST, { json: { meta: { total: 150 }, data: [record(1), record(2)] } });
  const { files: found, extensions } = await files('');
  expect(found.totalCount).toBe(2);
  expect(extensions.warnings).toMatchObject([
    {
      path: ['transactions', 'nodes', 0, 'files'],
      code: 'LIST_UNCERTAIN',
      message: expect.stringContaining('missing'),
    },
  ]);
  expect((await files('(filter: { folderId: "1" })')).extensions?.warnings).toBeUndefined();
});
