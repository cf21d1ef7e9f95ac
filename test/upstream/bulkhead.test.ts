// Bounded places and bounded queues: what is full says so at once, and no group of calls starves another.
import { expect, test } from 'vitest';
import { createBulkhead } from '../../src/upstream/bulkhead.ts';
import { ADD_TRANS, accountRequest, addTransRequest, faultOf, GET_ACCOUNT, startClient } from './client-under-test.ts';

const uncut = new AbortController().signal;

test('places are handed on in the order of coming', async () => {
  const bulkhead = createBulkhead({ places: 1, queue: 2 });
  const order: string[] = [];
  expect(bulkhead.enter('getAccount', uncut)).toBeNull();
  const first = bulkhead.enter('getAccount', uncut)?.then(() => order.push('first'));
  const second = bulkhead.enter('getAccount', uncut)?.then(() => order.push('second'));
  expect(bulkhead.waiting()).toBe(2);
  bulkhead.leave();
  await first;
  expect(bulkhead.waiting()).toBe(1);
  bulkhead.leave();
  await second;
  bulkhead.leave();
  expect(order).toEqual(['first', 'second']);
  expect(bulkhead.waiting()).toBe(0);
  expect(bulkhead.enter('getAccount', uncut)).toBeNull();
});

test('a full queue turns a call away at once, unsent', () => {
  const bulkhead = createBulkhead({ places: 1, queue: 0 });
  void bulkhead.enter('addTrans', uncut);
  expect(() => bulkhead.enter('addTrans', uncut)).toThrow(
    expect.objectContaining({ code: 'OVERLOADED', sent: false, retryable: true }),
  );
});

test('who gives up in the queue takes no place from those behind', async () => {
  const bulkhead = createBulkhead({ places: 1, queue: 2 });
  const caller = new AbortController();
  void bulkhead.enter('getAccount', uncut);
  const impatient = bulkhead.enter('getAccount', caller.signal);
  const patient = bulkhead.enter('getAccount', uncut);
  caller.abort();
  expect(await faultOf(impatient ?? Promise.resolve())).toMatchObject({ sent: false });
  bulkhead.leave();
  await patient;
});

test('reads that hang on every connection keep no write from being sent', async () => {
  const { stub, upstream } = await startClient({ connections: 2 });
  await upstream.connect();
  stub.answer(GET_ACCOUNT, { misbehave: () => {} });
  stub.answer(ADD_TRANS, { json: [] });
  const caller = new AbortController();
  const hanging = Array.from({ length: 6 }, () =>
    faultOf(upstream.call('getAccount', accountRequest, { signal: caller.signal })),
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
