/** Arguments are those of graphql-js, or fail in the same way, whatever is written and whatever the variables are. */
import fc from 'fast-check';
import {
  buildSchema,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLNonNull,
  getArgumentValues,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import { compileArguments } from '../../../src/graphql/execution/arguments.ts';

const schema = buildSchema(`
  type Query {
    field(
      count: Int = 3, sure: Int!, text: String, json: Json, color: Color = RED, grid: [[Int]], inputs: [Input!],
      named: String! = "given",
      input: Input = { sure: 1 }, one: One
    ): Int
  }
  input Input { sure: Int!, text: String = "given", list: [Int!]! = [1], inner: Input, one: One, json: Json }
  input One @oneOf { count: Int, texts: [String!] }
  enum Color { RED BLUE }
  scalar Json`);
const definition = schema.getQueryType()!.getFields()['field']!;

/** A value as it is written, with the types of its variables, and the values that these may have. */
interface Written {
  readonly text: string;
  readonly declared: Readonly<Record<string, string>>;
  readonly given: Readonly<Record<string, unknown>>;
}

const plain = (text: string): Written => ({ text, declared: {}, given: {} });
const joined = (parts: readonly Written[], text: string): Written => ({
  text,
  declared: Object.assign({}, ...parts.map(({ declared }) => declared)),
  given: Object.assign({}, ...parts.map(({ given }) => given)),
});

let names = 0;
/** Where there is a default, a variable may be null though the type may not. */
const variable = (type: GraphQLInputType, hasDefault = false): fc.Arbitrary<Written> =>
  fc
    .tuple(
      isNonNullType(type) && !hasDefault ? fc.constant(true) : fc.boolean(),
      fc.option(sent(type, 2)),
      fc.boolean(),
    )
    .map(([isSure, value, isLeftOut]) => {
      names += 1;
      const name = `v${names}`;
      const bare = isNonNullType(type) ? type.ofType : type;
      const declared = { [name]: isSure ? `${bare}!` : `${bare}` };
      return { text: `$${name}`, declared, given: isLeftOut ? {} : { [name]: value } };
    });

/** What a client sends as the value of a variable. */
function sent(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return sent(type.ofType, depth);
  if (isListType(type)) return fc.array(sent(type.ofType, depth - 1), { maxLength: 2 });
  if (isEnumType(type)) return fc.constantFrom('RED', 'BLUE');
  if (!isInputObjectType(type)) return `${type}` === 'Int' ? fc.nat(9) : fc.constantFrom('a', 'b');
  if (depth <= 0) return fc.constant(null);
  const fields = Object.values(type.getFields());
  if (type.isOneOf) return fc.constantFrom({ count: 1 }, { texts: ['x'] });
  const each = Object.fromEntries(fields.map((field) => [field.name, sent(field.type, depth - 1)]));
  return fc.record(each, { requiredKeys: ['sure'] });
}

function written(type: GraphQLInputType, depth = 2, hasDefault = false): fc.Arbitrary<Written> {
  return fc.oneof(variable(type, hasDefault), literal(type, depth), literal(type, depth));
}

const member = (field: GraphQLArgument | GraphQLInputField, depth?: number) => {
  const value = written(field.type, depth, field.defaultValue !== undefined);
  return (isRequiredInputField(field) ? value : fc.option(value)).map((each) => ({ name: field.name, value: each }));
};

function literal(type: GraphQLInputType, depth: number): fc.Arbitrary<Written> {
  if (isNonNullType(type))
    return depth === 0 ? variable(type) : literal(type.ofType, depth).filter(({ text }) => text !== 'null');
  const nothing = fc.constant(plain('null'));
  if (depth === 0) return nothing;
  if (isListType(type)) {
    const items = fc.array(written(type.ofType, depth - 1), { maxLength: 3 });
    const list = items.map((each) => joined(each, `[${each.map(({ text }) => text).join(', ')}]`));
    return fc.oneof(nothing, list, literal(type.ofType, depth - 1));
  }
  if (isEnumType(type)) return fc.oneof(nothing, fc.constantFrom('RED', 'BLUE').map(plain));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((field) => member(field, depth - 1));
    if (type.isOneOf) {
      const only = Object.values(type.getFields()).map(({ name, type: own }) =>
        written(new GraphQLNonNull(own), depth - 1).map((value) => objectOf([{ name, value }])),
      );
      return fc.oneof(nothing, ...only);
    }
    return fc.tuple(...fields).map(objectOf);
  }
  const texts: Record<string, readonly string[]> = { Int: ['1', '2'], String: ['"a"', '""'] };
  const text = fc.constantFrom(...(texts[`${type}`] ?? ['1', '"a"', '{ a: [1] }']));
  const own = fc.oneof(nothing, text.map(plain));
  if (`${type}` !== 'Json') return own;
  // A scalar's own literal with a variable in it.
  return fc.oneof(
    own,
    variable(schema.getType('Int') as GraphQLInputType).map((each) => joined([each], `{ a: ${each.text} }`)),
  );
}

function objectOf(members: readonly { readonly name: string; readonly value: Written | null }[]): Written {
  const given = members.filter(({ value }) => value !== null) as { name: string; value: Written }[];
  return joined(
    given.map(({ value }) => value),
    `{ ${given.map(({ name, value }) => `${name}: ${value.text}`).join(', ')} }`,
  );
}

const outcomeOf = (coerce: () => unknown) => {
  try {
    return { coerced: coerce() };
  } catch (error) {
    return { message: (error as Error).message };
  }
};

test('arguments are coerced as by graphql-js, however variables and literals are mixed', () => {
  const args = definition.args.map((argument) => member(argument));
  let compared = 0;
  fc.assert(
    fc.property(fc.tuple(...args), (members) => {
      const { text, declared, given } = objectOf(members);
      const variables = Object.entries(declared).map(([name, type]) => `$${name}: ${type}`);
      const list = text.slice(1, -1).trim();
      const document = parse(
        `query ${variables.length === 0 ? '' : `(${variables})`} { field${list === '' ? '' : `(${list})`} }`,
      );
      fc.pre(validate(schema, document).length === 0);
      const operation = document.definitions[0] as OperationDefinitionNode;
      const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
      fc.pre(coerced !== undefined);
      const node = operation.selectionSet.selections[0] as FieldNode;
      const expected = outcomeOf(() => getArgumentValues(definition, node, coerced));
      const coerce = compileArguments(definition, node);
      expect(outcomeOf(() => coerce(coerced))).toEqual(expected);
      expect(outcomeOf(() => coerce(coerced))).toEqual(expected);
      compared += 1;
    }),
    // Some 440 are invalid before 40 were compared; in one run of 30,000 more than 800.
    { numRuns: 40, maxSkipsPerRun: 50 },
  );
  expect(compared).toBeGreaterThanOrEqual(40);
});

test.each([
  [
    'a variable that is null where there is a default is an error',
    'query ($named: String) { field(sure: 1, named: $named) }',
    { named: null },
  ],
  [
    'a variable named like a property of all objects is not given unless it was sent',
    'query ($constructor: Int) { field(sure: 1, count: $constructor) }',
    {},
  ],
])('%s', (_, text, variables) => {
  const operation = parse(text).definitions[0] as OperationDefinitionNode;
  const node = operation.selectionSet.selections[0] as FieldNode;
  const expected = outcomeOf(() => getArgumentValues(definition, node, variables));
  expect(outcomeOf(() => compileArguments(definition, node)(variables))).toEqual(expected);
});
