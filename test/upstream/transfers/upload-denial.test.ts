// An upload whose token is denied is never sent again, because its bytes are gone; later uploads get another token.
import { expect, test } from 'vitest';
import {
  errorResponse,
  type PlainResponse,
  type RecordedRequest,
  TOKEN_PATH,
} from '../../support/upstreams/stub-upstream.ts';
import { accountRequest, faultOf, GET_ACCOUNT, startClient, TOKEN_MIN_AGE_MS } from '../client-under-test.ts';

const UPLOAD = '/fsforms/uploadfiles';
const denied = errorResponse(401, 'Access Denied', 'no');
const done = { json: { status: 200, result: 'Success' } };
const acceptsOnly =
  (token: string) =>
  ({ headers }: RecordedRequest): PlainResponse =>
    headers.authorization === `Bearer ${token}` ? done : denied;

/** Starts with token-1 cached, old enough to be replaced. */
async function startUploading(options: Parameters<typeof startClient>[0] = {}) {
  const client = await startClient(options);
  await client.upstream.connect();
  client.clock.advance(TOKEN_MIN_AGE_MS);
  const request = { transId: '501', description: 'plan', sender: 'Example Title', no_of_pages: 1 };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('%PDF-1.4');
  }
  return {
    ...client,
    upload: () => client.upstream.upload(request, { name: 'plan.pdf', mediaType: 'application/pdf', bytes: bytes() }),
    tokens: () => client.stub.requestsTo(TOKEN_PATH).length,
    /** Waits until the token with this number is in use: a denied read waits for the one that is being fetched. */
    renewed: async (number: number) => {
      await expect.poll(() => client.stub.requestsTo(TOKEN_PATH).length).toBe(number);
      const isAccepted = acceptsOnly(`token-${number}`);
      client.stub.answer(GET_ACCOUNT, (read) => (isAccepted(read) === done ? { json: [] } : denied));
      await client.upstream.call('getAccount', accountRequest);
    },
  };
}

test('a just revoked token is a retryable fault with nothing executed, and is replaced', async () => {
  const { stub, upload, renewed } = await startUploading();
  stub.answer(UPLOAD, acceptsOnly('token-2'));
  expect(await faultOf(upload())).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    status: 401,
    upstreamType: 'Access Denied',
    sent: false,
  });
  await renewed(2);
  expect(await upload()).toEqual(done.json);
  expect(stub.requestsTo(UPLOAD)).toHaveLength(2);
});

test('a denial of the new token is final, and denied uploads cost one token request per 30 s', async () => {
  const { stub, upload, tokens, renewed, clock } = await startUploading();
  stub.answer(UPLOAD, denied);
  expect(await faultOf(upload())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  await renewed(2);
  for (let second = 0; second < 30; second += 1) {
    expect(await faultOf(upload())).toMatchObject({ code: 'UPSTREAM_ACCESS_DENIED', sent: true });
    clock.advance(1_000);
  }
  expect(tokens()).toBe(2);
  expect(await faultOf(upload())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  await expect.poll(tokens).toBe(3);
});

test('after an accepted upload, the next denial fetches a token after 5 s again', async () => {
  const { stub, upload, tokens, renewed, clock } = await startUploading();
  stub.answer(UPLOAD, acceptsOnly('token-2'));
  await faultOf(upload());
  await renewed(2);
  await upload();
  clock.advance(TOKEN_MIN_AGE_MS);
  stub.answer(UPLOAD, acceptsOnly('token-3'));
  expect(await faultOf(upload())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  await expect.poll(tokens).toBe(3);
});

test('if no other token could be fetched, the next denial tries again', async () => {
  const { stub, upload, tokens } = await startUploading();
  stub.answer(UPLOAD, acceptsOnly('good'));
  stub.answer(TOKEN_PATH, { status: 500, text: '' }, { json: { access_token: 'good', expires_in: 3_600 } });
  await expect.poll(() => upload().catch(() => 'denied')).toEqual(done.json);
  expect(tokens()).toBe(3);
});
