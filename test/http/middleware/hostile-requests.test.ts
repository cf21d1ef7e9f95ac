// Requests manipulated at the level of HTTP: ids, headers and hosts that are not what they seem, paths that leave their folder.
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { exchange, type RawRequest, startGraphUnderAttack } from '../../support/hostile/graph-under-attack.ts';
import { appUnderTest, echo } from '../app-under-test.ts';

const viewer = '{"query":"{ viewer { role } }"}';
const post = (headers: readonly string[]): RawRequest => ({
  headers: ['content-type: application/json', ...headers],
  body: viewer,
});

test.each(['{"level":50,"msg":"x"}', 'id-of-the-request\u0085x-injected: 1', 'too-few', 'a'.repeat(65)])(
  'the request id %j is replaced, in the response and in the log',
  async (id) => {
    const { send, lines, problemsIn } = await startGraphUnderAttack();
    const answer = await send({ method: 'GET', target: '/healthz', headers: [`x-request-id: ${id}`] });
    expect([answer.status, problemsIn(answer)]).toEqual([200, []]);
    expect(answer.head).toMatch(/\r\nx-request-id: [0-9a-f]{8}-[0-9a-f-]{27}\r\n/);
    expect(lines.map(({ requestId }) => requestId)).toEqual([/x-request-id: (\S+)/.exec(answer.head)?.[1]]);
  },
);

test('neither of two request ids is used', async () => {
  const { send } = await startGraphUnderAttack();
  const headers = ['x-request-id: first-id-1234', 'x-request-id: second-id-1234'];
  const { head } = await send({ method: 'GET', target: '/healthz', headers });
  expect(head).not.toMatch(/(first|second)-id-1234/);
});

test.each<[string, string, number]>([
  ['is empty', '', 421],
  ['has ours as its user', 'localhost@evil.example', 421],
  ['is ours twice', 'localhost, localhost', 421],
  ['is ours as a decimal number', '2130706433', 421],
  ['is ours with a letter of another script', 'lоcalhost', 421],
  ['is ours', 'LocalHost:80', 200],
])('a Host that %s (%s) gets %d', async (_what, host, status) => {
  const { send, problemsIn, token } = await startGraphUnderAttack();
  const answer = await send({ ...post([`authorization: Bearer ${token}`]), host });
  expect([answer.status, problemsIn(answer)]).toEqual([status, []]);
  expect(answer.body.includes('AGENT')).toBe(status === 200);
});

test('the response depends only on the host that was checked, not on what proxies call it', async () => {
  const { send, token, problemsIn } = await startGraphUnderAttack();
  const others = ['x-forwarded-host: evil.example', 'x-host: evil.example', 'forwarded: host=evil.example'];
  const answer = await send(post([`authorization: Bearer ${token}`, ...others]));
  expect([answer.status, problemsIn(answer)]).toEqual([200, []]);
  expect(`${answer.head}${answer.body}`).not.toContain('evil');
});

test.each<[string, Partial<RawRequest>, string]>([
  ['two Host headers', { headers: ['host: evil.example'] }, 'more than one Host header'],
  [
    'two tokens',
    { headers: ['authorization: Bearer a', 'Authorization: Bearer b'] },
    'more than one Authorization header',
  ],
  ['a target on another host', { target: 'http://evil.example/graphql' }, 'target'],
  ['a target of another scheme on our port', { target: 'https://127.0.0.1:80/graphql' }, 'target'],
  ['a target with a user', { target: 'http://evil@127.0.0.1/graphql' }, 'target'],
  ['a target on our host, but another in Host', { target: 'http://127.0.0.1/graphql', host: 'evil.example' }, 'target'],
  ['a target without a host', { target: 'http:///graphql' }, ''],
])('with %s the response is 400, and the connection ends', async (_what, change, reason) => {
  const { send, token, problemsIn } = await startGraphUnderAttack();
  const ordinary = post([`authorization: Bearer ${token}`]);
  const { headers = [] } = change;
  const answer = await send({ ...ordinary, ...change, headers: [...(ordinary.headers ?? []), ...headers] });
  expect([answer.status, problemsIn(answer)]).toEqual([400, []]);
  expect(answer.body).toContain(reason);
  expect(answer.body).not.toMatch(/AGENT|evil/);
  expect(answer.head).toMatch(/\r\nconnection: close/i);
});

test('a target on the host of the Host header is served', async () => {
  const { send, token } = await startGraphUnderAttack();
  const request = post([`authorization: Bearer ${token}`]);
  expect((await send({ ...request, target: 'http://127.0.0.1/graphql' })).status).toBe(200);
  expect((await send({ ...request, target: 'HTTP://LocalHost:80/graphql', host: 'localhost.' })).status).toBe(200);
  expect((await send({ ...request, target: 'https://127.0.0.1/graphql', host: '127.0.0.1:443' })).status).toBe(200);
});

test('a target with an invalid port is served like any other on the host of the Host header', async () => {
  const { send, problemsIn, token } = await startGraphUnderAttack();
  const headers = [`authorization: Bearer ${token}`, 'apollo-require-preflight: 1'];
  const target = 'http://127.0.0.1:99999/graphql?query={viewer{role}}#end';
  const answer = await send({ method: 'GET', target, host: '127.0.0.1:99999', headers });
  expect([answer.status, problemsIn(answer)]).toEqual([200, []]);
  expect(answer.body).toContain('AGENT');
});

test('a target that is only a host is its root', async () => {
  const { options } = appUnderTest({ hasPlayground: true });
  const server = await startHttpServer({ ...options, port: 0 });
  onTestFinished(() => server.close());
  const rest = 'HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n';
  expect((await exchange(server.url, `GET http://127.0.0.1 ${rest}`)).status).toBe(302);
  expect((await exchange(server.url, `GET http://127.0.0.1?a ${rest}`)).status).toBe(302);
});

test.each(['identity, chunked', 'chunked, chunked'])(
  'a body in the transfer coding %j: 400, and nothing runs',
  async (coding) => {
    const { send, token, problemsIn } = await startGraphUnderAttack();
    const chunk = `${viewer.length.toString(16)}\r\n${viewer}\r\n0\r\n\r\n`;
    const headers = ['content-type: application/json', `authorization: Bearer ${token}`];
    const sent = (value: string) => send({ headers: [...headers, `transfer-encoding: ${value}`, '', chunk] });
    expect((await sent('Chunked')).status).toBe(200);
    const answer = await sent(coding);
    expect([answer.status, problemsIn(answer)]).toEqual([400, []]);
    expect(answer.body).not.toContain('AGENT');
  },
);

test('an absolute URL in place of the path does not bypass the Host check', async () => {
  const { send, token } = await startGraphUnderAttack();
  const bearer = `authorization: Bearer ${token}`;
  const answer = await send({ ...post([bearer]), target: 'http://evil.example/graphql', host: 'evil.example' });
  expect(answer.status).toBe(421);
});

test.each<[string, string]>([
  [
    'both a length and chunks',
    'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n',
  ],
  ['a space after a header name', 'transfer-encoding : chunked\r\n\r\n0\r\n\r\n'],
  ['a chunk size that is too large', 'transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n'],
  ['a folded header', 'x-folded: a\r\n b\r\ncontent-length: 0\r\n\r\n'],
  ['a bare line feed between headers', 'x-a: b\nx-c: d\r\ncontent-length: 0\r\n\r\n'],
])('a request with %s gets a single error of GraphQL, and its connection ends', async (_what, rest) => {
  const { url } = await startGraphUnderAttack();
  const start = 'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\n';
  const { status, head, body } = await exchange(url, start + rest);
  expect(status).toBe(400);
  expect(`${head}${body}`.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(JSON.parse(body)).toEqual({
    errors: [{ message: expect.any(String), extensions: { code: 'BAD_USER_INPUT', retryable: false } }],
  });
});

const climbs = ['../', '..%2f', '%2e%2e%2f', '..\\', '..%5c', '....//', '%252e%252e%252f', '..%00/', './../'];

test.each(['/graphiql/app.js/', '/schema.graphql/'])('no path that climbs out of %s reaches a file', async (base) => {
  const { options } = appUnderTest({ hasPlayground: true, graphql: { ...echo, sdl: 'type Query { a: Int }' } });
  const server = await startHttpServer({ ...options, port: 0 });
  onTestFinished(() => server.close());
  for (const climb of climbs) {
    const target = `${base}${climb.repeat(6)}package.json`;
    const raw = `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`;
    const { status, body } = await exchange(server.url, raw);
    expect([target, [400, 404].includes(status), body]).toEqual([target, true, expect.stringMatching(/^\{"error":/)]);
  }
});

test('a file link that climbs out of its folder is rejected, and upstream is not called', async () => {
  const { send, stub, token } = await startGraphUnderAttack();
  for (const climb of climbs) {
    const target = `/files/${climb.repeat(6)}etc/passwd`;
    const { status, body } = await send({ method: 'GET', target, headers: [`authorization: Bearer ${token}`] });
    expect([target, status >= 400 && status < 500]).toEqual([target, true]);
    expect(body).toMatch(/^\{"error":\{"code":"(NOT_FOUND|BAD_REQUEST)"/);
  }
  expect(stub.requests.filter(({ path }) => !path.includes('oauth'))).toEqual([]);
});
