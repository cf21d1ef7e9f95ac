// When a failed request is sent again: as the gateway's errors say, and never a write that may be carried out twice.
import { gql } from '@apollo/client';
import { clientCodeOf, type FaultCode, faults } from '@realty-forms/platform/fault.ts';
import { expect, test } from 'vitest';
import { isRepeatable } from '../../../client/src/core/attempts.ts';
import { isRetryable, nextStep, retryAfterMs } from '../../../client/src/core/retries.ts';
import { CreateTransactionDocument, TransactionsDocument } from '../../../client/src/documents/generated.ts';

const codes = Object.keys(faults) as FaultCode[];
const policy = { maxAttempts: 4, firstDelayMs: 500, maxDelayMs: 30_000 };
const once = { attempts: 1, hasRenewed: false, isRepeatable: true };
const unreachable = { errors: [], cause: new TypeError('Failed to fetch') };
const error = (retryable: boolean, code = 'UPSTREAM_TIMEOUT') => ({ message: 'No', extensions: { code, retryable } });

test.each(codes)('%s is retryable if the gateway says so', (code) => {
  const retryable = faults[code].retryable ?? false;
  const extensions = { code: clientCodeOf(code), retryable };
  expect(isRetryable({ errors: [{ message: 'No', extensions }], status: 200 })).toBe(retryable);
});

test.each([
  ['no response', unreachable, true],
  ['a proxy’s 502', { errors: [], status: 502 }, true],
  ['a proxy’s 413', { errors: [], status: 413 }, false],
  ['a response cut off', { errors: [], status: 200, cause: new SyntaxError('Unexpected end') }, false],
  ['a request that the user has canceled', { errors: [], cause: new DOMException('Canceled', 'AbortError') }, false],
  ['one error of two that a retry can fix', { errors: [error(false), error(true)] }, true],
])('%s can be fixed by a retry: %#', (_, failure, expected) => {
  expect(isRetryable(failure)).toBe(expected);
});

test('pauses double up to the longest, each with a random half', () => {
  const delays = (random: number) =>
    [1, 2, 3, 9].map((attempts) =>
      nextStep(unreachable, { ...once, attempts }, { ...policy, maxAttempts: 10 }, () => random),
    );
  const retries = (...delaysMs: number[]) => delaysMs.map((delayMs) => ({ kind: 'retry', delayMs }));
  expect(delays(1)).toEqual(retries(500, 1_000, 2_000, 30_000));
  expect(delays(0)).toEqual(retries(250, 500, 1_000, 15_000));
});

test('the last attempt’s failure stays', () => {
  expect(nextStep(unreachable, { ...once, attempts: 4 }, policy)).toEqual({ kind: 'fail' });
});

test('Retry-After is waited for, in seconds or as a date, with the pause on top; a long one is told at once', () => {
  const step = (retryAfter: string) =>
    nextStep(
      { errors: [error(true, 'RATE_LIMITED')], status: 429, retryAfter },
      once,
      policy,
      () => 0,
      () => 0,
    );
  expect(step('7')).toEqual({ kind: 'retry', delayMs: 7_250 });
  expect(step('Thu, 01 Jan 1970 00:00:09 GMT')).toEqual({ kind: 'retry', delayMs: 9_250 });
  expect(step('31')).toEqual({ kind: 'fail' });
  expect(step('soon')).toEqual({ kind: 'retry', delayMs: 250 });
  expect(retryAfterMs({ errors: [], retryAfter: '-3' })).toBe(0);
  expect(retryAfterMs({ errors: [] })).toBeNull();
});

test('a refused token is renewed once, for a write without a key too, since nothing was carried out', () => {
  const refused = { errors: [error(false, 'UNAUTHENTICATED')], status: 401 };
  expect(nextStep(refused, { ...once, isRepeatable: false }, policy)).toEqual({ kind: 'renew' });
  expect(nextStep(refused, { ...once, hasRenewed: true }, policy)).toEqual({ kind: 'fail' });
});

test('what may not be sent twice is not, whatever went wrong', () => {
  expect(nextStep(unreachable, { ...once, isRepeatable: false }, policy)).toEqual({ kind: 'fail' });
});

const input = { idempotencyKey: 'a1' };
test.each([
  ['a query', TransactionsDocument, {}, true],
  ['a mutation whose input has a key', CreateTransactionDocument, { input }, true],
  ['a mutation whose input has none', CreateTransactionDocument, { input: { name: 'A' } }, false],
  ['a mutation whose key is empty', CreateTransactionDocument, { input: { idempotencyKey: '' } }, false],
  ['a mutation without variables', CreateTransactionDocument, undefined, false],
  ['a mutation with a key in its text', gql`mutation { a(input: { idempotencyKey: "k" }) { x } }`, {}, true],
  ['a key by a variable', gql`mutation ($k: String) { a(input: { idempotencyKey: $k }) { x } }`, { k: 'k' }, true],
  [
    'a key by a variable that is null',
    gql`mutation ($k: String) { a(input: { idempotencyKey: $k }) { x } }`,
    { k: null },
    false,
  ],
  [
    'two writes, one without a key',
    gql`mutation ($a: I, $b: I) { a(input: $a) { x } b(input: $b) { x } }`,
    { a: input },
    false,
  ],
  [
    'two writes with keys',
    gql`mutation ($a: I, $b: I) { a(input: $a) { x } b(input: $b) { x } }`,
    { a: input, b: input },
    true,
  ],
  ['writes in a fragment', gql`mutation { ...Writes } fragment Writes on Mutation { a(input: {}) { x } }`, {}, false],
  ['a subscription', gql`subscription { transactionChanges { kind } }`, {}, false],
])('%s may be sent twice: %#', (_, document, variables, expected) => {
  expect(isRepeatable(document, variables)).toBe(expected);
});
