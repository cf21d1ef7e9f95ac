// The log line of a failed call: endpoint and code, without any of upstream's own texts.

import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { expect, test } from 'vitest';
import { UpstreamFault, type UpstreamFaultDetails } from '../../../src/upstream/faults.ts';
import { createCallObserver } from '../../../src/upstream/resilience/call-observer.ts';
import { captureLog } from '../../support/caught-log.ts';
import { createManualClock } from '../../support/held-clock.ts';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { errorResponse } from '../../support/upstreams/stub-upstream.ts';
import { ADD_TRANS, addTransRequest, GET_ACCOUNT, startClient } from '../client-under-test.ts';

function loggedLine(upstreamType: string): Record<string, unknown> | undefined {
  const { log, lines } = captureLog();
  const details = { status: 400, sent: true, upstreamType, upstreamMessage: 'Olga Owner, 12 Elm Road' } as const;
  const fault = new UpstreamFault('UPSTREAM_REJECTED', 'refused', { endpoint: 'addTrans', ...details });
  createCallObserver(createManualClock(), log, createMetrics()).record('addTrans', fault, 0);
  return lines[0];
}

test('logs a type of section 7, but never upstream’s message', () => {
  const line = loggedLine('New Transaction Failure');
  expect(line).toMatchObject({ code: 'UPSTREAM_REJECTED', status: 400, upstreamType: 'New Transaction Failure' });
  expect(JSON.stringify(line)).not.toContain('Olga');
});

test('does not log an unknown type, which may quote anything', () => {
  const line = loggedLine('Rejected: Olga Owner');
  expect(line).toMatchObject({ code: 'UPSTREAM_REJECTED', upstreamType: null });
  expect(JSON.stringify(line)).not.toContain('Olga');
});

test('does not put an unknown type into the log message either', async () => {
  const { upstream, stub, logLines } = await startClient();
  stub.answer(ADD_TRANS, errorResponse(400, 'Rejected: Olga Owner', 'Olga Owner, 12 Elm Road'));
  await expect(upstream.call('addTrans', addTransRequest)).rejects.toThrow('addTrans: responded with 400');
  expect(logLines.filter((line) => line.includes('"endpoint":"addTrans"'))).toHaveLength(1);
  expect(logLines.join('')).not.toMatch(/Olga|Elm/);
});

const outage = (details: Partial<UpstreamFaultDetails> = {}) =>
  new UpstreamFault('UPSTREAM_TIMEOUT', 'late', { endpoint: 'listTrans', sent: 'unknown', ...details });

/** What the state and the gauge say, after calls that succeed (null) or fail. */
function observeCalls() {
  const clock = createManualClock();
  const metrics = createMetrics();
  const { record, state } = createCallObserver(clock, captureLog().log, metrics);
  record('token', null, 0);
  return {
    clock,
    call: (...calls: readonly (UpstreamFault | null)[]) => {
      for (const fault of calls) record('listTrans', fault, 0);
    },
    record,
    health: async () => [state().health, (await metrics.upstreamUp.get()).values[0]?.value],
  };
}

test('upstream is down once three calls in a row have failed and none has got a response for five seconds, and up with the next response', async () => {
  const { clock, call, record, health } = observeCalls();
  call(outage(), outage(), null, outage());
  clock.advance(60_000);
  call(outage());
  expect(await health()).toEqual(['up', 1]);
  call(outage());
  expect(await health()).toEqual(['down', 0]);
  record('token', null, 0);
  expect(await health()).toEqual(['down', 0]);
  call(new UpstreamFault('UPSTREAM_REJECTED', 'refused', { endpoint: 'listTrans', sent: true }));
  expect(await health()).toEqual(['up', 1]);
});

test('upstream is up while some calls fail and others, of whatever caller and endpoint, succeed', async () => {
  const { clock, call, record, health } = observeCalls();
  for (let second = 0; second < 20; second += 1) {
    call(outage(), outage(), outage(), outage());
    if (second % 4 === 0) record('getAccount', null, 0);
    clock.advance(1_000);
  }
  expect(await health()).toEqual(['up', 1]);
});

test('before the first token, one failure shows that upstream is down', () => {
  const { record, state } = createCallObserver(createManualClock(), captureLog().log, createMetrics());
  expect(state()).toEqual({ everConnected: false, health: 'unknown' });
  record('token', outage({ endpoint: 'token' }), 0);
  expect(state()).toEqual({ everConnected: false, health: 'down' });
  record('token', null, 0);
  expect(state()).toEqual({ everConnected: true, health: 'up' });
});

const unsent = { endpoint: 'listTrans', sent: false } as const;

test.each<[string, UpstreamFault]>([
  ['that is aborted', new UpstreamFault('ABORTED', 'not sent', unsent)],
  ['that gets no slot', new UpstreamFault('OVERLOADED', 'not sent', unsent)],
  ['for which no call of the minute is left', new UpstreamFault('UPSTREAM_CALLS_SPENT', 'not sent', unsent)],
  ['that the gateway delayed', outage({ isDelayedHere: true })],
  ['that the gateway rejects', outage({ isRejectedLocally: true, sent: false })],
  ['whose token is being replaced', new UpstreamFault('UPSTREAM_UNAVAILABLE', 'denied', { ...unsent, status: 401 })],
])('a call %s is no failure of upstream', async (_, fault) => {
  const { clock, call, health } = observeCalls();
  clock.advance(60_000);
  call(fault, fault, fault);
  expect(await health()).toEqual(['up', 1]);
});

test('a call that got its slot late, and then too little time, is no failure of upstream', async () => {
  const pass = holdDeadlines();
  const { upstream, stub, clock, metrics } = await startClient({ connections: 1 });
  await upstream.connect();
  const answerLate = () => {
    clock.advance(0.6 * DEADLINE_MS);
    return { json: [] };
  };
  stub.answer(GET_ACCOUNT, answerLate, { misbehave: () => {} });
  const calls = Promise.allSettled([
    upstream.call('getAccount', { emailId: 'ann@example.com' }),
    upstream.call('getAccount', { emailId: 'ben@example.com' }),
  ]);
  await expect.poll(() => stub.requestsTo(GET_ACCOUNT).length).toBe(2);
  pass(DEADLINE_MS);
  const [first, second] = await calls;
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ reason: { code: 'UPSTREAM_TIMEOUT', sent: 'unknown', isDelayedHere: true } });
  expect((await metrics.upstreamUp.get()).values[0]?.value).toBe(1);
});
