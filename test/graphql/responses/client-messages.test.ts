// What Apollo rejects before execution has the gateway's own messages, which say what to do instead.
import { expect, test } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { listen } from '../../support/gateways/graph-under-test.ts';

const query = '{ viewer { role } }';
const json = { 'content-type': 'application/json' };

const preflight =
  'A page on another origin could have sent this request: add the header apollo-require-preflight, with any value.';
const batch = 'The body is a list, but batches are not supported: send each operation in its own request.';
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
    'The request has no `query`, or an empty one.',
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
