// Operations of a type that the schema does not have: the caller's fault, said before anything is carried out.
import { expect, test } from 'vitest';
import { agentToken } from '../support/caller-tokens.ts';
import { startStubbedGraph } from '../support/graph-under-test.ts';

test.each([
  ['one of a field that nothing has', 'subscription { x }'],
  ['one of a field that queries have', 'subscription S { viewer { role } }'],
  ['one of a name alone', 'subscription { __typename }'],
  ['one beside a query', 'query Q { __typename } subscription S { __typename }'],
])('a subscription is refused: %s', async (_, query) => {
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
