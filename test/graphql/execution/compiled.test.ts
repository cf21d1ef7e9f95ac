import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type ExecutionResult,
  execute,
  GraphQLError,
  getIntrospectionQuery,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../../src/graphql/context.ts';
import { compileOperation } from '../../../src/graphql/execution/compile.ts';
import { responsePaths } from '../../../src/graphql/resolvers/lookahead.ts';
import { formatError } from '../../../src/graphql/responses/errors.ts';
import { inDataOrder } from '../../../src/graphql/responses/write-result.ts';
import { messageOf, withoutExtra } from '../../support/gateways/executions.ts';

const typeDefs = `
  scalar JSON
  interface Node { id: ID! }
  type Leaf implements Node { id: ID!  name: String!  maybe: String  count: Int  kind: Kind }
  type Branch implements Node { id: ID!  leaf: Leaf!  leaves: [Leaf]!  strict: [Leaf!]  label(text: String = "plain", of: [Sort!], in: Where): String  cursor: String! }
  enum Kind { OAK FIR }
  enum Sort { UP DOWN }
  input Where { id: ID  deep: Where  sorts: [Sort!] = [UP] }
  type Query { branch: Branch  sure: Branch!  later: Branch!  node(kind: String): Node  nodes: [Node]!  wrong: [String]  json(value: JSON): JSON  throws: String  failing: String!  told: [String!] }
  type Mutation { add(name: String): Branch  fail: Branch }
`;

/** Handled here, because not every operation awaits it. */
function rejected(message: string): Promise<never> {
  const promise = Promise.reject(new Error(message));
  promise.catch(() => undefined);
  return promise;
}

/** One tree with everything that can go wrong with a field. */
function schemaWith(asked: string[]) {
  const leaf = (name: string | null, more: object = {}) => ({
    id: `leaf ${name}`,
    name,
    count: 1,
    kind: 'OAK',
    ...more,
  });
  const branch = () => ({
    id: 'branch',
    cursor: 'c',
    leaf: leaf('a'),
    leaves: [leaf('b'), leaf(null), null, Promise.resolve(leaf('d')), rejected('a leaf fell')],
    strict: [leaf('e', { count: 'many' }), leaf('f', { kind: 'BIRCH', maybe: new Error('kept as a value') })],
  });
  const note = <T>(name: string, value: T): T => {
    asked.push(name);
    return value;
  };
  const resolvers = {
    Query: {
      branch: () => note('branch', branch()),
      sure: () => note('sure', { ...branch(), leaf: leaf(null) }),
      later: async () => note('later', { ...branch(), cursor: null }),
      node: (_: unknown, { kind }: { kind?: string }) => note('node', leaf('n', { kind: kind ?? 'OAK' })),
      nodes: () => note('nodes', [leaf('p'), rejected('gone'), { ...branch(), strict: [] }, null]),
      wrong: () => note('wrong', 'no list'),
      json: (_: unknown, { value }: { value: unknown }) => note('json', value),
      throws: () => {
        note('throws', null);
        throw new GraphQLError('thrown', { extensions: { code: 'OWN' } });
      },
      failing: async () => {
        note('failing', null);
        throw new Error('rejected');
      },
      told: (_: unknown, __: unknown, ___: unknown, info: Parameters<typeof responsePaths>[0]) =>
        note('told', responsePaths(info, []).map(String)),
    },
    Branch: {
      label: (_: unknown, args: object) => note('label', JSON.stringify(args, Object.keys(args).sort())),
    },
    Node: {
      __resolveType: (found: { kind?: string; leaf?: unknown }) => {
        if (found.kind === 'THROW') throw new Error('which one?');
        return found.kind === 'NONE' ? 'Nothing' : found.leaf === undefined ? 'Leaf' : 'Branch';
      },
    },
    Mutation: {
      add: async (_: unknown, { name }: { name: string }) => note(`add ${name}`, branch()),
      fail: () => rejected(note('fail', 'not done')),
    },
  };
  return makeExecutableSchema({ typeDefs, resolvers });
}

let plain: string[];
let compiled: string[];
let both: (text: string, variables?: Record<string, unknown>) => Promise<[ExecutionResult, ExecutionResult]>;

beforeEach(() => {
  plain = [];
  compiled = [];
  const schema = schemaWith(plain);
  const compiledSchema = schemaWith(compiled);
  both = async (text, variables = {}) => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const operation = getOperationAST(document);
    if (operation == null) throw new Error('one operation a test');
    const definitions = operation.variableDefinitions ?? [];
    const { coerced = {} } = getVariableValues(schema, definitions, variables);
    const run = compileOperation(compiledSchema, document, operation, coerced);
    const context = {} as Context;
    return [await execute({ schema, document, variableValues: variables }), await run(context, coerced)];
  };
});

const operations: readonly [what: string, text: string, variables?: Record<string, unknown>][] = [
  ['a null in a non-null field', '{ sure { leaf { name } } branch { id } }'],
  ['two nulls in non-null fields', '{ branch { leaves { name id } } sure { leaf { id a: name b: name } } }'],
  ['a null that is resolved later', '{ later { id cursor leaves { id name } } branch { id } }'],
  ['several failures', '{ throws a: throws branch { leaves { name } } wrong }'],
  ['a failure that makes all data null', '{ branch { id } failing throws }'],
  ['argument defaults', '{ branch { label a: label(in: {}) b: label(text: null, of: UP) } }'],
  [
    'variables in arguments',
    'query($t: String, $s: [Sort!], $w: Where) { branch { label(text: $t, of: $s, in: $w) a: label(in: { deep: $w, sorts: $s }) } }',
    { s: 'DOWN', w: { deep: { id: 7 } } },
  ],
  [
    'absent variables',
    'query($t: String, $s: [Sort!], $u: Sort! = UP) { branch { label(text: $t, of: $s) a: label(of: [$u]) } }',
  ],
  ['null where only the default is valid', 'query($u: Sort = UP) { branch { label(of: [$u]) id } }', { u: null }],
  [
    'values of a JSON scalar',
    'query($v: JSON) { json(value: { a: [1, "two", { b: $v }] }) b: json(value: $v) }',
    { v: { c: null } },
  ],
  [
    'a fragment spread twice, once excluded',
    '{ branch { ...F @include(if: false) ...F } } fragment F on Branch { id leaf { name } }',
  ],
  [
    'a fragment under two conditions',
    'query($a: Boolean!, $b: Boolean!) { one: branch { ...F @skip(if: $a) } two: branch { ...F @include(if: $b) } } fragment F on Branch { id leaf { name @include(if: $a) count @skip(if: $b) } }',
    { a: true, b: true },
  ],
  ['a selection that is skipped completely', '{ branch { leaf { name @skip(if: true) } } }'],
  [
    'a field that is selected in parts',
    '{ branch { leaf { id } } ...Q } fragment Q on Query { branch { leaf { name } ... { cursor } } }',
  ],
  [
    'an alias that has a meaning in JavaScript',
    '{ __proto__: branch { __proto__: id leaf { id } } a: later { __proto__: id } }',
  ],
  ['a failure below such an alias', '{ __proto__: branch { leaves { __proto__: name } } }'],
  ['the schema', getIntrospectionQuery()],
  [
    'one type of the schema, beside data',
    '{ __type(name: "Leaf") { name fields { name type { kind } } } branch { id } }',
  ],
  [
    'mutations',
    'mutation { a: add(name: "a") { id } b: add(name: "b") { id leaf { name } } __proto__: add(name: "c") { id } }',
  ],
  ['a mutation after one that fails', 'mutation { fail { id } add(name: "a") { id } }'],
];

test.each(operations.map(([what, text, variables]) => ({ what, text, variables })))(
  'returns the same data and errors as graphql-js for $what, without calling any resolver more often',
  async ({ text: query, variables }) => {
    const [expected, found] = await both(query, variables);
    const text = JSON.stringify(expected.data);
    expect(JSON.stringify(found.data)).toBe(text);
    const shown = ({ data, errors = [] }: ExecutionResult) => {
      const formatted = errors.map((error) => ({ ...formatError(error.toJSON(), error), message: messageOf(error) }));
      return inDataOrder(formatted, data);
    };
    const [expectedErrors, errors] = [shown(expected), shown(found)];
    expect(withoutExtra({ errors, text }, { errors: expectedErrors, text })).toEqual(expectedErrors);
    // If a failure makes all data null, resolvers beside it may have been called in vain.
    const reached = expected.data === null ? compiled.filter((name) => plain.includes(name)) : compiled;
    expect(reached.toSorted()).toEqual(plain.toSorted());
  },
);

test('a string that some compilers would mistake for code stays a string', async () => {
  const hostile = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.pwned=1)';
  const [, found] = await both(
    `{ json(value: ${JSON.stringify(hostile)}) branch { label(text: ${JSON.stringify(hostile)}) } }`,
  );
  expect(found.data?.['json']).toBe(hostile);
  expect(Reflect.get(globalThis, 'pwned')).toBeUndefined();
});
