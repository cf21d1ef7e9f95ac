// An upload's place: waited for in a time of its own, left by whoever goes, and given back.
import { expect, test } from 'vitest';
import type { PlainAnswer } from '../support/stub-upstream.ts';
import { faultOf, startClient } from './client-under-test.ts';

const UPLOAD = '/fsforms/uploadfiles';
const done = { json: { status: 200, result: 'Success' } };
const request = { transId: '501', description: 'plan', sender: 'Example Title', no_of_pages: 1 };

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('%PDF-1.4');
}

/** So many places, one of which an upload has until the test has it answered. */
async function startBusy(places: number, holder?: string) {
  const client = await startClient({ connections: 2 * places, deadlineMs: 1_500 });
  const answers: ((answer: PlainAnswer) => void)[] = [];
  const { stub, upstream } = client;
  stub.answer(UPLOAD, () => new Promise((resolve) => answers.push(resolve)));
  await upstream.connect();
  const upload = (signal?: AbortSignal, caller?: string) =>
    upstream.upload(request, { name: 'plan.pdf', mediaType: 'application/pdf', bytes: bytes() }, { signal, caller });
  const busy = upload(undefined, holder);
  await expect.poll(() => answers.length).toBe(1);
  return { ...client, upload, busy, answers, sent: () => stub.requestsTo(UPLOAD).length };
}

test('whoever leaves while the file waits for a place has nothing sent, and lets those behind by', async () => {
  const { upload, busy, answers, sent } = await startBusy(1);
  const caller = new AbortController();
  const left = faultOf(upload(caller.signal));
  const behind = upload();
  caller.abort();
  expect(await left).toMatchObject({ code: 'ABORTED', sent: false });
  answers.shift()?.(done);
  await expect.poll(sent).toBe(2);
  answers.shift()?.(done);
  expect(await Promise.all([busy, behind])).toEqual([done.json, done.json]);
});

test('a file that gets no place in time, because senders are slow, is one too many for the gateway and says nothing of upstream', async () => {
  const { upstream, stub, metrics } = await startClient({ connections: 2, deadlineMs: 400 });
  stub.answer(UPLOAD, done);
  const rest = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('%PDF');
    begun.resolve();
    await rest.promise;
    yield Buffer.from('-1.4');
  }
  const send = (file: AsyncIterable<Uint8Array>) =>
    upstream.upload(request, { name: 'plan.pdf', mediaType: 'application/pdf', bytes: file });
  const slow = send(slowly());
  await begun.promise;
  expect(await faultOf(send(bytes()))).toMatchObject({ code: 'OVERLOADED', sent: false, retryable: true });
  expect((await metrics.upstreamUp.get()).values[0]?.value).toBe(1);
  expect(upstream.state().lastOutcome).toBe('ok');
  rest.resolve();
  expect(await slow).toEqual(done.json);
  expect(stub.requestsTo(UPLOAD)).toHaveLength(1);
});

test('one caller holds half of the places, and the others are free for whoever comes', async () => {
  const { upload, busy, answers, sent } = await startBusy(4, 'ann');
  const another = upload(undefined, 'ann');
  await expect.poll(sent).toBe(2);
  const third = upload(undefined, 'ann');
  const guest = upload(undefined, 'ben');
  await expect.poll(sent).toBe(3);
  answers[2]?.(done);
  expect(await guest).toEqual(done.json);
  answers[0]?.(done);
  await expect.poll(sent).toBe(4);
  for (const answer of answers) answer(done);
  expect(await Promise.all([busy, another, third])).toHaveLength(3);
});

test('an upload that is given up while it waits for its caller’s share takes no place from the next', async () => {
  const { upload, busy, answers, sent } = await startBusy(2, 'ann');
  const leaver = new AbortController();
  const left = faultOf(upload(leaver.signal, 'ann'));
  const next = upload(undefined, 'ann');
  leaver.abort();
  expect(await left).toMatchObject({ code: 'ABORTED', sent: false });
  answers.shift()?.(done);
  await expect.poll(sent).toBe(2);
  answers.shift()?.(done);
  expect(await Promise.all([busy, next])).toHaveLength(2);
});
