/**
 * Compares compiled execution with graphql-js: both execute a document, each over its own copy of a schema. The result must be
 * that of graphql-js, and no resolver may run twice.
 */
import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type ExecutionResult,
  execute,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import { expect } from 'vitest';
import type { Context } from '../../../src/graphql/context.ts';
import { createCompile, type ExecuteOperation, weightToCompile } from '../../../src/graphql/plans/compile.ts';

/** Records that the resolver at this path was called. */
export type RecordCall = (info: GraphQLResolveInfo) => void;

interface ObservedExecution {
  readonly text: string;
  readonly errors: readonly object[];
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
  const compile = createCompile(makeSchema(({ path }) => resolved.found.push(pathText(path))));
  const runs = new Map<string, ExecuteOperation>();

  return async (text, what = text) => {
    resolved.expected = [];
    resolved.found = [];
    const document = parse(text);
    const run = runs.get(text) ?? compile(document, getOperationAST(document)!, {});
    if (!runs.has(text)) {
      expect(validate(schema, document)).toEqual([]);
      expect(weightToCompile(document, getOperationAST(document)!)).not.toBeNull();
    }
    runs.set(text, run);
    const expected = observe(await execute({ schema, document, contextValue: givenContext }), resolved.expected);
    const found = observe(await run(givenContext, {}), resolved.found);
    // If an error nulls an object, compiled code may have called more of that object's resolvers than graphql-js.
    const comparable =
      expected.errors.length === 0 ? found.resolved : found.resolved.filter((at) => expected.resolved.includes(at));
    expect({ ...found, resolved: comparable.toSorted(), calls: found.resolved.length }, what).toEqual({
      ...expected,
      resolved: expected.resolved.toSorted(),
      // No resolver is called twice.
      calls: new Set(found.resolved).size,
    });
    return { expected, found };
  };
}

function observe({ data, errors = [] }: ExecutionResult, resolved: readonly string[]): ObservedExecution {
  const allErrors = errors.map((error) => ({ ...error.toJSON(), origin: error.originalError?.message }));
  return { text: JSON.stringify(data), errors: allErrors, resolved };
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
  // The type of a value is found by its name, as graphql-js does by default.
  return makeExecutableSchema({
    typeDefs,
    resolvers,
    resolverValidationOptions: { requireResolversForResolveType: 'ignore' },
  });
}

export const cat = (more: object = {}) => ({ __typename: 'Cat', name: 'Tom', lives: 9, ...more });
export const dog = (more: object = {}) => ({ __typename: 'Dog', name: 'Rex', good: true, ...more });
export const shelf = (more: object = {}) => ({ __typename: 'Shelf', text: 'plain', id: 's', ...more });
