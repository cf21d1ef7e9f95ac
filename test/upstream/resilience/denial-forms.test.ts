// The forms in which services and what stands before them deny a token, each of which has the same effect as a 401.
import { describe, expect, test } from 'vitest';
import type { PlainResponse, RecordedRequest } from '../../support/upstreams/stub-upstream.ts';
import { ADD_TRANS, faultOf, GET_ACCOUNT, startConnected } from '../client-under-test.ts';

const page = '<!doctype html><html><head><title>Access Denied</title></head><body><h1>Access Denied</h1></body></html>';
const login = { location: '/login?next=%2Faccounts' };
const challenge = { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' };
const problem = {
  title: 'Access Denied',
  type: 'https://api.example.com/docs/errors/',
  detail: 'The token has expired',
};
/** Each with whether the HTTP line shows that nothing was executed. */
const denials: readonly (readonly [string, PlainResponse, boolean])[] = [
  ['401 without a body', { status: 401, text: '' }, true],
  ['401 with a page', { status: 401, text: page }, true],
  ['410 without a body', { status: 410, text: '' }, true],
  ['410 and its title', { status: 410, json: { ...problem, status: 410 } }, true],
  ['410, while its body says 401', { status: 410, json: { ...problem, status: 401 } }, true],
  ['403 and invalid_token', { status: 403, json: { error: 'invalid_token', error_description: 'expired' } }, true],
  ['403 and a header without a body', { status: 403, headers: challenge, text: '' }, true],
  ['400 and a header without a body', { status: 400, headers: challenge, text: '' }, true],
  ['403 and a text', { status: 403, text: 'Access Denied' }, true],
  ['403 and a JSON text', { status: 403, json: 'Access denied.' }, true],
  ['invalid_token under HTTP 200', { json: { error: 'invalid_token' } }, false],
  ['its title under HTTP 200', { json: problem }, false],
  ['a text under HTTP 200', { text: 'Access Denied' }, false],
  ['a page under HTTP 200', { text: page, headers: { 'content-type': 'text/html' } }, false],
  ['a header under HTTP 200', { text: '', headers: challenge }, false],
  ['a redirect to a login page', { status: 302, headers: login, text: '' }, false],
];

describe.each(denials)('a token denied by %s', (_, response, isProven) => {
  const onlyNew =
    (json: unknown) =>
    ({ headers }: RecordedRequest): PlainResponse =>
      headers.authorization === 'Bearer token-1' ? response : { json };

  test('leads to one new token and one repetition of a read', async () => {
    const { stub, read, counts } = await startConnected();
    stub.answer(GET_ACCOUNT, onlyNew([]));
    await read();
    expect(counts()).toEqual({ tokens: 2, reads: 2, writes: 0 });
  });

  test('leads to one new token, and to a repetition of a write only if the line proves that nothing was executed', async () => {
    const { stub, write, counts } = await startConnected();
    stub.answer(ADD_TRANS, onlyNew([{ transId: '77' }]));
    if (isProven) await write();
    else expect(await faultOf(write())).toMatchObject({ code: 'UPSTREAM_ACCESS_DENIED', isInBody: true });
    await expect.poll(() => counts().tokens).toBe(2);
    expect(counts().writes).toBe(isProven ? 2 : 1);
  });
});

test.each<[string, PlainResponse, string]>([
  [
    '410 without that title',
    { status: 410, json: { title: 'Gone', status: 410, detail: 'no more' } },
    'UPSTREAM_REJECTED',
  ],
  [
    '403 for a missing scope',
    { status: 403, headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } },
    'UPSTREAM_REJECTED',
  ],
  ['another redirect', { status: 308, headers: { location: 'https://api.example.com/accounts/' } }, 'UPSTREAM_INVALID'],
  ['a page under HTTP 200 that says something else', { text: '<html>Welcome</html>' }, 'UPSTREAM_INVALID'],
  ['a 503 that mentions it', { status: 500, text: 'Access Denied' }, 'UPSTREAM_UNAVAILABLE'],
])('%s is no denied token', async (_, response, code) => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, { text: '', ...response });
  expect(await faultOf(read())).toMatchObject({ code });
  expect(counts().tokens).toBe(1);
});

test('a response that may be any JSON denies the token if the words are its own, and not an echo', async () => {
  const { stub, upstream, counts } = await startConnected();
  const denied = { error: 'invalid_token' };
  stub.answer('/thlmobile/shareApp', { json: denied });
  expect(await upstream.call('shareApp', denied)).toEqual(denied);
  expect(counts().tokens).toBe(1);
  expect(await faultOf(upstream.call('shareApp', { to: 'ada' }))).toMatchObject({
    code: 'UPSTREAM_ACCESS_DENIED',
    isInBody: true,
  });
});

test('a member’s own token that is not valid is no denied token', async () => {
  const { stub, upstream, counts } = await startConnected();
  stub.answer('/thlmobile/verifyToken', { status: 400, json: { error: 'invalid_token', status: 400 } });
  expect(await faultOf(upstream.call('verifyToken', { token: 'x' }))).toMatchObject({ code: 'UPSTREAM_REJECTED' });
  expect(counts().tokens).toBe(1);
});
