// A write that has waited long is not sent any more: with hardly any time left, nobody would learn what became of it.
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { errorAnswer, type PlainAnswer, TOKEN_PATH } from '../support/stub-upstream.ts';
import { ADD_TRANS, addTransRequest, faultOf, startClient } from './client-under-test.ts';

/** Four places, all taken by writes that are answered when the test says so. */
async function startBusy() {
  const client = await startClient({ connections: 4, deadlineMs: 1_500 });
  const answers: ((answer: PlainAnswer) => void)[] = [];
  const { stub, upstream } = client;
  stub.answer(ADD_TRANS, () => new Promise((resolve) => answers.push(resolve)));
  await upstream.connect();
  const write = (signal?: AbortSignal) => upstream.call('addTrans', addTransRequest, { signal });
  const busy = Array.from({ length: 4 }, () => write());
  await expect.poll(() => answers.length).toBe(4);
  return { ...client, write, busy, answers, sent: () => stub.requestsTo(ADD_TRANS).length };
}

const done: PlainAnswer = { json: [] };

test('one that gets no place within half of its deadline is not sent, while those before it are still answered', async () => {
  const { write, busy, answers, sent } = await startBusy();
  expect(await faultOf(write())).toMatchObject({ code: 'OVERLOADED', sent: false, retryable: true });
  for (const answer of answers) answer(done);
  expect(await Promise.all(busy)).toEqual([[], [], [], []]);
  expect(sent()).toBe(4);
});

test('one that gets its place in time is sent, and has what is left of its deadline', async () => {
  const { write, busy, answers, sent } = await startBusy();
  const waiting = write();
  answers.shift()?.(done);
  await expect.poll(sent).toBe(5);
  for (const answer of answers) answer(done);
  expect(await waiting).toEqual([]);
  await Promise.all(busy);
});

test('one whose caller leaves while it waits is not sent, and lets those behind it by', async () => {
  const { write, busy, answers, sent } = await startBusy();
  const caller = new AbortController();
  const left = faultOf(write(caller.signal));
  const behind = write();
  caller.abort();
  expect(await left).toMatchObject({ code: 'ABORTED', sent: false });
  answers.shift()?.(done);
  await expect.poll(sent).toBe(5);
  for (const answer of answers) answer(done);
  expect(await behind).toEqual([]);
  await Promise.all(busy);
  expect(sent()).toBe(5);
});

test('one that has been sent is heard out, whether or not its caller has left, and keeps nothing of the signal', async () => {
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

test('those whose token is denied late are not sent again, and the token is replaced all the same', async () => {
  const { stub, write, busy, answers, sent } = await startBusy();
  await faultOf(write());
  const faults = Promise.all(busy.map(faultOf));
  for (const answer of answers) answer(errorAnswer(401, 'Access Denied', 'no'));
  for (const fault of await faults)
    expect(fault).toMatchObject({ code: 'UPSTREAM_TIMEOUT', sent: false, retryable: true });
  await expect.poll(() => stub.requestsTo(TOKEN_PATH).length).toBe(2);
  expect(sent()).toBe(4);
});
