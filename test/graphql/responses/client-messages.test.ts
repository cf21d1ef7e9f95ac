// What Apollo rejects before execution has the gateway's own messages, which say what to do instead.
import { expect, test } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { listen } from '../../support/gateways/graph-under-test.ts';

const query = '{ viewer { role } }';
const json = { 'content-type': 'application/json' };

const preflight =
  'A page on another origin could have sent this request: add the header apollo-require-preflight, with any value.';
const batch = 'The body is a list, but batches are not supported: send each operation in its own request.';
const noQuery =
  'The request has no `query`, or an empty one. Ids of documents need a manifest in the gateway (PERSISTED_DOCUMENTS).';
const unacceptable =
  'The accept header allows neither of the supported response types: ' +
  'application/graphql-response+json and application/json.';

test.each<[string, string, RequestInit, number, string]>([
  ['a GET without a preflight header', `?query=${encodeURIComponent(query)}`, {}, 400, preflight],
  [
    'a form without a preflight header',
    '',
    { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: form(query) },
    400,
    preflight,
  ],
  [
    'a batch of operations',
    '',
    { method: 'POST', headers: json, body: JSON.stringify([{ query }, { query }]) },
    400,
    batch,
  ],
  [
    'a request without a query',
    '',
    { method: 'POST', headers: json, body: JSON.stringify({ variables: {} }) },
    400,
    noQuery,
  ],
  [
    'a request with the id of a document, without a manifest,',
    '',
    { method: 'POST', headers: json, body: JSON.stringify({ documentId: 'sha256:0' }) },
    400,
    noQuery,
  ],
  [
    'an Accept header that no response type satisfies',
    '',
    { method: 'POST', headers: { ...json, accept: 'text/html' }, body: JSON.stringify({ query }) },
    406,
    unacceptable,
  ],
])('%s is rejected with a message that says what to do instead', async (_, search, init, status, message) => {
  const url = await listen({ baseUrl: 'http://127.0.0.1:9' });
  const headers = { ...init.headers, authorization: `Bearer ${await agentToken()}` };
  const response = await fetch(`${url}/graphql${search}`, { ...init, headers });
  expect([response.status, await response.json()]).toEqual([
    status,
    { errors: [{ message, extensions: { code: 'BAD_USER_INPUT', retryable: false } }] },
  ]);
});

const create = 'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome } }';
const share = 'mutation ($input: ShareAppInput!) { shareApp(input: $input) { outcome } }';
const long = 'x'.repeat(990);
const creation = {
  stateId: 'UT',
  name: long,
  streetAddress: long,
  propertyType: 'RESIDENTIAL',
  type: 'LISTING',
  status: 'NEW',
};
const manyFields = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field ${at}`, at + 0.5]));

test.each<[string, string, object, RegExp]>([
  ['a field that there is not', create, { ...creation, nmae: 1 }, /; Field "nmae" is not defined by type "Create/],
  ['a missing field', create, { ...creation, type: undefined }, /; Field "type" of required type "Tr\w+!" was not/],
  ['a long value', create, { ...creation, type: long }, / "x+…" at "input\.type"; Value "x+…" does not exist in "Tr/],
  ['a number', share, { fields: { ...manyFields, last: 1e60 } }, /…[^…]*: last: 1e\+60; send it as a string$/],
])('however long the input is, the message about %s says what is wrong', async (_, mutation, input, message) => {
  const url = await listen({ baseUrl: 'http://127.0.0.1:9' });
  const headers = { ...json, authorization: `Bearer ${await agentToken()}` };
  const body = JSON.stringify({ query: mutation, variables: { input } });
  const { errors } = JSON.parse(await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text());
  expect(errors[0].message).toMatch(message);
  expect(errors[0].message.length).toBeLessThanOrEqual(1_001);
});

test('clients that probe for persisted queries get the message that they expect', async () => {
  const url = await listen({ baseUrl: 'http://127.0.0.1:9' });
  const headers = { ...json, authorization: `Bearer ${await agentToken()}` };
  const body = JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } });
  const { errors } = JSON.parse(await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text());
  expect(errors[0].message).toBe('PersistedQueryNotSupported');
});

function form(text: string): string {
  const part = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return `${part('operations', JSON.stringify({ query: text }))}${part('map', '{}')}--b--\r\n`;
}
