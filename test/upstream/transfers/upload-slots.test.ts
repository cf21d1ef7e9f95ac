// An upload's slot: the wait for it has its own time limit and ends if the caller aborts, and the slot is released afterwards.
import { expect, test } from 'vitest';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { faultOf, startClient, startHeld } from '../client-under-test.ts';

const UPLOAD = '/fsforms/uploadfiles';
const done = { json: { status: 200, result: 'Success' } };
const request = { transId: '501', description: 'plan', sender: 'Example Title', no_of_pages: 1 };

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('%PDF-1.4');
}

/** Starts a client with that many slots; an upload holds its slot until the test gives the response. */
async function startBusy(slots: number, holder?: string) {
  const client = await startHeld(UPLOAD, 2 * slots);
  const { upstream } = client;
  const upload = (signal?: AbortSignal, caller?: string) =>
    upstream.upload(request, { name: 'plan.pdf', mediaType: 'application/pdf', bytes: bytes() }, { signal, caller });
  const busy = upload(undefined, holder);
  await expect.poll(client.sent).toBe(1);
  return { ...client, upload, busy };
}

test('an upload whose caller aborts while it waits for a slot is not sent, and does not block later ones', async () => {
  const { upload, busy, pendingResponses, sent } = await startBusy(1);
  const caller = new AbortController();
  const left = faultOf(upload(caller.signal));
  const behind = upload();
  caller.abort();
  expect(await left).toMatchObject({ code: 'ABORTED', sent: false });
  pendingResponses.shift()?.(done);
  await expect.poll(sent).toBe(2);
  pendingResponses.shift()?.(done);
  expect(await Promise.all([busy, behind])).toEqual([done.json, done.json]);
});

test('a file that gets no slot in time because of slow senders fails as OVERLOADED, without counting against upstream', async () => {
  const { upstream, stub, metrics } = await startClient({ connections: 2 });
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
  const pass = holdDeadlines();
  const waiting = faultOf(send(bytes()));
  await new Promise(setImmediate);
  pass(DEADLINE_MS);
  expect(await waiting).toMatchObject({ code: 'OVERLOADED', sent: false });
  expect((await metrics.upstreamUp.get()).values[0]?.value).toBe(1);
  rest.resolve();
  expect(await slow).toEqual(done.json);
  expect(stub.requestsTo(UPLOAD)).toHaveLength(1);
});

test('one caller holds at most half of the slots, and other callers can use the rest', async () => {
  const { upload, busy, pendingResponses, sent } = await startBusy(4, 'ann');
  const another = upload(undefined, 'ann');
  await expect.poll(sent).toBe(2);
  const third = upload(undefined, 'ann');
  const guest = upload(undefined, 'ben');
  await expect.poll(sent).toBe(3);
  pendingResponses[2]?.(done);
  expect(await guest).toEqual(done.json);
  pendingResponses[0]?.(done);
  await expect.poll(sent).toBe(4);
  for (const response of pendingResponses) response(done);
  expect(await Promise.all([busy, another, third])).toHaveLength(3);
});

test('an upload aborted while it waits for its caller’s share takes no slot from the next one', async () => {
  const { upload, busy, pendingResponses, sent } = await startBusy(2, 'ann');
  const leaver = new AbortController();
  const left = faultOf(upload(leaver.signal, 'ann'));
  const next = upload(undefined, 'ann');
  leaver.abort();
  expect(await left).toMatchObject({ code: 'ABORTED', sent: false });
  pendingResponses.shift()?.(done);
  await expect.poll(sent).toBe(2);
  pendingResponses.shift()?.(done);
  expect(await Promise.all([busy, next])).toHaveLength(2);
});
