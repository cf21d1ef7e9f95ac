// Rules for every part of the schema: access is declared, and everything is described.
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type FilterKey, fileFilterKeys, transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { providerKinds, transactionFields } from '@realty-forms/contract/columns/fields.ts';
import {
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  parseValue,
  validate,
  valueFromAST,
} from 'graphql';
import { expect, test } from 'vitest';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../src/gateway/paging/connection.ts';
import { MAX_SEARCH_CHARACTERS, MAX_SEARCH_WORDS } from '../../../src/gateway/search/arguments.ts';
import { MAX_TEXT_BYTES } from '../../../src/gateway/sendable-text.ts';
import { readFieldCosts } from '../../../src/graphql/cost/field-cost.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { printSdl, readTypeDefs } from '../../../src/graphql/schema/sdl.ts';
import { callerScopes } from '../../../src/process/development.ts';

const schema = createSchema();
const own = Object.values(schema.getTypeMap()).filter(({ astNode }) => astNode != null);

interface Declared {
  readonly at: string;
  readonly checks: readonly string[];
  readonly resolves: boolean;
}

function fieldsOf(type: GraphQLObjectType): Declared[] {
  return Object.values(type.getFields()).map(({ name, astNode, resolve }) => ({
    at: `${type.name}.${name}`,
    checks: (astNode?.directives ?? []).map((directive) => directive.name.value),
    resolves: resolve !== undefined,
  }));
}

const isChecked = ({ checks }: Declared) => checks.includes('scope') || checks.includes('authenticated');

test.each([
  ['', readTypeDefs()],
  [' with what routers need', [...readTypeDefs(), ...readTypeDefs('federation')]],
])('the SDL is valid%s, which no start checks', (_, typeDefs) => {
  expect(makeExecutableSchema({ typeDefs }).getQueryType()?.name).toBe('Query');
  const invalid = [...typeDefs, parse('type Unknown @unheardOf { id: ID }')];
  expect(() => makeExecutableSchema({ typeDefs: invalid })).toThrow(/@unheardOf/);
});

test('every root field declares a scope or that it requires a token', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => (root ? fieldsOf(root) : []));
  expect(fields.length).toBeGreaterThan(7);
  expect(fields.filter((field) => !isChecked(field))).toEqual([]);
});

test('every field with a resolver declares one too, except for those that only pick from their parents', () => {
  const resolving = own
    .filter(isObjectType)
    .flatMap(fieldsOf)
    .filter(({ resolves }) => resolves);
  const unchecked = resolving.filter((field) => !isChecked(field));
  expect(unchecked.map(({ at }) => at).toSorted()).toEqual([
    'Account.id',
    'CreateTransactionPayload.transaction',
    'SearchFacets.agents',
    'SearchFacets.months',
    'Transaction.id',
    'Transaction.serviceProviders',
    'Transaction.transId',
    'TransactionChange.cursor',
    'TransactionChange.kind',
    'TransactionChange.transactionId',
    'TransactionChange.version',
    'TransactionFile.id',
  ]);
});

test('every column of a transaction has its field', () => {
  const missing = transactionFields.filter(({ path }) => {
    let type: unknown = schema.getType('Transaction');
    // The first name after a list's says which item it is.
    for (const key of path) {
      if (!isObjectType(type)) return true;
      const field = type.getFields()[key];
      if (field !== undefined) type = getNamedType(field.type);
      else if (typeof key === 'string' && !providerKinds.some(({ kind }) => kind === key)) return true;
    }
    return false;
  });
  expect(missing.map(({ path }) => path.join('.'))).toEqual([]);
});

test.each([
  ['TransactionFilter', transactionFilterKeys],
  ['FileFilter', fileFilterKeys],
])('%s has a field for every filter key and no other', (name, keys) => {
  const fields = (schema.getType(name) as GraphQLInputObjectType).getFields();
  const named = Object.values<FilterKey>(keys).flatMap((key) => key.name ?? []);
  expect(Object.keys(fields).sort()).toEqual(named.sort());
});

test('only the expected fields are service-only', () => {
  const narrow = own
    .filter(isObjectType)
    .flatMap(fieldsOf)
    .filter(({ checks }) => checks.includes('serviceOnly'));
  expect(narrow.map(({ at }) => at).sort()).toEqual([
    'Mutation.registerMember',
    'Mutation.shareApp',
    'Mutation.verifyMemberToken',
    'Query.accounts',
    'Query.members',
    'Transaction.flat',
  ]);
});

test('every scope is one that callers can be granted, and each of those is used', () => {
  const named = [...printSdl().matchAll(/@scope\(requires: "([^"]*)"\)/g)].map(([, scope]) => scope);
  // The one that no field needs is for the route of exports.
  expect([...new Set([...named, 'transactions.export'])].sort()).toEqual([...callerScopes].sort());
});

test('every field that needs a scope has a cost, and no other field costs anything', () => {
  const rows = readFieldCosts(schema);
  const calls = (type: string, field: string) =>
    rows.get((schema.getType(type) as GraphQLObjectType).getFields()[field]!)?.calls({});
  const fields = own.filter(isObjectType).flatMap(fieldsOf);
  const priced = fields.map(({ at, checks }) => {
    const [type = '', field = ''] = at.split('.');
    return { at, checks, calls: calls(type, field) };
  });
  expect(priced.filter((field) => field.calls === undefined)).toEqual([]);
  expect(priced.filter((field) => field.calls !== 0 && !isChecked({ ...field, resolves: true }))).toEqual([]);
  // A field with a scope but without calls either reads what its parent already holds, or declares so with `@cost`.
  const free = priced.filter((field) => field.calls === 0 && field.checks.includes('scope'));
  expect(free.filter(({ checks }) => !checks.includes('cost')).map(({ at }) => at)).toEqual([]);
});

test('every type, field, argument, enum value and directive has a description', () => {
  const parts = [...own, ...schema.getDirectives().filter(({ astNode }) => astNode != null)].flatMap((part) => [
    { at: part.name, description: part.description },
    ...('args' in part
      ? part.args.map((arg) => ({ at: `@${part.name}(${arg.name})`, ...describe(arg) }))
      : inside(part)),
  ]);
  expect(parts.length).toBeGreaterThan(200);
  expect(parts.filter(({ description }) => !description?.trim()).map(({ at }) => at)).toEqual([]);
});

test('every size of a page states its limit and its default, and the schema states the limit', () => {
  const sizes = own.flatMap(inside).filter(({ at }) => /\((first|last|ids)\)$/.test(at));
  expect(sizes.length).toBeGreaterThan(9);
  const all = [...sizes, { at: 'the schema', description: schema.description }];
  expect(all.filter(({ description }) => !description?.includes(` to ${MAX_PAGE_SIZE}`))).toEqual([]);
  const first = sizes.filter(({ at }) => at.endsWith('(first)'));
  expect(first.filter(({ description }) => !description?.includes(`${DEFAULT_PAGE_SIZE} `))).toEqual([]);
});

test('texts that have a maximum length state it', () => {
  const inputs = ['CreateTransactionInput', 'AddServiceProvidersInput', 'UploadFileInput'];
  const most = `at most ${MAX_TEXT_BYTES.toLocaleString('en-US')} bytes`;
  expect(inputs.filter((name) => !schema.getType(name)?.description?.includes(most))).toEqual([]);
  const text = schema
    .getQueryType()
    ?.getFields()
    ['search']?.args.find(({ name }) => name === 'text');
  expect(text?.description).toContain(`at most ${MAX_SEARCH_CHARACTERS} characters and ${MAX_SEARCH_WORDS} words`);
  const filter = (schema.getType('SearchFilter') as GraphQLInputObjectType).getFields();
  for (const name of ['cities', 'states'])
    expect(filter[name]?.description).toContain(`at most ${MAX_SEARCH_CHARACTERS} characters`);
});

test('the examples in descriptions are operations of this schema', () => {
  const described = own.flatMap(({ description }) => [...(description ?? '').matchAll(/```graphql\n([\s\S]*?)```/g)]);
  expect(described).toHaveLength(3);
  for (const [, example = ''] of described) expect(validate(schema, parse(example))).toEqual([]);
});

test('the examples of inputs are values of their type', () => {
  const examples = own
    .filter(isInputObjectType)
    .flatMap((type) =>
      [...(type.description ?? '').matchAll(/`(\{[^`]*\})`/g)].map(([, text = '']) => ({ type, text })),
    );
  expect(examples.length).toBeGreaterThan(6);
  for (const { type, text } of examples)
    expect([text, valueFromAST(parseValue(text), type)]).not.toEqual([text, undefined]);
});

function describe({ description }: { description?: string | null | undefined }) {
  return { description };
}

function inside(type: GraphQLNamedType): { at: string; description?: string | null | undefined }[] {
  if (isEnumType(type))
    return type.getValues().map((value) => ({ at: `${type.name}.${value.name}`, ...describe(value) }));
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    { at: `${type.name}.${field.name}`, ...describe(field) },
    ...('args' in field ? field.args : []).map((arg: { name: string; description?: string | null | undefined }) => ({
      at: `${type.name}.${field.name}(${arg.name})`,
      ...describe(arg),
    })),
  ]);
}
