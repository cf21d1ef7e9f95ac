// Subscriptions that cannot be executed are rejected before they are, as an error of the caller.
import { expect, test } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

test.each([
  ['of an unknown field', 'subscription { x }', /Cannot query field "x"/],
  [
    'of two fields',
    'subscription { a: transactionChanges { kind } b: transactionChanges { kind } }',
    /only one top level/,
  ],
  [
    'that a variable may include',
    'subscription ($x: Boolean = true) { transactionChanges @include(if: $x) { kind } }',
    /neither skipped nor included/,
  ],
  [
    'that may be skipped within a fragment',
    'subscription { ...F } fragment F on Subscription { ... @skip(if: true) { transactionChanges { kind } } }',
    /neither skipped nor included/,
  ],
])('a subscription %s is rejected', async (_, query, message) => {
  const { ask, lines } = await startStubbedGraph();
  for (const token of [undefined, await agentToken()]) {
    const { status, data, errors } = await ask(query, { token });
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT', retryable: false } },
    ]);
  }
  expect(lines.map(({ msg, level, fault }) => [msg, level, fault])).toEqual([
    ['request', 30, 'caller'],
    ['request', 30, 'caller'],
  ]);
});

test('a client that accepts no stream learns which formats there are', async () => {
  const { ask } = await startStubbedGraph();
  const { status, errors } = await ask('subscription { transactionChanges { kind } }', {
    token: await agentToken(),
    headers: { accept: 'application/json' },
  });
  expect(status).toBe(400);
  expect(errors?.[0]?.message).toMatch(/text\/event-stream or multipart\/mixed;subscriptionSpec=1\.0/);
});
