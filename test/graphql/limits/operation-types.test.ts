// Operations of a type that the schema does not have are rejected before execution, as an error of the caller.
import { expect, test } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

test.each([
  ['of an unknown field', 'subscription { x }'],
  ['of a field that queries have', 'subscription S { viewer { role } }'],
  ['of __typename alone', 'subscription { __typename }'],
  ['beside a query', 'query Q { __typename } subscription S { __typename }'],
])('a subscription %s is rejected', async (_, query) => {
  const { ask, lines } = await startStubbedGraph();
  for (const token of [undefined, await agentToken()]) {
    const { status, data, errors } = await ask(query, { token });
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors).toMatchObject([
      { message: 'Subscriptions are not served.', extensions: { code: 'BAD_USER_INPUT', retryable: false } },
    ]);
  }
  expect(lines.map(({ msg, level, fault }) => [msg, level, fault])).toEqual([
    ['request', 30, 'caller'],
    ['request', 30, 'caller'],
  ]);
});
