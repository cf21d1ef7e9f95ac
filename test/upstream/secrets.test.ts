// Neither a token nor the client secret is to be found in any fault or log line, whatever upstream does.
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { errorAnswer, type StubAnswer, TOKEN_PATH, tokenAnswer } from '../support/stub-upstream.ts';
import { accountRequest, CLIENT_SECRET, faultOf, GET_ACCOUNT, startClient } from './client-under-test.ts';

const TOKEN = 'bearer-token-77d1e0';

/** All that somebody could print of a fault. */
function printed(fault: Error): string {
  return [JSON.stringify(fault), inspect(fault, { depth: 9, showHidden: true }), fault.stack, String(fault)].join('\n');
}

test.each<[string, StubAnswer]>([
  ['a rejection that quotes it', errorAnswer(400, `Bad ${CLIENT_SECRET}`, `client_secret ${CLIENT_SECRET} is odd`)],
  ['a refusal that quotes it', errorAnswer(401, 'Invalid Credentials', CLIENT_SECRET)],
  ['HTML that quotes it', { text: `<html>${CLIENT_SECRET}</html>` }],
  ['an error page that quotes it', { status: 500, text: CLIENT_SECRET }],
  ['a token without an end', tokenAnswer(TOKEN, null)],
  ['a token cut off', { text: `{"access_token":"${TOKEN}"` }],
  [
    'broken chunks',
    { misbehave: (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nBad ${TOKEN} ${CLIENT_SECRET}\r\n\r\n`) },
  ],
  ['a reset', { misbehave: (response) => response.socket?.resetAndDestroy() }],
  ['silence', { misbehave: () => {} }],
])('when the token call meets %s', async (_, answer) => {
  const { stub, upstream, logLines } = await startClient({ deadlineMs: 250 });
  stub.answer(TOKEN_PATH, answer);
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(printed(fault) + logLines.join('')).not.toMatch(new RegExp(`${TOKEN}|${CLIENT_SECRET}`));
  expect(logLines.length).toBeGreaterThan(0);
});

test.each<[string, StubAnswer]>([
  ['a rejection that quotes it', errorAnswer(402, `Bearer ${TOKEN}`, `Invalid Character found in Bearer ${TOKEN}`)],
  ['a denial that quotes it', errorAnswer(401, 'Access Denied', `${TOKEN} ${CLIENT_SECRET}`)],
  ['HTML that quotes it', { headers: { 'content-type': 'text/html' }, text: `<html>${TOKEN}</html>` }],
  ['another wrapper that quotes it', { json: { authorization: TOKEN } }],
  ['a redirect that quotes it', { status: 302, headers: { location: `/?t=${TOKEN}` }, text: '' }],
  [
    'no HTTP that quotes it',
    { misbehave: (response) => response.socket?.end(`Authorization: Bearer ${TOKEN}\r\n\r\n`) },
  ],
  ['a reset', { misbehave: (response) => response.socket?.resetAndDestroy() }],
  ['silence', { misbehave: () => {} }],
])('when a call meets %s', async (_, answer) => {
  const { stub, upstream, logLines } = await startClient({ deadlineMs: 250 });
  stub.answer(TOKEN_PATH, tokenAnswer(TOKEN));
  stub.answer(GET_ACCOUNT, answer);
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(printed(fault) + logLines.join('')).not.toMatch(new RegExp(`${TOKEN}|${CLIENT_SECRET}`));
});

test('when all goes well', async () => {
  const { stub, upstream, logLines } = await startClient();
  stub.answer(TOKEN_PATH, tokenAnswer(TOKEN));
  stub.answer(GET_ACCOUNT, { json: [] });
  await upstream.call('getAccount', accountRequest);
  expect(logLines).toHaveLength(2);
  expect(logLines.join('')).not.toMatch(new RegExp(`${TOKEN}|${CLIENT_SECRET}`));
});

test('when the proxy that cannot be reached has a password', async () => {
  const { upstream, logLines } = await startClient({ proxyUrl: 'http://user:proxy-password@127.0.0.1:9' });
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', sent: false });
  expect(printed(fault) + logLines.join('')).not.toMatch(/proxy-password/);
});
