// What Apollo refuses before anything is carried out, in words that say what to do here.
import { expect, test } from 'vitest';
import { agentToken } from '../support/caller-tokens.ts';
import { listen } from '../support/graph-under-test.ts';

const query = '{ viewer { role } }';
const json = { 'content-type': 'application/json' };

const preflight =
  'A page on another origin could have sent this request: add the header apollo-require-preflight, with any value.';
const batch = 'The body is a list, but a request takes one operation: send each in its own request.';
const unacceptable =
  'The accept header allows neither of the media types of an answer: ' +
  'application/graphql-response+json and application/json.';

test.each<[string, string, RequestInit, number, string]>([
  ['a bare GET', `?query=${encodeURIComponent(query)}`, {}, 400, preflight],
  [
    'a form without the header',
    '',
    { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: form(query) },
    400,
    preflight,
  ],
  [
    'a list of operations',
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
    'an Accept that nothing fits',
    '',
    { method: 'POST', headers: { ...json, accept: 'text/html' }, body: JSON.stringify({ query }) },
    406,
    unacceptable,
  ],
])('%s is refused with what to do instead', async (_, search, init, status, message) => {
  const url = await listen({ baseUrl: 'http://127.0.0.1:9' });
  const headers = { ...init.headers, authorization: `Bearer ${await agentToken()}` };
  const response = await fetch(`${url}/graphql${search}`, { ...init, headers });
  expect([response.status, await response.json()]).toEqual([
    status,
    { errors: [{ message, extensions: { code: 'BAD_USER_INPUT', retryable: false } }] },
  ]);
});

test('clients that probe for persisted queries find the words that they read', async () => {
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
