// The conventions that clients rely on, for every part of the schema: Relay's connections and nodes, and mutations.
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../../src/graphql/schema/schema.ts';

const schema = createSchema();
const own = Object.values(schema.getTypeMap()).filter(({ astNode }) => astNode != null);
const objects = own.filter(isObjectType);
const fields = objects.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
const shapeOf = (type: GraphQLObjectType) =>
  Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]));
const objectNamed = (name: string): GraphQLObjectType | undefined => objects.find((type) => type.name === name);

const connections = objects.filter(({ name }) => name.endsWith('Connection'));
const pages = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));

test('every connection has edges, nodes, pageInfo and a total count', () => {
  expect(connections.map(({ name }) => name).sort()).toEqual([
    'AccountConnection',
    'DeadlineConnection',
    'SearchConnection',
    'TransactionConnection',
    'TransactionFileConnection',
  ]);
  for (const connection of connections) {
    const name = connection.name.replace(/Connection$/, '');
    const of = name === 'Search' ? 'Transaction' : name;
    expect(shapeOf(connection)).toMatchObject({
      edges: `[${name}Edge!]!`,
      nodes: `[${of}]!`,
      pageInfo: 'PageInfo!',
      totalCount: 'Int!',
    });
    expect(shapeOf(objectNamed(`${name}Edge`)!)).toEqual({ cursor: 'String!', node: of });
  }
});

test('the lists of the viewer take the same arguments as those of Query, which serve them', () => {
  const described = (type: GraphQLObjectType, name: string) =>
    type.getFields()[name]!.args.map((arg) => [arg.name, String(arg.type)]);
  for (const list of ['accounts', 'transactions'])
    expect(described(objectNamed('Viewer')!, list)).toEqual(described(schema.getQueryType()!, list));
});

test('every connection field is nullable and takes the four pagination arguments, with the same descriptions', () => {
  const paging = ({ args }: GraphQLField<unknown, unknown>) =>
    args.slice(0, 4).map(({ name, type, description }) => ({ name, type: String(type), description }));
  const [first] = pages;
  expect(paging(first!.field).map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'first: Int',
    'after: String',
    'last: Int',
    'before: String',
  ]);
  const described = pages.map(({ type, field }) => {
    const from = field.args.findIndex(({ name }) => name === 'first');
    return { at: `${type.name}.${field.name}`, paging: paging({ ...field, args: field.args.slice(from) }) };
  });
  expect(described.map(({ at }) => at)).toHaveLength(8);
  expect(described).toEqual(described.map(({ at }) => ({ at, paging: paging(first!.field) })));
  expect(pages.map(({ field }) => String(field.type)).filter((type) => type.endsWith('!'))).toEqual([]);
});

test('a type has an id if and only if it is a Node', () => {
  const withId = objects.filter((type) => 'id' in type.getFields());
  const nodes = objects.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));
  expect(nodes.map(({ name }) => name).sort()).toEqual(['Account', 'Transaction', 'TransactionFile']);
  expect(withId).toEqual(nodes);
  expect(nodes.map((type) => shapeOf(type).id)).toEqual(nodes.map(() => 'ID!'));
  expect(shapeOf(schema.getQueryType()!)).toMatchObject({ node: 'Node', nodes: '[Node]' });
});

test('every mutation takes one input of its own and returns a nullable payload of its own', () => {
  for (const { name, args, type } of Object.values(schema.getMutationType()!.getFields())) {
    const title = name[0]!.toUpperCase() + name.slice(1);
    expect(args.map((arg) => `${arg.name}: ${arg.type}`)).toEqual([`input: ${title}Input!`]);
    expect(String(type)).toBe(`${title}Payload`);
    expect(shapeOf(objectNamed(`${title}Payload`)!)).toMatchObject({
      outcome: 'MutationOutcome!',
      userErrors: '[UserError!]!',
    });
  }
});

test('every field that leads to a call is nullable, so that one failure does not make a page null', () => {
  const calling = fields.filter(({ field }) =>
    field.astNode?.directives?.some(({ name }) => name.value === 'scope' || name.value === 'cost'),
  );
  expect(calling.length).toBeGreaterThan(10);
  expect(calling.filter(({ field }) => String(field.type).endsWith('!')).map(at)).toEqual([]);
});

function at({ type, field }: { type: GraphQLObjectType; field: { name: string } }): string {
  return `${type.name}.${field.name}`;
}
