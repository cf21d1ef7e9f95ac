// When calls to an endpoint are rejected, for how long, and what lets them through again.

import type { UpstreamFaultCode } from '@realty-forms/platform/fault.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UpstreamFault, type UpstreamFaultDetails } from '../../../src/upstream/faults.ts';
import { type Breaker, createBreaker } from '../../../src/upstream/resilience/breaker.ts';
import { captureLog } from '../../support/caught-log.ts';
import { accountRequest, addTransRequest, faultOf, GET_ACCOUNT, startClient } from '../client-under-test.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const advance = (milliseconds: number): void => {
  vi.advanceTimersByTime(milliseconds);
};

/** Makes calls that a breaker counts. */
function runsOf(breaker: Breaker) {
  return async <T>(caller: string, call: () => Promise<T>): Promise<T> => {
    const end = breaker.begin(caller);
    try {
      const value = await call();
      end();
      return value;
    } catch (error) {
      end(error);
      throw error;
    }
  };
}

type FaultDetails = Partial<UpstreamFaultDetails>;

function start() {
  const { log, lines } = captureLog();
  const breaker = createBreaker('getAccount', log, createMetrics());
  /** What was logged, which is each change of the state. */
  const states = () => lines.map(({ subject = 'all', level }) => (level === 30 ? 'closed' : subject));
  const run = runsOf(breaker);
  const fail = (code: UpstreamFaultCode = 'UPSTREAM_UNAVAILABLE', caller = 'ann', details: FaultDetails = {}) =>
    faultOf(
      run(caller, () =>
        Promise.reject(new UpstreamFault(code, 'because', { endpoint: 'getAccount', sent: true, ...details })),
      ),
    );
  const succeed = (caller = 'ann') => run(caller, () => Promise.resolve('fine'));
  const failTimes = async (times: number, caller = 'ann', details: FaultDetails = {}) => {
    for (let time = 0; time < times; time += 1) await fail('UPSTREAM_UNAVAILABLE', caller, details);
  };
  return { breaker, run, states, fail, succeed, failTimes };
}

test('opens at the twentieth failure in a row, then rejects at once with the seconds to wait', async () => {
  const { states, succeed, failTimes } = start();
  await failTimes(19);
  await succeed();
  await failTimes(19);
  expect(states()).toEqual([]);
  await failTimes(1);
  expect(states()).toEqual(['ann']);
  expect(await faultOf(succeed())).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    sent: false,
    isRejectedLocally: true,
    retryAfterSeconds: 2,
  });
});

test('does not open for rare failures, however many there are', async () => {
  const { states, fail } = start();
  for (let time = 0; time < 100; time += 1) {
    await fail('UPSTREAM_TIMEOUT');
    advance(10_000);
  }
  expect(states()).toEqual([]);
});

test('opens if calls hang, a few at a time, until their deadline', async () => {
  const { breaker, states } = start();
  for (let round = 0; round < 4; round += 1) {
    const ends = Array.from({ length: 5 }, (_, caller) => breaker.begin(`caller ${caller}`));
    advance(10_000);
    for (const end of ends) end(new UpstreamFault('UPSTREAM_TIMEOUT', 'late', { endpoint: 'getAccount', sent: true }));
  }
  expect(states()).toEqual(['all']);
});

test.each([
  'UPSTREAM_REJECTED',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_INVALID',
  'UPSTREAM_ACCESS_DENIED',
  'ABORTED',
] as const)('%s does not count as a failure of upstream', async (code) => {
  const { states, fail } = start();
  for (let time = 0; time < 100; time += 1) await fail(code);
  expect(states()).toEqual([]);
});

test('after its rest lets one call through as a probe while rejecting the others, and closes if the probe succeeds', async () => {
  const { run, states, succeed, failTimes } = start();
  await failTimes(20);
  advance(1_999);
  await faultOf(succeed());
  advance(1);
  let response = (_: string): void => {};
  const probe = run('ann', () => new Promise<string>((resolve) => (response = resolve)));
  await faultOf(succeed());
  response('fine');
  expect(await probe).toBe('fine');
  expect(await succeed()).toBe('fine');
  expect(states()).toEqual(['ann', 'closed']);
});

test('does not rest longer if the wall clock is set back', async () => {
  const { states, succeed, failTimes } = start();
  await failTimes(20);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await faultOf(succeed())).toMatchObject({ retryAfterSeconds: 2 });
  advance(2_000);
  expect(await succeed()).toBe('fine');
  expect(states()).toEqual(['ann', 'closed']);
});

test('a caller whose probe fails or proves nothing rests longer', async () => {
  const { fail, succeed, failTimes } = start();
  await failTimes(20);
  for (const code of ['UPSTREAM_TIMEOUT', 'ABORTED', 'UPSTREAM_UNAVAILABLE'] as const) {
    advance(3_000);
    expect((await fail(code)).code).toBe(code);
    expect((await faultOf(succeed())).retryAfterSeconds).toBe(3);
  }
});

test('closes if the probe is rejected by upstream, because that is a response', async () => {
  const { states, fail, failTimes } = start();
  await failTimes(20);
  advance(2_000);
  await fail('UPSTREAM_REJECTED');
  expect(states().at(-1)).toBe('closed');
});

test('ignores the results of calls that began before it opened', async () => {
  const { run, states, failTimes } = start();
  let response = (_: string): void => {};
  const early = run('ann', () => new Promise<string>((resolve) => (response = resolve)));
  await failTimes(20);
  response('late');
  expect(await early).toBe('late');
  expect(states()).toEqual(['ann']);
});

test('failures of one caller, however many, suspend nobody else', async () => {
  const { breaker, states, succeed, failTimes } = start();
  await succeed('ben');
  await failTimes(100, 'ann');
  expect(await faultOf(succeed('ann'))).toMatchObject({ isRejectedLocally: true });
  expect(() => breaker.check('ben')).not.toThrow();
  const many = await Promise.all(Array.from({ length: 16 }, () => succeed('ben')));
  expect(new Set(many)).toEqual(new Set(['fine']));
  expect(states()).toEqual(['ann', 'closed']);
  expect(await succeed('ann')).toBe('fine');
});

test('failures of one caller between responses to another do not suspend it either', async () => {
  const { states, succeed, failTimes } = start();
  for (let time = 0; time < 10; time += 1) {
    await failTimes(19, 'ann');
    await succeed('ben');
  }
  expect(states()).toEqual([]);
});

test('a failure of another caller, without a response to anyone in between, opens it for everyone', async () => {
  const { succeed, fail, failTimes } = start();
  await failTimes(20, 'ann');
  expect(await fail('UPSTREAM_TIMEOUT', 'ben')).toMatchObject({ isRejectedLocally: false });
  for (const caller of ['ann', 'ben', 'cal'])
    expect(await faultOf(succeed(caller))).toMatchObject({ isRejectedLocally: true });
});

test('opens for everyone if the failures are those of several callers', async () => {
  const { states, succeed, failTimes } = start();
  for (const caller of ['ann', 'ben']) await failTimes(10, caller);
  expect(states()).toEqual(['all']);
  expect(await faultOf(succeed('cal'))).toMatchObject({ isRejectedLocally: true });
});

test('opens for everyone if no connection can be made, since that is no caller’s doing', async () => {
  const { succeed, failTimes } = start();
  await failTimes(20, 'ann', { sent: false });
  expect(await faultOf(succeed('ben'))).toMatchObject({ isRejectedLocally: true });
});

test('a response that shows that nothing was executed comes from upstream’s side, so it may be the caller’s doing', async () => {
  const { succeed, failTimes } = start();
  await failTimes(100, 'ann', { sent: false, status: 404 });
  expect(await succeed('ben')).toBe('fine');
});

test('time that a call spent waiting here does not count as a failure of upstream', async () => {
  const { states, fail } = start();
  for (let time = 0; time < 100; time += 1) await fail('UPSTREAM_TIMEOUT', 'ann', { isDelayedHere: true });
  expect(states()).toEqual([]);
});

test('the failing probes of one caller keep out no other, neither while they run nor afterwards', async () => {
  const { run, succeed, fail, failTimes } = start();
  for (const caller of ['ann', 'cal']) await failTimes(10, caller);
  advance(2_000);
  for (const caller of ['ann', 'cal']) {
    await fail('UPSTREAM_TIMEOUT', caller);
    expect(await faultOf(succeed('ben'))).toMatchObject({ retryAfterSeconds: 1 });
    advance(1_000);
  }
  expect(await faultOf(succeed('ann'))).toMatchObject({ retryAfterSeconds: 1 });
  expect(await faultOf(succeed('cal'))).toMatchObject({ retryAfterSeconds: 2 });
  advance(1_000);
  let response = (_: string): void => {};
  const probe = run('ann', () => new Promise<string>((resolve) => (response = resolve)));
  advance(1_000);
  expect(await succeed('ben')).toBe('fine');
  response('late');
  expect(await probe).toBe('late');
  expect(await succeed('cal')).toBe('fine');
});

test('the token’s breaker opens after five failures without a success in between', async () => {
  const token = createBreaker('token', captureLog().log, createMetrics());
  const fault = new UpstreamFault('UPSTREAM_TIMEOUT', 'because', { endpoint: 'token', sent: false });
  for (let time = 0; time < 5; time += 1) {
    expect((await faultOf(runsOf(token)('', () => Promise.reject(fault)))).isRejectedLocally).toBe(false);
    advance(60_000 * (time < 4 ? 1 : 0));
  }
  expect(() => token.check('')).toThrow('not sent');
});

test('the calls of change feeds share the breaker of their endpoint', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, { status: 503, text: '' });
  const poll = () => faultOf(upstream.call('getAccount', accountRequest, { group: 'feeds' }));
  for (let call = 0; call < 30; call += 1) await faultOf(upstream.call('getAccount', accountRequest));
  const before = stub.requestsTo(GET_ACCOUNT).length;
  expect(await poll()).toMatchObject({ isRejectedLocally: true });
  expect(stub.requestsTo(GET_ACCOUNT)).toHaveLength(before);
});

test('calls that waited for a slot are not sent any more when it has opened meanwhile', async () => {
  const connections = 4;
  const { stub, upstream } = await startClient({ connections });
  await upstream.connect();
  stub.answer(GET_ACCOUNT, { status: 503, text: '' });
  const calls = Array.from({ length: 60 }, (_, at) =>
    faultOf(upstream.call('getAccount', accountRequest, { caller: `caller-${at}` })),
  );
  const rejected = (await Promise.all(calls)).filter(({ isRejectedLocally }) => isRejectedLocally);
  expect(stub.requestsTo(GET_ACCOUNT).length).toBeLessThan(20 + connections);
  expect(rejected.length).toBeGreaterThan(60 - 20 - connections);
  expect(new Set(rejected.map(({ code, sent }) => `${code} ${sent}`))).toEqual(new Set(['UPSTREAM_UNAVAILABLE false']));
});

test('rejecting calls to one endpoint affects no other; opening and closing are logged once each', async () => {
  const { stub, upstream, logLines, metrics } = await startClient();
  stub.answer(GET_ACCOUNT, { status: 503, text: '' });
  stub.answer('/thlmobile/createTicket', { status: 500, text: '' });
  stub.answer('/fsforms/addTrans', { json: [] });
  stub.answer('/accounts/activeUsers', { json: [{ meta: { total: 0, max: 0 }, data: [] }] });
  const ticket = { userName: 'ann', title: 'Help', description: 'Please' };
  for (let call = 0; call < 30; call += 1) {
    const caller = `caller-${call % 10}`;
    await faultOf(upstream.call('getAccount', accountRequest, { caller }));
    await faultOf(upstream.call('createTicket', ticket, { caller }));
  }
  const before = stub.requestsTo(GET_ACCOUNT).length;
  expect(before).toBeLessThanOrEqual(30);
  expect(await faultOf(upstream.call('getAccount', accountRequest))).toMatchObject({ isRejectedLocally: true });
  expect(stub.requestsTo(GET_ACCOUNT)).toHaveLength(before);
  expect(await upstream.call('addTrans', addTransRequest)).toEqual([]);
  for (const group of [undefined, 'feeds'] as const)
    expect(await upstream.call('activeUsers', { batch_size: 20, batch_no: 1 } as never, { group })).toMatchObject({
      data: [],
    });
  const state = async () =>
    (await metrics.upstreamBreaker.get()).values.find(({ labels }) => labels.endpoint === 'getAccount')?.value;
  expect(await state()).toBe(1);
  stub.answer(GET_ACCOUNT, { json: [] });
  advance(2_000);
  await upstream.call('getAccount', accountRequest);
  expect(await state()).toBe(0);
  const said = logLines
    .map((line) => JSON.parse(line))
    .filter(({ endpoint, msg }) => endpoint === 'getAccount' && /to this endpoint/.test(msg));
  expect(said.map(({ level }) => level)).toEqual([40, 30]);
});
