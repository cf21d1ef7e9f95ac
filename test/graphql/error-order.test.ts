// Errors stand in the order of the data, whichever of them came first, so that equal requests get equal answers.
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { inOrder } from '../../src/graphql/answer.ts';
import { serviceToken } from '../support/caller-tokens.ts';
import { startStubbedGraph } from '../support/graph-under-test.ts';

test('what fails without a call stands behind what it stands behind in the data', async () => {
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
  ['fields go by the data, not by their names', [at('b'), at('a')], { b: null, a: null }],
  ['items go by their number', [at('a', 2, 'n'), at('a', 10, 'n')], { a: Array(11).fill({ n: null }) }],
  ['a parent goes before what is in it', [at('a'), at('a', 'b')], { a: { b: null } }],
  ['below a null, paths go by their names', [at('a', 'b'), at('a', 'c')], { a: null }],
  ['without data, too', [at('a'), at('b')], null],
])('%s', (_, errors, data) => {
  expect(inOrder(errors, data)).toEqual(errors);
  expect(inOrder(errors.toReversed(), data)).toEqual(errors);
});

test('errors without a path keep their order', () => {
  const errors = ['z', 'a'].map((message) => new GraphQLError(message).toJSON());
  expect(inOrder(errors, undefined)).toEqual(errors);
});
