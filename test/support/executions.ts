/**
 * Compiled execution beside graphql's own: both carry out a document over schemas of their own that are alike, and what is
 * expected is what graphql makes of it, but that no resolver is asked twice.
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
import type { Context } from '../../src/graphql/context.ts';
import { createCompile, type RunOperation, weightToCompile } from '../../src/graphql/plans/compile.ts';

/** Notes that a place in the answer was asked for. */
export type Note = (info: GraphQLResolveInfo) => void;

interface Told {
  readonly text: string;
  readonly errors: readonly object[];
  /** The places that were asked for, in order. */
  readonly asked: readonly string[];
}

/** Expects both to make the same of a document, and gives what they made. */
export type ExpectSame = (text: string, what?: string) => Promise<{ readonly expected: Told; readonly found: Told }>;

export const givenContext = { isTheContext: true } as unknown as Context;

export function executions(makeSchema: (note: Note) => GraphQLSchema): ExpectSame {
  const asked: { expected: string[]; found: string[] } = { expected: [], found: [] };
  const schema = makeSchema(({ path }) => asked.expected.push(placeOf(path)));
  const compile = createCompile(makeSchema(({ path }) => asked.found.push(placeOf(path))));
  const runs = new Map<string, RunOperation>();

  return async (text, what = text) => {
    asked.expected = [];
    asked.found = [];
    const document = parse(text);
    const run = runs.get(text) ?? compile(document, getOperationAST(document)!, {});
    if (!runs.has(text)) {
      expect(validate(schema, document)).toEqual([]);
      expect(weightToCompile(document, getOperationAST(document)!)).not.toBeNull();
    }
    runs.set(text, run);
    const expected = tell(await execute({ schema, document, contextValue: givenContext }), asked.expected);
    const found = tell(await run(givenContext, {}), asked.found);
    expect(found.text, what).toBe(expected.text);
    expect(found.errors, what).toEqual(expected.errors);
    expect(new Set(found.asked).size, `${what}: asked once`).toBe(found.asked.length);
    // Beside a failure that blanks an object, more of it may have been asked for nothing.
    const counted =
      expected.errors.length === 0 ? found.asked : found.asked.filter((at) => expected.asked.includes(at));
    expect(counted.toSorted(), what).toEqual(expected.asked.toSorted());
    return { expected, found };
  };
}

function tell({ data, errors = [] }: ExecutionResult, asked: readonly string[]): Told {
  const told = errors.map((error) => ({ ...error.toJSON(), origin: error.originalError?.message }));
  return { text: JSON.stringify(data), errors: told, asked };
}

export function placeOf(path: GraphQLResolveInfo['path'] | undefined): string {
  return path === undefined ? '' : `${placeOf(path.prev)}.${path.key}`;
}

const typeDefs = `
  scalar Any
  enum Colour { RED GREEN }
  interface Animal { name: String! }
  interface Named { name: String! }
  type Cat implements Animal & Named { name: String!  lives: Int  friend: Animal  shelf: Shelf }
  type Dog implements Animal & Named { name: String!  good: Boolean!  friend: Animal }
  union Thing = Cat | Dog | Shelf
  type Shelf {
    text(in: Colour = RED): String  sureText: String!  number: Int  real: Float  yes: Boolean  sureYes: Boolean!  id: ID  sureId: ID!
    colour: Colour  sureColour: Colour!  any: Any  shelf: Shelf  sureShelf: Shelf!  texts: [String]  sureTexts: [String!]!
    grid: [[Int!]]  shelves: [Shelf]  sureShelves: [Shelf!]!  animal: Animal  sureAnimal: Animal!  things: [Thing]  sureThings: [Thing!]
    before: String  after: String
  }
  type Query { shelf: Shelf  sureShelf: Shelf!  laterShelf: Shelf  other: String  animals: [Animal!]  things: [Thing]  nothing: String }
`;

export type ShelfResolvers = Readonly<Record<string, object>>;

export function schemaOfShelves(resolvers: ShelfResolvers): GraphQLSchema {
  // Types are found by the name that a value has, as graphql does of itself.
  return makeExecutableSchema({
    typeDefs,
    resolvers,
    resolverValidationOptions: { requireResolversForResolveType: 'ignore' },
  });
}

export const cat = (more: object = {}) => ({ __typename: 'Cat', name: 'Tom', lives: 9, ...more });
export const dog = (more: object = {}) => ({ __typename: 'Dog', name: 'Rex', good: true, ...more });
export const shelf = (more: object = {}) => ({ __typename: 'Shelf', text: 'plain', id: 's', ...more });
