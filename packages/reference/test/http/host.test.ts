// The Host header of requests to the service, against DNS rebinding, and requests that two readers could read differently.
import { expect, test } from 'vitest';
import { exchange } from '../../../../test/support/hostile/graph-under-attack.ts';
import { problem, runReference, shareReference } from '../running.ts';

const shared = shareReference();
const get = (path: string, ...headers: readonly string[]) =>
  `GET ${path} HTTP/1.1\r\nconnection: close\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;

test.each(['/docs', '/openapi.json', '/.well-known/jwks.json', '/files/x', '/nowhere'])(
  'answers %s to other names with 421, in the format of its errors',
  async (path) => {
    const answer = await exchange(shared().url, get(path, 'host: evil.example'));
    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.body)).toEqual(problem(421, 'Misdirected Request', 'This host is not served here'));
  },
);

test('answers no token request of a page on another name', async () => {
  const body = '{"grant_type":"client_credentials"}';
  const headers = `host: rebound.evil.example:4001\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  const sent = `POST /oauth/token HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n${body}`;
  expect((await exchange(shared().url, sent)).status).toBe(421);
});

test.each(['127.0.0.1', 'localhost', 'LocalHost.:4001', '[::1]'])('answers to %s', async (host) => {
  expect((await exchange(shared().url, get('/.well-known/jwks.json', `host: ${host}`))).status).toBe(200);
});

test('answers to the names that it is configured for', async () => {
  const { url } = await runReference({ allowedHosts: ['reference.internal'] });
  expect((await exchange(url, get('/.well-known/jwks.json', 'host: reference.internal:4001'))).status).toBe(200);
  expect((await exchange(url, get('/.well-known/jwks.json', 'host: reference.example'))).status).toBe(421);
});

test.each<[string, string]>([
  ['two Host headers', get('/docs', 'host: localhost', 'host: localhost')],
  ['a target on another host', get('http://evil.example/docs', 'host: localhost')],
])('answers a request with %s with 400', async (_, sent) => {
  const answer = await exchange(shared().url, sent);
  expect([answer.status, JSON.parse(answer.body).status]).toEqual([400, 400]);
});
