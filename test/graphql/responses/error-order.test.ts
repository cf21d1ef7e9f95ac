// Errors are in the order of the data, whichever arose first, so that equal requests get equal responses.
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { inDataOrder } from '../../../src/graphql/responses/write-result.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

test('an error that needs no call still comes after those of fields before it', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/getTransById', { status: 500, text: 'down' });
  const query = `{
    calls: transaction(by: { transId: "1" }) { name }
    fails: node(id: "x") { id }
    callsToo: transaction(by: { transId: "2" }) { name }
    nodes(ids: ["x", "y"]) { id }
  }`;
  const { errors } = await ask(query, { token: await serviceToken() });
  expect(errors?.map(({ path }) => path)).toEqual([['calls'], ['fails'], ['callsToo'], ['nodes', 0], ['nodes', 1]]);
});

const at = (...path: (string | number)[]) => new GraphQLError('failed', { path }).toJSON();

test.each([
  ['errors of fields are in the order of the data, not of their names', [at('b'), at('a')], { b: null, a: null }],
  [
    'errors of list items are in the order of their indexes',
    [at('a', 2, 'n'), at('a', 10, 'n')],
    { a: Array(11).fill({ n: null }) },
  ],
  ['an error of a parent comes before those of its children', [at('a'), at('a', 'b')], { a: { b: null } }],
  ['errors below a null are in the order of their names', [at('a', 'b'), at('a', 'c')], { a: null }],
  ['errors are in the order of their names if there is no data', [at('a'), at('b')], null],
])('%s', (_, errors, data) => {
  expect(inDataOrder(errors, data)).toEqual(errors);
  expect(inDataOrder(errors.toReversed(), data)).toEqual(errors);
});

test('errors without a path keep their order', () => {
  const errors = ['z', 'a'].map((message) => new GraphQLError(message).toJSON());
  expect(inDataOrder(errors, undefined)).toEqual(errors);
});
