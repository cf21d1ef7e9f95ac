// The log line of a write whose outcome is unknown.
import { expect, test } from 'vitest';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { errorResponse, type StubResponse } from '../../support/upstreams/stub-upstream.ts';

const VERIFY = '/thlmobile/verifyToken';
const SECRET = 'one-time-token-77';
const mutation = `mutation ($key: String) {
  verifyMemberToken(input: { token: "${SECRET}", idempotencyKey: $key }) { outcome }
}`;

async function start(answer: StubResponse) {
  const { stub, ask, lines } = await startStubbedGraph();
  stub.answer(VERIFY, answer);
  const verify = async (requestId: string, key: string | null = null) => {
    const asked = { token: await serviceToken(), variables: { key }, headers: { 'x-request-id': requestId } };
    return (await ask(mutation, asked)).data.verifyMemberToken.outcome;
  };
  const logged = () => lines.filter(({ msg }) => msg === 'the outcome of a write is unknown');
  return { verify, logged, lines };
}

test.each<[string, StubResponse, string]>([
  ['gets a response without the expected result', { json: { status: 200, member: null } }, 'UPSTREAM_INVALID'],
  ['gets an unreadable response', { text: `<html>${SECRET}` }, 'UPSTREAM_INVALID'],
  ['fails upstream', errorResponse(500, SECRET, SECRET), 'UPSTREAM_UNAVAILABLE'],
])('a write that %s is logged at warn, with its request, its name and the reason', async (_, answer, reason) => {
  const { verify, logged, lines } = await start(answer);
  expect(await verify('request-of-mine')).toBe('UNKNOWN');
  const { time: _time, ...line } = { time: 0, ...logged()[0] };
  expect(line).toEqual({
    level: 40,
    requestId: 'request-of-mine',
    operation: 'verifyMemberToken',
    reason,
    msg: 'the outcome of a write is unknown',
  });
  expect(logged()).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

test('a replay as UNKNOWN is logged each time', async () => {
  const { verify, logged } = await start({ json: { status: 200, member: null } });
  for (const requestId of ['the-first-time', 'the-second-time']) await verify(requestId, 'key-1');
  expect(logged().map(({ requestId, reason }) => [requestId, reason])).toEqual([
    ['the-first-time', 'UPSTREAM_INVALID'],
    ['the-second-time', 'UNKNOWN_BEFORE'],
  ]);
});

test('a write with a known outcome is not logged', async () => {
  const { verify, logged } = await start(errorResponse(400, 'Bad Request', 'Missing Required Parameter: token'));
  expect(await verify('request-of-mine')).toBe('REJECTED');
  expect(logged()).toEqual([]);
});
