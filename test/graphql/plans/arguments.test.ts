// The arguments that compiled execution passes to resolvers, compared with graphql-js's own for the same document.
import {
  buildSchema,
  type FieldNode,
  getArgumentValues,
  getVariableValues,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { createArgumentsReader } from '../../../src/graphql/plans/arguments.ts';

const schema = buildSchema(`
  scalar Any
  enum Kind { A B }
  input Key @oneOf { id: ID email: String }
  input Inner { texts: [String!] kind: Kind = B }
  input Filter { name: String amount: Int = 7 inner: Inner }
  type Query {
    f(by: Key, filter: Filter, list: [Int], any: Any, needed: String! = "standard", first: Int = 20, kinds: [Kind!]): Int
  }
`);
const field = schema.getQueryType()!.getFields()['f']!;

/** For the only field: the reader's arguments and those of graphql-js, or what each throws. */
function readBoth(query: string, rounds: readonly Record<string, unknown>[]) {
  const [operation] = parse(query).definitions as [OperationDefinitionNode];
  const node = operation.selectionSet.selections[0] as FieldNode;
  const read = createArgumentsReader(field.args);
  return rounds.map((given) => {
    const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
    return [outcome(() => read(node, coerced)), outcome(() => getArgumentValues(field, node, coerced))] as const;
  });
}

/** Serialized, so that the order of names is compared too. */
function outcome(run: () => unknown): unknown {
  try {
    return { value: JSON.stringify(run(), (_key, value) => (value === undefined ? 'undefined' : value)) };
  } catch (error) {
    return { error: String(error) };
  }
}

describe('arguments are the same as in graphql-js', () => {
  test.each<[string, string, Record<string, unknown>[]]>([
    ['for a field without arguments', '{ f }', [{}, {}]],
    ['for constants', '{ f(by: { id: "x" }, list: [1, null], first: null, kinds: A) }', [{}, {}]],
    ['for a variable', 'query ($v: Int) { f(first: $v) }', [{ v: 1 }, { v: 2 }, { v: null }, {}]],
    ['for a variable with a default', 'query ($v: Int = 3) { f(first: $v) }', [{ v: 1 }, {}, { v: null }]],
    [
      'for a nullable variable in a non-null argument',
      'query ($v: String) { f(needed: $v) }',
      [{ v: 'a' }, { v: null }, {}],
    ],
    [
      'for a property that is named like the prototype',
      'query ($v: Any) { f(any: { a: $v, __proto__: $v }) }',
      [{ v: 1 }, { v: { b: 2 } }],
    ],
    ['for a variable in an object', 'query ($v: String!) { f(by: { email: $v }) }', [{ v: 'a' }, { v: 'b' }]],
    [
      'for a oneOf object whose only value is missing',
      'query ($v: String) { f(by: { email: $v }) }',
      [{ v: null }, {}, { v: 'a' }],
    ],
    [
      'for variables deep in an object',
      'query ($v: [String!], $n: String) { f(filter: { name: $n, inner: { texts: $v } }) }',
      [{ v: ['a'], n: 'b' }, { v: [], n: 'c' }, { v: 'one', n: '' }, { n: 'd' }, { v: null, n: null }],
    ],
    [
      'for variables in a list',
      'query ($v: Int, $w: Int) { f(list: [$v, 2, $w]) }',
      [{ v: 1, w: 3 }, { v: 4 }, { v: null, w: 0 }],
    ],
    ['for a variable that is a whole list', 'query ($v: [Int]) { f(list: $v) }', [{ v: [1, null] }, { v: 5 }, {}]],
    [
      'for a variable that is a whole object',
      'query ($v: Filter) { f(filter: $v) }',
      [{ v: { name: 'a' } }, { v: { inner: {} } }, { v: null }],
    ],
    [
      'for a variable within a custom scalar',
      'query ($v: Any) { f(any: { a: [$v, 1] }) }',
      [{ v: { b: 2 } }, { v: false }, {}],
    ],
    ['for falsy values', 'query ($v: Int, $n: String) { f(first: $v, needed: $n) }', [{ v: 0, n: '' }]],
    [
      'for a variable named like a property of every object',
      'query ($toString: Int) { f(first: $toString) }',
      [{}, { toString: 4 }],
    ],
  ])('%s', (_, query, rounds) => {
    for (const [read, expected] of readBoth(query, rounds)) expect(read).toEqual(expected);
  });
});

test('arguments without variables are the same object for each request, and frozen', () => {
  const [operation] = parse('query ($v: Int) { f(first: $v, filter: { name: "a" }) }').definitions as [
    OperationDefinitionNode,
  ];
  const node = operation.selectionSet.selections[0] as FieldNode;
  const read = createArgumentsReader(field.args);
  const [one, other] = [read(node, { v: 1 }), read(node, { v: 2 })];
  expect([one['first'], other['first']]).toEqual([1, 2]);
  expect(one['filter']).toBe(other['filter']);
  expect(Object.isFrozen(one['filter'])).toBe(true);
});
