// The policies for Apollo's cache fit the schema: every list of pages, every object without an id, and every interface has one.
import { gql, InMemoryCache } from '@apollo/client';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { createCache, possibleTypes, typePolicies } from '../../../client/src/apollo/cache.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';

const schema = createSchema();
const objects = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('_'),
);
const hasId = (type: GraphQLObjectType) => 'id' in type.getFields();
const isPage = (type: GraphQLObjectType) => /(Connection|Edge|Page)$/.test(type.name);
/** What is stored under a key, or as a part of something that is: neither pages nor what mutations and subscriptions return. */
const stored = objects.filter((type) => type.name === 'Query' || hasId(type));
for (const type of stored)
  for (const field of Object.values(type.getFields())) {
    const part = getNamedType(field.type);
    if (isObjectType(part) && !isPage(part) && !hasId(part) && !stored.includes(part)) stored.push(part);
  }

interface Place {
  readonly type: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly of: GraphQLObjectType;
}
const places = stored.flatMap((type) =>
  Object.values(type.getFields()).flatMap((field): Place[] => {
    const of = getNamedType(field.type);
    return isObjectType(of) ? [{ type: type.name, field, of }] : [];
  }),
);
const policyOf = ({ type, field }: Place) =>
  typePolicies[type]?.fields?.[field.name] as { keyArgs?: (args: object) => string; merge?: unknown } | undefined;

test('every list of pages has its policy, which keeps pages of different arguments apart', () => {
  const lists = places.filter(({ of }) => of.name.endsWith('Connection'));
  expect(lists.length).toBeGreaterThan(3);
  for (const list of lists) {
    const keyOf = policyOf(list)!.keyArgs!;
    const keys = list.field.args.map(({ name }) => keyOf({ [name]: '1' }));
    expect([list.type, list.field.name, new Set([keyOf({}), ...keys]).size]).toEqual([
      list.type,
      list.field.name,
      list.field.args.length + 1,
    ]);
  }
});

test('an object without an id is merged into its parent, and a list of them is replaced', () => {
  const parts = places.filter(({ of }) => !hasId(of) && !isPage(of));
  expect(parts.length).toBeGreaterThan(10);
  for (const part of parts) {
    const isList = isListType(getNullableType(part.field.type));
    const merge = isList ? policyOf(part)?.merge : typePolicies[part.of.name]?.merge;
    expect([part.type, part.field.name, merge]).toEqual([part.type, part.field.name, !isList]);
  }
});

test('policies are about types and fields that exist', () => {
  for (const [name, { fields = {} }] of Object.entries(typePolicies)) {
    const type = schema.getType(name);
    expect(isObjectType(type) && Object.keys(type.getFields())).toEqual(expect.arrayContaining(Object.keys(fields)));
  }
});

test('fragments on an interface are matched for each of its types', () => {
  const interfaces = Object.values(schema.getTypeMap()).filter(isInterfaceType);
  const expected = interfaces.map((type) => [
    type.name,
    schema
      .getPossibleTypes(type)
      .map(({ name }) => name)
      .sort(),
  ]);
  expect(possibleTypes).toEqual(Object.fromEntries(expected));
});

test('an app’s own types and policies are added, and the gateway’s stay', () => {
  const read = () => 'read by the app';
  const { policies } = createCache({
    possibleTypes: { Animal: ['Cat'] },
    typePolicies: { Account: { fields: { fullName: { read } } }, Cat: { keyFields: ['name'] } },
  });
  const cat = { __typename: 'Cat', name: 'Tom' };
  expect(policies.identify(cat)).toEqual(['Cat:{"name":"Tom"}', expect.anything()]);
  expect(policies.getReadFunction('Account', 'fullName')).toBe(read);
  expect(policies.getMergeFunction('Account', 'transactions', undefined)).toBeDefined();
  for (const [of, type] of [['Animal', 'Cat'], ...possibleTypes.Node.map((name) => ['Node', name])] as [
    string,
    string,
  ][]) {
    expect(policies.fragmentMatches({ typeCondition: { name: { value: of } } } as never, type)).toBe(true);
  }
});

test('what failed does not replace what is shown, unless that was deleted', () => {
  const cache = createCache();
  const one = gql`query ($id: ID!) { transaction(by: { id: $id }) { id name } }`;
  const variables = { id: '1' };
  const write = (transaction: object | null) => cache.writeQuery({ query: one, variables, data: { transaction } });
  write({ __typename: 'Transaction', id: '1', name: 'Shown' });
  write(null);
  expect(cache.readQuery({ query: one, variables })).toMatchObject({ transaction: { name: 'Shown' } });
  cache.evict({ id: 'Transaction:1' });
  write(null);
  expect(cache.readQuery({ query: one, variables })).toEqual({ transaction: null });
});

test('what a page of changes tells as deleted leaves the cache, and the lists that show it', async () => {
  const cache = createCache();
  const rows = ['gone', 'kept'].map((id) => ({ __typename: 'Transaction', id }));
  const list = gql`{ transactions { nodes { id } } }`;
  cache.writeQuery({ query: list, data: { transactions: { __typename: 'TransactionConnection', nodes: rows } } });
  const changes = ['DELETED', 'CHANGED'].map((kind, at) => ({
    __typename: 'TransactionChange',
    kind,
    transactionId: rows[at]?.id,
  }));
  cache.writeQuery({
    query: gql`{ transactionChanges { changes { kind transactionId } } }`,
    data: { transactionChanges: { __typename: 'TransactionChangePage', changes } },
  });
  await Promise.resolve();
  expect(cache.readQuery({ query: list })).toMatchObject({ transactions: { nodes: [{ id: 'kept' }] } });
});

test('a cache can be of the class that a framework demands', () => {
  class OfFramework extends InMemoryCache {
    readonly mark = 'its own';
  }
  expect(createCache({}, OfFramework).mark).toBe('its own');
});
