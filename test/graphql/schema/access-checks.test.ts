// A field that declares no access rule prevents startup.
import { makeExecutableSchema } from '@graphql-tools/schema';
import { expect, test } from 'vitest';
import { addAccessChecks, local, open } from '../../../src/graphql/schema/access-checks.ts';

const directives = `
  directive @scope(requires: String!) on FIELD_DEFINITION
  directive @authenticated on FIELD_DEFINITION
  directive @serviceOnly on FIELD_DEFINITION
`;

function checked(typeDefs: string, resolvers: Record<string, Record<string, () => unknown>> = {}) {
  return () => addAccessChecks(makeExecutableSchema({ typeDefs: directives + typeDefs, resolvers }), resolvers);
}

const anything = () => () => null;

test.each([
  ['a query', 'type Query { open: Int }', {}, 'Query.open'],
  ['a mutation', 'type Query { a: Int @authenticated } type Mutation { open: Int }', {}, 'Mutation.open'],
  ['a subscription', 'type Query { a: Int @authenticated } type Subscription { open: Int }', {}, 'Subscription.open'],
  [
    'a field with a resolver',
    'type Query { a: Thing @authenticated } type Thing { open: Int plain: Int }',
    { Thing: { open: anything() } },
    'Thing.open',
  ],
  [
    'a root field whose resolver is local',
    'type Query { open: Int }',
    { Query: { open: local(anything()) } },
    'Query.open',
  ],
  [
    'a service-only field',
    'type Query { a: Thing @authenticated } type Thing { open: Int @serviceOnly }',
    {},
    'Thing.open',
  ],
])('%s without a scope prevents startup and is named', (_, typeDefs, resolvers, name) => {
  expect(checked(typeDefs, resolvers)).toThrow(name);
});

test('all such fields are named at once', () => {
  expect(checked('type Query { first: Int second: Int ok: Int @authenticated }')).toThrow(
    /: Query\.first, Query\.second$/,
  );
});

test.each([
  ['a field with a scope', 'type Query { a: Int @scope(requires: "x") }', {}],
  ['a field that requires only a caller', 'type Query { a: Int @authenticated }', {}],
  [
    'a local resolver below the root',
    'type Query { a: Thing @authenticated } type Thing { b: Int }',
    { Thing: { b: local(anything()) } },
  ],
  ['a root field that decides itself', 'type Query { a: Int }', { Query: { a: open(anything()) } }],
  ['a field without a resolver below the root', 'type Query { a: Thing @authenticated } type Thing { b: Int }', {}],
])('%s does not prevent startup', (_, typeDefs, resolvers) => {
  expect(checked(typeDefs, resolvers)).not.toThrow();
});
