/**
 * Compares compiled execution with graphql-js: both execute a document, each over its own copy of a schema. The result must be
 * that of graphql-js, and no resolver may run twice.
 */
import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import { expect } from 'vitest';
import type { Context } from '../../../src/graphql/context.ts';
import { compileOperation, type ExecuteOperation } from '../../../src/graphql/execution/compile.ts';

/** Records that the resolver at this path was called. */
export type RecordCall = (info: GraphQLResolveInfo) => void;

interface ObservedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

interface ObservedExecution {
  readonly text: string;
  readonly errors: readonly ObservedError[];
  /** The paths whose resolvers were called, in order. */
  readonly resolved: readonly string[];
}

/** Expects both to give the same result for a document, and returns both results. */
export type ExpectSame = (
  text: string,
  what?: string,
) => Promise<{ readonly expected: ObservedExecution; readonly found: ObservedExecution }>;

export const givenContext = { isTheContext: true } as unknown as Context;

export function compareExecutions(makeSchema: (note: RecordCall) => GraphQLSchema): ExpectSame {
  const resolved: { expected: string[]; found: string[] } = { expected: [], found: [] };
  const schema = makeSchema(({ path }) => resolved.expected.push(pathText(path)));
  const compiledSchema = makeSchema(({ path }) => resolved.found.push(pathText(path)));
  const runs = new Map<string, ExecuteOperation>();

  return async (text, what = text) => {
    resolved.expected = [];
    resolved.found = [];
    const document = parse(text);
    const run = runs.get(text) ?? compileOperation(compiledSchema, document, getOperationAST(document)!, {});
    if (!runs.has(text)) expect(validate(schema, document)).toEqual([]);
    runs.set(text, run);
    const expected = observe(await execute({ schema, document, contextValue: givenContext }), resolved.expected);
    const found = observe(await run(givenContext, {}), resolved.found);
    // If an error nulls an object, compiled code may have called more of that object's resolvers than graphql-js.
    const comparable =
      expected.errors.length === 0 ? found.resolved : found.resolved.filter((at) => expected.resolved.includes(at));
    expect(withoutExtra(found, expected), what).toEqual(expected.errors);
    expect({ text: found.text, resolved: comparable.toSorted(), calls: found.resolved.length }, what).toEqual({
      text: expected.text,
      resolved: expected.resolved.toSorted(),
      // No resolver is called twice.
      calls: new Set(found.resolved).size,
    });
    return { expected, found };
  };
}

/**
 * What has become null as a whole may have more errors than graphql-js reports: compiled code goes on beside a failure, where graphql-js
 * stops.
 */
export function withoutExtra<Of extends { readonly errors: readonly ObservedError[]; readonly text: string }>(
  found: Of,
  expected: Of,
): readonly ObservedError[] {
  const paths = new Set(expected.errors.map(({ path }) => `${path}`));
  return found.errors.filter(({ path = [] }) => paths.has(`${path}`) || !isBelowNull(JSON.parse(found.text), path));
}

function isBelowNull(data: unknown, path: readonly (string | number)[]): boolean {
  let at = data;
  for (const key of path.slice(0, -1)) at = (at as Record<string | number, unknown> | null)?.[key] ?? null;
  return at === null;
}

function observe({ data, errors = [] }: ExecutionResult, resolved: readonly string[]): ObservedExecution {
  return {
    text: JSON.stringify(data),
    errors: errors
      .map((error) => ({ ...error.toJSON(), message: messageOf(error) }))
      .sort((a, b) => (`${a.path}` < `${b.path}` ? -1 : 1)),
    resolved,
  };
}

/** A value of no possible type cannot be completed, in whatever words. */
export function messageOf({ message }: GraphQLError): string {
  return /^Abstract type|^Runtime Object type|^possible.get/.test(message) ? 'of no possible type' : message;
}

export function pathText(path: GraphQLResolveInfo['path'] | undefined): string {
  return path === undefined ? '' : `${pathText(path.prev)}.${path.key}`;
}

const typeDefs = `
  scalar Any
  enum Color { RED GREEN }
  interface Animal { name: String! }
  interface Named { name: String! }
  type Cat implements Animal & Named { name: String!  lives: Int  friend: Animal  shelf: Shelf }
  type Dog implements Animal & Named { name: String!  good: Boolean!  friend: Animal }
  union Thing = Cat | Dog | Shelf
  type Shelf {
    text(in: Color = RED): String  sureText: String!  number: Int  real: Float  yes: Boolean  sureYes: Boolean!  id: ID  sureId: ID!
    color: Color  sureColor: Color!  any: Any  shelf: Shelf  sureShelf: Shelf!  texts: [String]  sureTexts: [String!]!
    grid: [[Int!]]  shelves: [Shelf]  sureShelves: [Shelf!]!  animal: Animal  sureAnimal: Animal!  things: [Thing]  sureThings: [Thing!]
    before: String  after: String
  }
  type Query { shelf: Shelf  sureShelf: Shelf!  laterShelf: Shelf  other: String  animals: [Animal!]  things: [Thing]  nothing: String }
`;

export type ShelfResolvers = Readonly<Record<string, object>>;

export function schemaOfShelves(resolvers: ShelfResolvers): GraphQLSchema {
  const byName = { __resolveType: ({ __typename: name }: { readonly __typename: string }) => name };
  // As in the gateway's schema, each root field has a resolver.
  const Query = {
    other: () => null,
    nothing: () => null,
    animals: () => null,
    things: () => null,
    ...resolvers['Query'],
  };
  const types = { Animal: byName, Named: byName, Thing: byName };
  return makeExecutableSchema({ typeDefs, resolvers: { ...types, ...resolvers, Query } });
}

export const cat = (more: object = {}) => ({ __typename: 'Cat', name: 'Tom', lives: 9, ...more });
export const dog = (more: object = {}) => ({ __typename: 'Dog', name: 'Rex', good: true, ...more });
export const shelf = (more: object = {}) => ({ __typename: 'Shelf', text: 'plain', id: 's', ...more });
