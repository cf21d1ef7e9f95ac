// The attempts of several requests with one token between them.
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAttempts } from '../../../client/src/core/attempts.ts';
import { shareTokens } from '../../../client/src/core/tokens.ts';
import { TransactionsDocument } from '../../../client/src/documents/generated.ts';

const refused = { errors: [], status: 401 };
const unreachable = { errors: [], cause: new TypeError('Failed to fetch') };

/** A client whose first token is refused, and whose renewal ends when the test says so. */
function startClient({ renewed = 'second' as string | null } = {}) {
  let token: string | null = 'first';
  const ended = Promise.withResolvers<void>();
  const renewToken = vi.fn(async () => {
    await ended.promise;
    token = renewed;
    return renewed !== null;
  });
  const tokens = shareTokens({ token: () => token, renewToken });
  const start = () => startAttempts(TransactionsDocument, {}, tokens, { maxAttempts: 2, firstDelayMs: 1_000 });
  return { start, renewToken, endRenewal: ended.resolve };
}

test('requests whose token is refused share one renewal, and go on with its token', async () => {
  const { start, renewToken, endRenewal } = startClient();
  const requests = [start(), start(), start()];
  for (const { headers } of requests) expect(await headers()).toEqual({ authorization: 'Bearer first' });
  const due = Promise.all(requests.map(({ isAnotherDue }) => isAnotherDue(refused)));
  endRenewal();
  expect(await due).toEqual([true, true, true]);
  expect(renewToken).toHaveBeenCalledTimes(1);
  for (const { headers } of requests) expect(await headers()).toEqual({ authorization: 'Bearer second' });
});

test('a request that is refused after the renewal of others takes their token', async () => {
  const { start, renewToken, endRenewal } = startClient();
  const [early, late] = [start(), start()];
  await Promise.all([early.headers(), late.headers()]);
  endRenewal();
  await early.isAnotherDue(refused);
  expect(await late.isAnotherDue(refused)).toBe(true);
  expect(renewToken).toHaveBeenCalledTimes(1);
});

test('a request whose new token is refused too fails', async () => {
  const { start, endRenewal } = startClient();
  const { headers, isAnotherDue } = start();
  await headers();
  endRenewal();
  expect(await isAnotherDue(refused)).toBe(true);
  await headers();
  expect(await isAnotherDue(refused)).toBe(false);
});

test.each([
  ['there is none', null],
  ['it is the same', 'first'],
])('a request fails if no new token is to be had: %s', async (_, renewed) => {
  const { start, endRenewal } = startClient({ renewed });
  const { headers, isAnotherDue } = start();
  await headers();
  endRenewal();
  expect(await isAnotherDue(refused)).toBe(false);
});

test('a renewal that fails is told, and the next request begins another', async () => {
  const renewToken = vi.fn(() => Promise.reject(new Error('The issuer cannot be reached')));
  const tokens = shareTokens({ token: () => 'first', renewToken });
  for (const _ of [1, 2]) {
    const { headers, isAnotherDue } = startAttempts(TransactionsDocument, {}, tokens);
    await headers();
    await expect(isAnotherDue(refused)).rejects.toThrow('The issuer cannot be reached');
  }
  expect(renewToken).toHaveBeenCalledTimes(2);
});

test('without a token no header is sent, and without a way to renew it a refusal stays', async () => {
  const { headers, isAnotherDue } = startAttempts(TransactionsDocument, {}, shareTokens({ token: () => null }));
  expect(await headers()).toEqual({});
  expect(await isAnotherDue(refused)).toBe(false);
});

test('another attempt is due after the pause, and none after the last or when the request is canceled', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { start } = startClient();
  const [patient, canceled] = [start(), start()];
  await Promise.all([patient.headers(), canceled.headers()]);
  const controller = new AbortController();
  const broken = canceled.isAnotherDue(unreachable, controller.signal);
  controller.abort();
  expect(await broken).toBe(false);
  const due = patient.isAnotherDue(unreachable);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await due).toBe(true);
  await patient.headers();
  expect(await patient.isAnotherDue(unreachable)).toBe(false);
});

test('a request that is slow to learn the token joins the renewal that another has ended meanwhile', async () => {
  const slow = Promise.withResolvers<string>();
  const answers: (string | Promise<string>)[] = [slow.promise, 'old'];
  const renewToken = vi.fn(() => true);
  const tokens = shareTokens({ token: () => answers.shift() ?? 'new', renewToken });
  const late = tokens.renew('old');
  expect(await tokens.renew('old')).toBe(true);
  slow.resolve('old');
  expect(await late).toBe(true);
  expect(renewToken).toHaveBeenCalledTimes(1);
});
