// An upload whose file breaks off or pauses on its way to the gateway says nothing about the POST API.
import { expect, test } from 'vitest';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { errorResponse } from '../../support/upstreams/stub-upstream.ts';
import { faultOf, startClient } from '../client-under-test.ts';

const UPLOAD = '/fsforms/uploadfiles';
const request = { transId: '501', description: 'plan', sender: 'Example Title', no_of_pages: 1 };

async function* brokenOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(200_000, 'x');
  throw new Error('the sender is gone');
}

async function startUploading() {
  const client = await startClient();
  await client.upstream.connect();
  const outcomes = async () => {
    const { values } = await client.metrics.upstreamCalls.get();
    return values
      .filter(({ value }) => value > 0)
      .map(({ labels }) => labels as Record<string, string>)
      .filter(({ endpoint }) => endpoint === 'uploadfiles')
      .map(({ outcome }) => outcome);
  };
  return {
    ...client,
    upload: () =>
      client.upstream.upload(request, { name: 'plan.pdf', mediaType: 'application/pdf', bytes: brokenOff() }),
    outcomes,
  };
}

test('counts as aborted, not as an outage, and is not logged as one', async () => {
  const { upload, outcomes, logLines } = await startUploading();
  expect(await faultOf(upload())).toMatchObject({ code: 'ABORTED', sent: 'unknown' });
  expect(await outcomes()).toEqual(['ABORTED']);
  expect(logLines.filter((line) => /"level":(?:40|50|"warn"|"error")/.test(line))).toEqual([]);
});

test('a 503 for a whole file is an outage', async () => {
  const { stub, upstream, outcomes } = await startUploading();
  stub.answer(UPLOAD, errorResponse(503, 'Unavailable', 'no'));
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('%PDF-1.4');
  }
  const file = { name: 'plan.pdf', mediaType: 'application/pdf', bytes: whole() };
  expect(await faultOf(upstream.upload(request, file))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(await outcomes()).toEqual(['UPSTREAM_UNAVAILABLE']);
});

test('a sender may pause for longer than the deadline', async () => {
  const { stub, upstream } = await startUploading();
  stub.answer(UPLOAD, { json: { status: 200, result: 'Success' } });
  const pass = holdDeadlines();
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('%PDF');
    pass(2 * DEADLINE_MS);
    yield Buffer.from('-1.4');
  }
  const file = { name: 'plan.pdf', mediaType: 'application/pdf', bytes: slowly() };
  expect(await upstream.upload(request, file)).toMatchObject({ result: 'Success' });
});
