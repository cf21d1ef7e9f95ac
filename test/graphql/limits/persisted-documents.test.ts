// A manifest of persisted documents: its documents are executed by id or by text, exempt from the query's limits; all
// others are rejected.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPersistedDocuments } from '../../../src/graphql/limits/persisted-documents.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { listen, startGraph } from '../../support/gateways/graph-under-test.ts';

const nowhere = { baseUrl: 'http://127.0.0.1:9' };
const VIEWER = 'query Viewer { viewer { role } }';
const TYPENAME = 'query Name($yes: Boolean!) { __typename @include(if: $yes) }';
/** Beyond the limits of tokens, aliases and repeats. */
const LARGE = `query Large { viewer { ${Array.from({ length: 400 }, (_, n) => `a${n}: role role`).join(' ')} } }`;
const WRITE = 'mutation Share { shareApp(input: { fields: {} }) { outcome } }';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const texts = { viewer: VIEWER, typename: TYPENAME, large: LARGE, write: WRITE };
const relay = JSON.stringify(Object.fromEntries(Object.values(texts).map((text) => [hash(text), text])));
const apollo = JSON.stringify({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: Object.entries(texts).map(([name, body]) => ({ id: hash(body), name, type: 'query', body })),
});

async function start(persistedDocuments: string) {
  const url = `${await listen(nowhere, { persistedDocuments, introspection: false })}/graphql`;
  const headers = { authorization: `Bearer ${await serviceToken()}`, 'content-type': 'application/json' };
  const read = async (response: Response) => {
    const { data, errors } = JSON.parse(await response.text());
    return { status: response.status, data, message: errors?.[0].message, code: errors?.[0].extensions.code };
  };
  return {
    post: async (body: unknown) => read(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })),
    get: async (parameters: Record<string, string>) =>
      read(await fetch(`${url}?${new URLSearchParams(parameters)}`, { headers })),
  };
}

const byHash = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: hash(text) } });
const unknown = {
  status: 400,
  data: undefined,
  code: 'BAD_USER_INPUT',
  message: expect.stringContaining('not one of the persisted documents'),
};

test.each([
  ['Apollo', apollo],
  ['Relay', relay],
])(
  'the documents of a manifest of %s are executed by id, in the format of either client, and by text',
  async (_, text) => {
    const { post, get } = await start(text);
    const viewer = { status: 200, data: { viewer: { role: 'SERVICE' } } };
    for (const body of [
      { extensions: byHash(VIEWER) },
      { extensions: byHash(VIEWER), query: VIEWER, operationName: 'Viewer' },
      { documentId: hash(VIEWER) },
      { documentId: `sha256:${hash(VIEWER)}` },
      { doc_id: hash(VIEWER) },
      { id: hash(VIEWER), variables: {} },
      { query: VIEWER },
    ]) {
      expect(await post(body)).toMatchObject(viewer);
    }
    expect(await get({ extensions: JSON.stringify(byHash(VIEWER)) })).toMatchObject(viewer);
    for (const name of ['documentId', 'doc_id']) {
      expect(await get({ [name]: hash(TYPENAME), variables: '{"yes":true}' })).toMatchObject({
        data: { __typename: 'Query' },
      });
    }
  },
);

test('a document is found by the hash of its text, as GraphQL over HTTP identifies it, whatever id its manifest gives it', async () => {
  const { post, get } = await start(JSON.stringify({ viewer: VIEWER }));
  const viewer = { status: 200, data: { viewer: { role: 'SERVICE' } } };
  expect(await post({ documentId: `sha256:${hash(VIEWER)}` })).toMatchObject(viewer);
  expect(await get({ documentId: `sha256:${hash(VIEWER)}` })).toMatchObject(viewer);
  expect(await post({ documentId: 'viewer' })).toMatchObject(viewer);
  for (const documentId of [`sha256:${hash(TYPENAME)}`, hash(VIEWER)])
    expect(await post({ documentId })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
});

test('what is not in the manifest is rejected, whatever id it claims', async () => {
  const { post, get } = await start(apollo);
  for (const body of [
    { query: '{ viewer { role } }' },
    { query: `${VIEWER} ` },
    { query: '{ __typename }', extensions: byHash(VIEWER) },
    { query: '{ __typename }', doc_id: hash(VIEWER) },
    { query: '' },
    { variables: {} },
  ]) {
    expect(await post(body)).toEqual(unknown);
  }
  expect(await get({ query: '{ __typename }' })).toEqual(unknown);
});

test('an id that is not in the manifest is rejected by name, however it is sent', async () => {
  const { post, get } = await start(relay);
  const unknownId = (id: string) => ({
    ...unknown,
    message:
      `"${id}" is not the id of a persisted document, and no other operations are accepted: ` +
      'send an id from the manifest that the gateway has.',
  });
  expect(await post({ extensions: byHash('{ __typename }') })).toEqual(unknownId(hash('{ __typename }')));
  expect(await post({ documentId: 'viewer' })).toEqual(unknownId('viewer'));
  expect(await post({ doc_id: '__proto__' })).toEqual(unknownId('__proto__'));
  expect(await post({ id: 'constructor', query: VIEWER })).toEqual(unknownId('constructor'));
  expect(await get({ documentId: 'x' })).toEqual(unknownId('x'));
  expect(await post({ documentId: 'x'.repeat(100_000) })).toEqual(unknownId(`${'x'.repeat(100)}…`));
});

test('a batch of documents is rejected, and so is a mutation by GET', async () => {
  const { post, get } = await start(relay);
  expect(await post([{ doc_id: hash(VIEWER) }])).toMatchObject({ status: 400, data: undefined });
  expect(await get({ doc_id: hash(WRITE) })).toMatchObject({ status: 405, data: undefined });
});

test('a persisted document is exempt from the query’s limits, its variables are not', async () => {
  const { post } = await start(relay);
  const { status, data } = await post({ doc_id: hash(LARGE) });
  expect([status, Object.keys(data.viewer).length]).toEqual([200, 401]);
  const variables = { yes: Array.from({ length: 300 }, () => true) };
  expect(await post({ doc_id: hash(TYPENAME), variables })).toMatchObject({
    status: 400,
    message: expect.stringContaining('300 entries, and at most 250 are allowed'),
  });
});

test('a persisted document that is too large to be estimated is too costly', async () => {
  const files = (level: number) =>
    [1, 2].map((first) => `f${first}: files(first: ${first}) { nodes { transaction { ...F${level} } } }`).join(' ');
  const fragments = Array.from({ length: 12 }, (_, at) => `fragment F${at} on Transaction { ${files(at + 1)} }`);
  const text = `query Nested { transaction(by: { transId: "1" }) { ...F0 } } ${fragments.join(' ')} fragment F12 on Transaction { name }`;
  const { ask, lines } = await startGraph(nowhere, { persistedDocuments: JSON.stringify({ nested: text }) });
  const { status, errors, extensions } = await ask(text, { token: await serviceToken(), headers: { 'x-cost': '1' } });
  expect([status, errors?.[0]?.extensions['code']]).toEqual([400, 'QUERY_TOO_COSTLY']);
  expect(errors?.[0]?.message).toMatch(/^The query may need more upstream calls than can be counted, and at most/);
  expect(extensions).toEqual({ cost: { upstreamCalls: { estimated: null, actual: 0 } } });
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ estimatedCalls: null }]);
});

test('ids are not supported without a manifest', async () => {
  const { ask } = await startGraph(nowhere);
  const { errors } = await ask(VIEWER, { extensions: byHash(VIEWER) });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});

test.each([
  ['is not JSON', 'it is not valid JSON', '{'],
  ['is not an object', 'not a JSON object', '["{ __typename }"]'],
  ['is empty', 'no operations', '{}'],
  ['has another format', 'its format is not apollo', '{"format":"other","version":1,"operations":[]}'],
  ['has another version', 'its format is not', apollo.replace('"version":1', '"version":2')],
  ['has no list of operations', 'not a list', apollo.replace(/"operations":.*/, '"operations":{}}')],
  ['has an operation without an id', 'has no id', apollo.replace(/"id":"\w+",/, '')],
  ['has an operation that is no object', 'has no id', apollo.replace('[{', '[null,{')],
  ['has an operation without text', 'operation x has no text', '{"x":1}'],
  ['has an id twice', 'belongs to two', apollo.replace(hash(WRITE), hash(VIEWER))],
  ['has a document that cannot be parsed', 'operation x cannot be parsed: Syntax Error', '{"x":"{ viewer {"}'],
  [
    'has a subscription that may be skipped',
    'operation x is not valid against the schema: The root field of a subscription can be neither skipped nor included. Fix it',
    '{"x":"subscription { transactionChanges @skip(if: true) { kind } }"}',
  ],
  [
    'has a document that does not fit the schema',
    'operation x is not valid against the schema: Cannot query field "viewr" on type "Query". Did you mean "viewer"? Fix it',
    '{"x":"{ viewr { role } }"}',
  ],
])('a manifest that %s prevents startup', (_, problem, manifest) => {
  expect(() => readPersistedDocuments(createSchema(), manifest)).toThrow(
    expect.objectContaining({ code: 'PERSISTED_DOCUMENTS_UNUSABLE', message: expect.stringContaining(problem) }),
  );
});
