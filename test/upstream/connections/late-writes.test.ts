// A write that has waited too long is no longer sent: with hardly any time left, its outcome would remain unknown.
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { errorResponse, type PlainResponse, TOKEN_PATH } from '../../support/upstreams/stub-upstream.ts';
import { ADD_TRANS, addTransRequest, faultOf, startClient, startHeld, TOKEN_MIN_AGE_MS } from '../client-under-test.ts';

/** Four slots, all taken by writes of other callers, which get a response when the test says so. */
async function startBusy() {
  const pass = holdDeadlines();
  const client = await startHeld(ADD_TRANS, 4);
  const { upstream } = client;
  const write = (signal?: AbortSignal) => upstream.call('addTrans', addTransRequest, { signal });
  const busy = ['ann', 'ben', 'cal', 'dan'].map((caller) => upstream.call('addTrans', addTransRequest, { caller }));
  await expect.poll(client.sent).toBe(4);
  const writeInVain = async () => {
    const fault = faultOf(write());
    await nextTurn();
    pass(DEADLINE_MS / 2);
    return await fault;
  };
  return { ...client, write, writeInVain, busy };
}

const done: PlainResponse = { json: [] };

test('a write that gets no slot within half of its deadline is not sent, while earlier ones still get a response', async () => {
  const { writeInVain, busy, pendingResponses, sent } = await startBusy();
  expect(await writeInVain()).toMatchObject({ code: 'OVERLOADED', sent: false });
  for (const response of pendingResponses) response(done);
  expect(await Promise.all(busy)).toEqual([[], [], [], []]);
  expect(sent()).toBe(4);
});

test('a write that gets its slot in time is sent, with the rest of its deadline', async () => {
  const { write, busy, pendingResponses, sent } = await startBusy();
  const waiting = write();
  pendingResponses.shift()?.(done);
  await expect.poll(sent).toBe(5);
  for (const response of pendingResponses) response(done);
  expect(await waiting).toEqual([]);
  await Promise.all(busy);
});

test('a write whose caller aborts while it waits is not sent, and does not block later ones', async () => {
  const { write, busy, pendingResponses, sent } = await startBusy();
  const caller = new AbortController();
  const left = faultOf(write(caller.signal));
  const behind = write();
  caller.abort();
  expect(await left).toMatchObject({ code: 'ABORTED', sent: false });
  pendingResponses.shift()?.(done);
  await expect.poll(sent).toBe(5);
  for (const response of pendingResponses) response(done);
  expect(await behind).toEqual([]);
  await Promise.all(busy);
  expect(sent()).toBe(5);
});

test('a sent write awaits its response even if its caller aborts, and leaves no listener on the signal', async () => {
  const { stub, upstream } = await startClient();
  const caller = new AbortController();
  stub.answer(ADD_TRANS, () => {
    caller.abort();
    return done;
  });
  expect(await upstream.call('addTrans', addTransRequest, { signal: caller.signal })).toEqual([]);
  const { signal } = new AbortController();
  await upstream.call('addTrans', addTransRequest, { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('writes whose token is denied late are not sent again, but the token is still replaced', async () => {
  const { stub, clock, writeInVain, busy, pendingResponses, sent } = await startBusy();
  await writeInVain();
  const faults = Promise.all(busy.map(faultOf));
  clock.advance(TOKEN_MIN_AGE_MS);
  for (const response of pendingResponses) response(errorResponse(401, 'Access Denied', 'no'));
  for (const fault of await faults) expect(fault).toMatchObject({ code: 'UPSTREAM_TIMEOUT', sent: false });
  await expect.poll(() => stub.requestsTo(TOKEN_PATH).length).toBe(2);
  expect(sent()).toBe(4);
});
