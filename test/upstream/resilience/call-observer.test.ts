// The log line of a failed call: endpoint and code, without any of upstream's own texts.

import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { expect, test } from 'vitest';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { createCallObserver } from '../../../src/upstream/resilience/call-observer.ts';
import { captureLog } from '../../support/caught-log.ts';
import { createManualClock } from '../../support/held-clock.ts';
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

test('upstream is down after a call that it did not answer, unless the time was lost here or calls of another caller, or to another endpoint, succeed', async () => {
  const clock = createManualClock();
  const metrics = createMetrics();
  const { record, state } = createCallObserver(clock, captureLog().log, metrics);
  const timeout = (isDelayedHere = false) =>
    new UpstreamFault('UPSTREAM_TIMEOUT', 'late', { endpoint: 'listTrans', sent: 'unknown', isDelayedHere });
  const up = async () => (await metrics.upstreamUp.get()).values[0]?.value;
  record('listTrans', null, 0, { caller: 'ben' });
  record('listTrans', timeout(true), 0, { caller: 'ben' });
  record('listTrans', timeout(), 0, { caller: 'ann' });
  record('getAccount', timeout(), 0, { caller: 'ben' });
  expect([await up(), state().lastOutcome]).toEqual([1, 'ok']);
  record('listTrans', timeout(), 0, { caller: 'ben' });
  expect([await up(), state().lastOutcome]).toEqual([0, 'UPSTREAM_TIMEOUT']);
  record('listTrans', null, 0, { caller: 'ben' });
  clock.advance(5_000);
  record('listTrans', timeout(), 0, { caller: 'ann' });
  expect(await up()).toBe(0);
});

test('upstream is down as soon as it cannot be reached, whoever finds out', () => {
  const { record, state } = createCallObserver(createManualClock(), captureLog().log, createMetrics());
  const refused = new UpstreamFault('UPSTREAM_UNAVAILABLE', 'refused', { endpoint: 'listTrans', sent: false });
  record('token', null, 0);
  record('listTrans', refused, 0, { caller: 'ann' });
  expect(state().lastOutcome).toBe('UPSTREAM_UNAVAILABLE');
});

test('a call that got its slot late, and then too little time, is no failure of upstream', async () => {
  const { upstream, stub, clock, metrics } = await startClient({ connections: 1, deadlineMs: 600 });
  await upstream.connect();
  const answerLate = () => {
    clock.advance(400);
    return { json: [] };
  };
  stub.answer(GET_ACCOUNT, answerLate, { misbehave: () => {} });
  const [first, second] = await Promise.allSettled([
    upstream.call('getAccount', { emailId: 'ann@example.com' }),
    upstream.call('getAccount', { emailId: 'ben@example.com' }),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ reason: { code: 'UPSTREAM_TIMEOUT', sent: 'unknown', isDelayedHere: true } });
  expect((await metrics.upstreamUp.get()).values[0]?.value).toBe(1);
});
