// A manifest of persisted documents: what stands in it is carried out by id or by text, free of the query's limits, and nothing else.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPersistedDocuments } from '../../src/graphql/persisted-documents.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { serviceToken } from '../support/caller-tokens.ts';
import { listen, startGraph } from '../support/graph-under-test.ts';

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
  message: expect.stringContaining('none of the persisted documents'),
};

test.each([
  ['Apollo', apollo],
  ['Relay', relay],
])(
  'a manifest of %s: its documents are carried out by id, as either’s clients send it, and by text',
  async (_, text) => {
    const { post, get } = await start(text);
    const viewer = { status: 200, data: { viewer: { role: 'SERVICE' } } };
    for (const body of [
      { extensions: byHash(VIEWER) },
      { extensions: byHash(VIEWER), query: VIEWER, operationName: 'Viewer' },
      { documentId: hash(VIEWER) },
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

test('what is not in the manifest is refused, whatever it says it is', async () => {
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

test('an id that the manifest has not is refused by its name, however it was sent', async () => {
  const { post, get } = await start(relay);
  const unknownId = (id: string) => ({
    ...unknown,
    message:
      `"${id}" is not the id of a persisted document, and no other operations are carried out: ` +
      'send an id as it stands in the manifest that the gateway was started with.',
  });
  expect(await post({ extensions: byHash('{ __typename }') })).toEqual(unknownId(hash('{ __typename }')));
  expect(await post({ documentId: 'viewer' })).toEqual(unknownId('viewer'));
  expect(await post({ doc_id: '__proto__' })).toEqual(unknownId('__proto__'));
  expect(await post({ id: 'constructor', query: VIEWER })).toEqual(unknownId('constructor'));
  expect(await get({ documentId: 'x' })).toEqual(unknownId('x'));
  expect(await post({ documentId: 'x'.repeat(100_000) })).toEqual(unknownId(`${'x'.repeat(100)}…`));
});

test('a batch of documents is refused, and so is a mutation by GET', async () => {
  const { post, get } = await start(relay);
  expect(await post([{ doc_id: hash(VIEWER) }])).toMatchObject({ status: 400, data: undefined });
  expect(await get({ doc_id: hash(WRITE) })).toMatchObject({ status: 405, data: undefined });
});

test('a persisted document is free of the limits of a query, its variables are not', async () => {
  const { post } = await start(relay);
  const { status, data } = await post({ doc_id: hash(LARGE) });
  expect([status, Object.keys(data.viewer).length]).toEqual([200, 401]);
  const variables = { yes: Array.from({ length: 300 }, () => true) };
  expect(await post({ doc_id: hash(TYPENAME), variables })).toMatchObject({
    status: 400,
    message: expect.stringContaining('300 entries, and at most 250 are allowed'),
  });
});

test('without a manifest, an id stands for nothing', async () => {
  const { ask } = await startGraph(nowhere);
  const { errors } = await ask(VIEWER, { extensions: byHash(VIEWER) });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});

test.each([
  ['is no JSON', 'it is no JSON', '{'],
  ['is no object', 'no JSON object', '["{ __typename }"]'],
  ['is empty', 'no operations', '{}'],
  ['has another format', 'its format is not apollo', '{"format":"other","version":1,"operations":[]}'],
  ['has another version', 'its format is not', apollo.replace('"version":1', '"version":2')],
  ['has no list of operations', 'no list', apollo.replace(/"operations":.*/, '"operations":{}}')],
  ['has an operation without an id', 'has no id', apollo.replace(/"id":"\w+",/, '')],
  ['has an operation without text', 'operation x has no text', '{"x":1}'],
  ['has an id twice', 'stands for two', apollo.replace(hash(WRITE), hash(VIEWER))],
  ['has what cannot be parsed', 'operation x cannot be parsed: Syntax Error', '{"x":"{ viewer {"}'],
  [
    'has a subscription',
    'operation x does not fit the schema: Subscriptions are not served.',
    '{"x":"subscription { x }"}',
  ],
  [
    'has what the schema does not know',
    'operation x does not fit the schema: Cannot query',
    '{"x":"{ viewr { role } }"}',
  ],
])('a manifest that %s keeps the gateway from starting', (_, problem, manifest) => {
  expect(() => readPersistedDocuments(createSchema(), manifest)).toThrow(
    expect.objectContaining({ code: 'PERSISTED_DOCUMENTS_UNUSABLE', message: expect.stringContaining(problem) }),
  );
});
