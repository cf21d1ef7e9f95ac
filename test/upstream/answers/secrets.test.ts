// Neither a token nor the client secret appears in any fault or log line, whatever upstream does.
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { errorResponse, type StubResponse, TOKEN_PATH, tokenResponse } from '../../support/upstreams/stub-upstream.ts';
import { accountRequest, CLIENT_SECRET, faultOf, GET_ACCOUNT, startClient } from '../client-under-test.ts';

const TOKEN = 'bearer-token-77d1e0';

/** Everything that could be printed of a fault. */
function printed(fault: Error): string {
  return [JSON.stringify(fault), inspect(fault, { depth: 9, showHidden: true }), fault.stack, String(fault)].join('\n');
}

test.each<[string, StubResponse]>([
  ['a rejection that quotes it', errorResponse(400, `Bad ${CLIENT_SECRET}`, `client_secret ${CLIENT_SECRET} is odd`)],
  ['a 401 that quotes it', errorResponse(401, 'Invalid Credentials', CLIENT_SECRET)],
  ['HTML that quotes it', { text: `<html>${CLIENT_SECRET}</html>` }],
  ['an error page that quotes it', { status: 500, text: CLIENT_SECRET }],
  ['a token without an expiry', tokenResponse(TOKEN, null)],
  ['a truncated token', { text: `{"access_token":"${TOKEN}"` }],
  [
    'a malformed header that quotes it',
    { misbehave: (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nBad ${TOKEN} ${CLIENT_SECRET}\r\n\r\n`) },
  ],
  ['a reset', { misbehave: (response) => response.socket?.resetAndDestroy() }],
  ['no response', { misbehave: () => {} }],
])('no secret appears when the token request gets %s', async (name, answer) => {
  const pass = holdDeadlines();
  const { stub, upstream, logLines } = await startClient();
  stub.answer(TOKEN_PATH, answer);
  const failing = faultOf(upstream.call('getAccount', accountRequest));
  await expect.poll(() => stub.requestsTo(TOKEN_PATH).length).toBeGreaterThan(0);
  if (name === 'no response') pass(DEADLINE_MS);
  const fault = await failing;
  expect(printed(fault) + logLines.join('')).not.toMatch(new RegExp(`${TOKEN}|${CLIENT_SECRET}`));
  expect(logLines.length).toBeGreaterThan(0);
});

test.each<[string, StubResponse]>([
  ['a rejection that quotes it', errorResponse(402, `Bearer ${TOKEN}`, `Invalid Character found in Bearer ${TOKEN}`)],
  ['a 401 that quotes it', errorResponse(401, 'Access Denied', `${TOKEN} ${CLIENT_SECRET}`)],
  ['HTML that quotes it', { headers: { 'content-type': 'text/html' }, text: `<html>${TOKEN}</html>` }],
  ['another wrapper that quotes it', { json: { authorization: TOKEN } }],
  ['a redirect that quotes it', { status: 302, headers: { location: `/?t=${TOKEN}` }, text: '' }],
  [
    'bytes that are not HTTP and quote it',
    { misbehave: (response) => response.socket?.end(`Authorization: Bearer ${TOKEN}\r\n\r\n`) },
  ],
  ['a reset', { misbehave: (response) => response.socket?.resetAndDestroy() }],
  ['no response', { misbehave: () => {} }],
])('no secret appears when a call gets %s', async (name, answer) => {
  const pass = holdDeadlines();
  const { stub, upstream, logLines } = await startClient();
  stub.answer(TOKEN_PATH, tokenResponse(TOKEN));
  stub.answer(GET_ACCOUNT, answer);
  const failing = faultOf(upstream.call('getAccount', accountRequest));
  await expect.poll(() => stub.requestsTo(GET_ACCOUNT).length).toBeGreaterThan(0);
  if (name === 'no response') pass(DEADLINE_MS);
  const fault = await failing;
  expect(printed(fault) + logLines.join('')).not.toMatch(new RegExp(`${TOKEN}|${CLIENT_SECRET}`));
});

test('no secret appears when the call succeeds', async () => {
  const { stub, upstream, logLines } = await startClient();
  stub.answer(TOKEN_PATH, tokenResponse(TOKEN));
  stub.answer(GET_ACCOUNT, { json: [] });
  await upstream.call('getAccount', accountRequest);
  expect(logLines).toHaveLength(2);
  expect(logLines.join('')).not.toMatch(new RegExp(`${TOKEN}|${CLIENT_SECRET}`));
});

test('no secret appears in a response that may be any JSON, even if upstream quotes the call in it', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(TOKEN_PATH, tokenResponse(TOKEN));
  const quoting = (text: string) => [
    { [`got ${text}`]: [`Bearer ${text}`, { client: text, count: 1, none: null }] },
    text,
  ];
  stub.answer('/thlmobile/shareApp', { json: [...quoting(TOKEN), ...quoting(CLIENT_SECRET)] });
  const redacted = quoting('[redacted]');
  expect(await upstream.call('shareApp', {})).toEqual([...redacted, ...redacted]);
});

test('a text too short to be a secret garbles no message, and one of four characters is redacted', async () => {
  const { stub, upstream } = await startClient({ clientSecret: 'e' });
  stub.answer(TOKEN_PATH, tokenResponse('a'));
  stub.answer('/thlmobile/verifyToken', errorResponse(400, 'Bad Request', 'Unknown error happened to a1b2'));
  for (const [token, shown] of [
    ['r', 'Unknown error happened to a1b2'],
    ['a1b2', 'Unknown error happened to [redacted]'],
  ] as const) {
    const fault = await faultOf(upstream.call('verifyToken', { token }));
    expect(fault).toMatchObject({ upstreamType: 'Bad Request', upstreamMessage: shown });
  }
});

test('no password appears when a proxy with one is unreachable', async () => {
  const { upstream, logLines } = await startClient({ proxyUrl: 'http://user:proxy-password@127.0.0.1:9' });
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', sent: false });
  expect(printed(fault) + logLines.join('')).not.toMatch(/proxy-password/);
});
