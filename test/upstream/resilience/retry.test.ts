// What is retried, how often, and when not: by the endpoint's effect, the deadline and the budget.
import { channel } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { UpstreamFault, type UpstreamFaultDetails } from '../../../src/upstream/faults.ts';
import { createBudget, reasonToRetry } from '../../../src/upstream/resilience/retry.ts';
import { createManualClock } from '../../support/held-clock.ts';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { type PlainResponse, TOKEN_PATH, tokenResponse } from '../../support/upstreams/stub-upstream.ts';
import {
  ADD_TRANS,
  accountRequest,
  addTransRequest,
  type ClientUnderTest,
  faultOf,
  GET_ACCOUNT,
  startClient,
} from '../client-under-test.ts';

const status = (code: number, headers: Record<string, string> = {}): PlainResponse => ({
  status: code,
  headers,
  text: '',
});
const good: PlainResponse = { json: [] };

async function startWaiting(options = {}): Promise<ClientUnderTest & { waits: number[] }> {
  const waits: number[] = [];
  const retrying = {
    random: () => 0.5,
    pause: async (milliseconds: number) => {
      waits.push(milliseconds);
    },
  };
  const client = await startClient({ retrying, ...options });
  await client.upstream.connect();
  return { ...client, waits };
}

const unavailable = (details: Partial<UpstreamFaultDetails>, endpoint: 'getAccount' | 'addTrans' = 'getAccount') =>
  new UpstreamFault('UPSTREAM_UNAVAILABLE', 'because', { endpoint, sent: true, ...details });

test.each([
  ['nothing was sent', { sent: false }, 'unsent', 'unsent'],
  ['the connection was reset', { sent: 'unknown' as const }, 'reset', null],
  ['the response broke off', { status: 200 }, 'reset', null],
  ['the status is 502', { status: 502 }, '502', null],
  ['the status is 503', { status: 503 }, '503', null],
  ['the status is 504', { status: 504 }, '504', null],
  ['the status is 500', { status: 500 }, null, null],
  ['the breaker is open', { sent: false, isRejectedLocally: true }, null, null],
])('if %s (%o), the reason to retry is %s for a read and %s for a write', (_, details, read, write) => {
  expect(reasonToRetry('getAccount', unavailable(details))).toBe(read);
  expect(reasonToRetry('addTrans', unavailable(details, 'addTrans'))).toBe(write);
});

test.each(['UPSTREAM_TIMEOUT', 'UPSTREAM_REJECTED', 'UPSTREAM_INVALID', 'ABORTED', 'OVERLOADED'] as const)(
  'does not retry after %s',
  (code) => {
    expect(
      reasonToRetry('getAccount', new UpstreamFault(code, '', { endpoint: 'getAccount', sent: false })),
    ).toBeNull();
  },
);

test('a read succeeds on its third attempt, after doubling waits that the jitter halves', async () => {
  const { stub, upstream, waits, metrics } = await startWaiting();
  stub.answer(GET_ACCOUNT, { misbehave: (response) => response.socket?.resetAndDestroy() }, status(503), good);
  expect(await upstream.call('getAccount', accountRequest)).toEqual([]);
  expect(waits).toEqual([50, 100]);
  const counted = (await metrics.upstreamRetries.get()).values.map(({ labels, value }) => [
    (labels as Record<string, string>)['reason'],
    value,
  ]);
  expect(counted).toEqual([
    ['reset', 1],
    ['503', 1],
  ]);
});

test('makes at most three attempts', async () => {
  const { stub, upstream } = await startWaiting();
  stub.answer(GET_ACCOUNT, status(502));
  expect(await faultOf(upstream.call('getAccount', accountRequest))).toMatchObject({ status: 502 });
  expect(stub.requestsTo(GET_ACCOUNT)).toHaveLength(3);
});

test.each<[string, PlainResponse | { misbehave: (response: import('node:http').ServerResponse) => void }]>([
  ['503', status(503)],
  ['429', status(429)],
  ['a reset', { misbehave: (response) => response.socket?.resetAndDestroy() }],
])('sends a write that has left only once, whatever the result: %s', async (_, answer) => {
  const { stub, upstream, waits } = await startWaiting();
  stub.answer(ADD_TRANS, answer, good);
  await faultOf(upstream.call('addTrans', addTransRequest));
  expect(stub.requestsTo(ADD_TRANS)).toHaveLength(1);
  expect(waits).toEqual([]);
});

test('retries a write if no part of it has left', async () => {
  const { stub, upstream, waits } = await startWaiting();
  await stub.close();
  expect(await faultOf(upstream.call('addTrans', addTransRequest))).toMatchObject({ sent: false });
  expect(waits).toHaveLength(2);
});

test('waits for Retry-After if it fits into the deadline, otherwise fails at once', async () => {
  const { stub, upstream, waits } = await startWaiting();
  const limited = (seconds: number) => status(429, { 'retry-after': String(seconds) });
  stub.answer(GET_ACCOUNT, limited(2), good);
  await upstream.call('getAccount', accountRequest);
  expect(waits).toEqual([2_050]);
  stub.answer(GET_ACCOUNT, limited(DEADLINE_MS / 1_000), good);
  expect(await faultOf(upstream.call('getAccount', accountRequest))).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' });
  expect(waits).toHaveLength(1);
});

test('subtracts the time of earlier attempts from the deadline', async () => {
  const { stub, upstream, waits, clock } = await startWaiting();
  stub.answer(GET_ACCOUNT, () => {
    clock.advance(DEADLINE_MS - 10);
    return status(503);
  });
  await faultOf(upstream.call('getAccount', accountRequest));
  expect(waits).toEqual([]);
});

test('makes the next attempt only after the wait', async () => {
  const waits: (() => void)[] = [];
  const retrying = { pause: () => new Promise<void>((resolve) => waits.push(resolve)) };
  const { stub, upstream } = await startWaiting({ retrying });
  stub.answer(GET_ACCOUNT, status(503), good);
  stub.answer(ADD_TRANS, good);
  const call = upstream.call('getAccount', accountRequest);
  await expect.poll(() => waits.length).toBe(1);
  await upstream.call('addTrans', addTransRequest);
  expect(stub.requestsTo(GET_ACCOUNT)).toHaveLength(1);
  waits[0]?.();
  expect(await call).toEqual([]);
});

test('does not retry if the caller aborts during the wait', async () => {
  const caller = new AbortController();
  const retrying = { pause: async () => caller.abort() };
  const { stub, upstream } = await startWaiting({ retrying });
  stub.answer(GET_ACCOUNT, status(503), good);
  const call = upstream.call('getAccount', accountRequest, { signal: caller.signal });
  expect(await faultOf(call)).toMatchObject({ code: 'ABORTED', sent: false });
  expect(stub.requestsTo(GET_ACCOUNT)).toHaveLength(1);
});

test('if the deadline passes during the wait, the fault is that of the last attempt', async () => {
  const pass = holdDeadlines();
  const { stub, upstream } = await startWaiting({ retrying: { pause: async () => pass(DEADLINE_MS) } });
  stub.answer(GET_ACCOUNT, status(503), good);
  const fault = await faultOf(upstream.call('getAccount', accountRequest));
  expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', status: 503 });
});

test('an abort stops a write before it is sent, but not after it has left', async () => {
  const { stub, upstream } = await startWaiting();
  const caller = new AbortController();
  stub.answer(ADD_TRANS, () => {
    caller.abort();
    return good;
  });
  expect(await upstream.call('addTrans', addTransRequest, { signal: caller.signal })).toEqual([]);
  const late = upstream.call('addTrans', addTransRequest, { signal: caller.signal });
  expect(await faultOf(late)).toMatchObject({ code: 'ABORTED', sent: false });
  expect(stub.requestsTo(ADD_TRANS)).toHaveLength(1);
});

test('retries the token like a read', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(TOKEN_PATH, status(503), status(502), tokenResponse('third'));
  await upstream.connect();
  expect(stub.requestsTo(TOKEN_PATH)).toHaveLength(3);
});

test.each([
  ['read', 'getAccount', accountRequest],
  ['write', 'addTrans', addTransRequest],
] as const)(
  'a %s whose token cannot be fetched causes three token requests, not nine',
  async (_, endpoint, request) => {
    const { stub, upstream } = await startClient();
    stub.answer(TOKEN_PATH, status(503));
    await faultOf(upstream.call(endpoint, request));
    expect(stub.requestsTo(TOKEN_PATH)).toHaveLength(3);
  },
);

test('an endpoint that keeps failing uses up no retries but its own', async () => {
  const { stub, upstream, waits } = await startWaiting();
  stub.answer(GET_ACCOUNT, status(503));
  for (let call = 0; call < 6; call += 1) await faultOf(upstream.call('getAccount', accountRequest));
  const spent = waits.length;
  const before = stub.requestsTo(GET_ACCOUNT).length;
  await faultOf(upstream.call('getAccount', accountRequest));
  expect([waits.length, stub.requestsTo(GET_ACCOUNT).length]).toEqual([spent, before + 1]);
  stub.answer('/thlmobile/getMember', status(503), good);
  expect(await upstream.call('getMember', { userName: 'ann', email: '' })).toEqual([]);
});

test('an endpoint that has used up its retries earns one by ten calls', async () => {
  const { stub, upstream } = await startWaiting();
  stub.answer(GET_ACCOUNT, status(503));
  for (let call = 0; call < 6; call += 1) await faultOf(upstream.call('getAccount', accountRequest));
  stub.answer(GET_ACCOUNT, ...Array.from({ length: 9 }, () => good), status(503), good);
  for (let call = 0; call < 10; call += 1) expect(await upstream.call('getAccount', accountRequest)).toEqual([]);
});

test('the budget is ten retries, then one per ten calls or per second', () => {
  const clock = createManualClock();
  const budget = createBudget(clock);
  const spendAll = () => {
    let spent = 0;
    while (budget.spend()) spent += 1;
    return spent;
  };
  expect(spendAll()).toBe(10);
  for (let call = 0; call < 99; call += 1) budget.earn();
  expect(spendAll()).toBe(9);
  clock.advance(3_000);
  expect(spendAll()).toBe(3);
  clock.advance(3_600_000);
  expect(spendAll()).toBe(10);
});

test('if nothing succeeds, calls are hardly sent more than once on average', async () => {
  const { stub, upstream } = await startWaiting();
  stub.answer(GET_ACCOUNT, { status: 429, text: '' });
  for (let call = 0; call < 100; call += 1) await faultOf(upstream.call('getAccount', accountRequest));
  expect(stub.requestsTo(GET_ACCOUNT).length).toBeLessThanOrEqual(120);
});

test('undici starts a request in the same tick in which its headers leave, so a request not started is unsent', async () => {
  const { stub, upstream } = await startWaiting();
  stub.answer(ADD_TRANS, good);
  let sent = 0;
  const count = (): void => {
    sent += 1;
  };
  const headers = channel('undici:client:sendHeaders');
  headers.subscribe(count);
  onTestFinished(() => {
    headers.unsubscribe(count);
  });
  await upstream.call('addTrans', addTransRequest);
  expect(sent).toBe(1);
  await stub.close();
  expect(await faultOf(upstream.call('addTrans', addTransRequest))).toMatchObject({ sent: false });
  expect(sent).toBe(1);
});
