// The schema can be read by any caller, or by none if introspection is off, on every route.
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { printSdl } from '../../../src/graphql/schema/sdl.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { listen, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const off = { introspection: false };
const nowhere = { baseUrl: 'http://127.0.0.1:9' };

test('the SDL is at /schema.graphql without a token, and is sent again only if it changed', async () => {
  const url = `${await listen(nowhere)}/schema.graphql`;
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const sdl = await answer.text();
  expect(sdl).toBe(printSdl());
  expect(buildSchema(sdl).getQueryType()?.getFields()).toHaveProperty('transactions');

  for (const known of [answer.headers.get('etag')!, '*']) {
    const again = await fetch(url, { headers: { 'if-none-match': known } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('with introspection off, neither the SDL nor introspection is available', async () => {
  const url = await listen(nowhere, off);
  expect((await fetch(`${url}/schema.graphql`)).status).toBe(404);

  const { ask } = await startStubbedGraph({}, off);
  const token = await serviceToken();
  for (const query of ['{ __schema { queryType { name } } }', '{ __type(name: "Account") { name } }']) {
    const { data, errors } = await ask(query, { token });
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/^Introspection is disabled: .*Ask the operator of the gateway for the SDL\.$/),
        extensions: { code: 'BAD_USER_INPUT', retryable: false },
      },
    ]);
  }
  expect(await ask('{ __typename }', { token })).toMatchObject({ data: { __typename: 'Query' } });
});

test.each([
  ['a field', '{ viewr { role } }', {}],
  ['a type', 'query ($f: TransactionFiltr) { transactions(filter: $f) { totalCount } }', {}],
  ['an argument', '{ transactions(frst: 1) { totalCount } }', {}],
  ['an enum value', '{ transactions(orderBy: { field: NAMES }) { totalCount } }', {}],
  [
    'an enum value in a variable',
    'query ($o: TransactionOrder) { transactions(orderBy: $o) { totalCount } }',
    { o: { field: 'NAMES' } },
  ],
  [
    'an input field in a variable',
    'query ($o: TransactionOrder) { transactions(orderBy: $o) { totalCount } }',
    { o: { fild: 'NAME' } },
  ],
])(
  'with introspection off, a misspelled name of %s is rejected without a suggestion',
  async (_what, query, variables) => {
    const [open, closed] = [await startStubbedGraph(), await startStubbedGraph({}, off)];
    const asked = { token: await serviceToken(), variables };
    const messages = async ({ ask }: typeof open) => (await ask(query, asked)).errors?.map(({ message }) => message);
    expect((await messages(open))?.join('\n')).toContain('Did you mean');
    const texts = await messages(closed);
    expect(texts).not.toEqual([]);
    expect(texts?.join('\n')).not.toMatch(/did you mean/i);
  },
);

test('with introspection off, a suggestion is not revealed in a message that is truncated in the middle of it', async () => {
  const { ask } = await startStubbedGraph({}, off);
  const token = await serviceToken();
  const query = 'query ($f: TransactionFilter) { transactions(filter: $f) { totalCount } }';
  // Pads the message with a value that it quotes, so that each character of the suggestion is the last one once.
  for (let length = 780; length < 900; length += 1) {
    const variables = { f: { realtorNam: '', realtorName: 'x'.repeat(length) } };
    const { errors } = await ask(query, { token, variables });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.message).not.toMatch(/did you mean/i);
  }
});
