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

/** One place, which an upload has until the test has it answered. */
async function startBusy() {
  const client = await startClient({ connections: 2, deadlineMs: 1_500 });
  const answers: ((answer: PlainAnswer) => void)[] = [];
  const { stub, upstream } = client;
  stub.answer(UPLOAD, () => new Promise((resolve) => answers.push(resolve)));
  await upstream.connect();
  const upload = (signal?: AbortSignal) =>
    upstream.upload(request, { name: 'plan.pdf', mediaType: 'application/pdf', bytes: bytes() }, { signal });
  const busy = upload();
  await expect.poll(() => answers.length).toBe(1);
  return { ...client, upload, busy, answers, sent: () => stub.requestsTo(UPLOAD).length };
}

test('whoever leaves while the file waits for a place has nothing sent, and lets those behind by', async () => {
  const { upload, busy, answers, sent } = await startBusy();
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
