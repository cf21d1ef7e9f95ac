// Bounded slots and bounded queues: calls beyond them are rejected at once, and no group of calls starves another.
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/platform/observing/metrics.ts';
import { createBulkhead } from '../../../src/upstream/resilience/bulkhead.ts';
import { createGates } from '../../../src/upstream/resilience/gates.ts';
import { captureLog } from '../../support/caught-log.ts';
import { ADD_TRANS, accountRequest, addTransRequest, faultOf, GET_ACCOUNT, startClient } from '../client-under-test.ts';

const neverAborted = new AbortController().signal;

test('hands slots on in the order of arrival', async () => {
  const bulkhead = createBulkhead({ slots: 1, slotsPerCaller: 1, maxQueued: 2 });
  const order: string[] = [];
  expect(bulkhead.enter('getAccount', 'ann', neverAborted)).toBeNull();
  const first = bulkhead.enter('getAccount', 'ann', neverAborted)?.then(() => order.push('first'));
  const second = bulkhead.enter('getAccount', 'ann', neverAborted)?.then(() => order.push('second'));
  expect(bulkhead.waiting()).toBe(2);
  bulkhead.leave('getAccount', 'ann');
  await first;
  expect(bulkhead.waiting()).toBe(1);
  bulkhead.leave('getAccount', 'ann');
  await second;
  bulkhead.leave('getAccount', 'ann');
  expect(order).toEqual(['first', 'second']);
  expect(bulkhead.waiting()).toBe(0);
  expect(bulkhead.enter('getAccount', 'ann', neverAborted)).toBeNull();
});

test('a full queue rejects a call at once, unsent', () => {
  const bulkhead = createBulkhead({ slots: 1, slotsPerCaller: 1, maxQueued: 0 });
  void bulkhead.enter('addTrans', 'ann', neverAborted);
  expect(() => bulkhead.enter('addTrans', 'ann', neverAborted)).toThrow(
    expect.objectContaining({ code: 'OVERLOADED', sent: false }),
  );
});

test.each([
  [1, 1_000],
  [1_000, 1_000],
  [2_500, 2_500],
])('while %i requests may be worked on, %i reads may wait', (maxRequests, most) => {
  const { log } = captureLog();
  const { reads } = createGates({ connections: 1, maxRequests }, log, createMetrics());
  const enter = (at: number) => reads.enter('getAccount', `caller-${at}`, neverAborted);
  expect(enter(0)).toBeNull();
  for (let at = 1; at <= most; at += 1) expect(enter(at)).toBeInstanceOf(Promise);
  expect(() => enter(most + 1)).toThrow(expect.objectContaining({ code: 'OVERLOADED', sent: false }));
});

test('a caller that aborts while queued takes no slot from those behind it', async () => {
  const bulkhead = createBulkhead({ slots: 1, slotsPerCaller: 1, maxQueued: 2 });
  const caller = new AbortController();
  void bulkhead.enter('getAccount', 'ann', neverAborted);
  const impatient = bulkhead.enter('getAccount', 'ann', caller.signal);
  const patient = bulkhead.enter('getAccount', 'ann', neverAborted);
  caller.abort();
  expect(await faultOf(impatient ?? Promise.resolve())).toMatchObject({ sent: false });
  bulkhead.leave('getAccount', 'ann');
  await patient;
});

test('a caller’s share holds, and its calls keep their turns, however many callers come and go meanwhile', async () => {
  const bulkhead = createBulkhead({ slots: 2, slotsPerCaller: 1, maxQueued: 2 });
  expect(bulkhead.enter('getAccount', 'ann', neverAborted)).toBeNull();
  const order: string[] = [];
  const waiting = bulkhead.enter('getAccount', 'ann', neverAborted)?.then(() => order.push('waiting'));
  const others = 30_000;
  for (let at = 0; at < others; at += 1) {
    expect(bulkhead.enter('getAccount', `caller-${at}`, neverAborted)).toBeNull();
    bulkhead.leave('getAccount', `caller-${at}`);
  }
  const last = bulkhead.enter('getAccount', 'ann', neverAborted)?.then(() => order.push('last'));
  expect(bulkhead.waiting()).toBe(2);
  bulkhead.leave('getAccount', 'ann');
  await waiting;
  bulkhead.leave('getAccount', 'ann');
  await last;
  expect(order).toEqual(['waiting', 'last']);
});

test('reads that hang on all connections do not prevent writes', async () => {
  const { stub, upstream } = await startClient({ connections: 2 });
  await upstream.connect();
  stub.answer(GET_ACCOUNT, { misbehave: () => {} });
  stub.answer(ADD_TRANS, { json: [] });
  const caller = new AbortController();
  const hanging = ['ann', 'ben', 'ann', 'ben', 'ann', 'ben'].map((name) =>
    faultOf(upstream.call('getAccount', accountRequest, { signal: caller.signal, caller: name })),
  );
  await expect.poll(() => stub.requestsTo(GET_ACCOUNT).length).toBe(2);
  expect(await upstream.call('addTrans', addTransRequest)).toEqual([]);
  caller.abort();
  expect((await Promise.all(hanging)).map(({ sent }) => sent)).toEqual([
    'unknown',
    'unknown',
    false,
    false,
    false,
    false,
  ]);
});
