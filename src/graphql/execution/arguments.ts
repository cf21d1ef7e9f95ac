/**
 * Coerces the arguments of a field as graphql-js does. graphql-js starts again for each value; here, arguments without variables are
 * coerced once. Variables have been coerced before and fit their positions, because the document is valid. graphql-js decides where one is
 * null or missing.
 */
import { once } from '@realty-forms/platform/once.ts';
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  getArgumentValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
  valueFromAST,
  visit,
} from 'graphql';
import type { Variables } from './execution.ts';

type Coerce<T> = (variables: Variables) => T;

const noVariables: Variables = {};

/** The returned function throws if the arguments are invalid. */
export function compileArguments(definition: GraphQLField<unknown, unknown>, node: FieldNode): Coerce<Variables> {
  const coerce: Coerce<Variables> = (variables) => getArgumentValues(definition, node, variables);
  const nodes = node.arguments ?? [];
  const names = nodes.flatMap(({ value }) => variablesIn(value));
  if (names.length === 0) return once(() => coerce(noVariables));
  const make = objectMaker(definition.args, nodes);
  if (make === null) return coerce;
  return (variables) => (areGiven(names, variables) ? make(variables) : coerce(variables));
}

function areGiven(names: readonly string[], variables: Variables): boolean {
  for (const name of names)
    if (!Object.hasOwn(variables, name) || variables[name] === null || variables[name] === undefined) return false;
  return true;
}

function variablesIn(node: ValueNode): string[] {
  const names: string[] = [];
  visit(node, { Variable: ({ name }) => void names.push(name.value) });
  return names;
}

interface Definition {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly defaultValue?: unknown;
}

/** Creates the object of arguments, or of an input type's fields; null if only graphql-js can. */
function objectMaker(
  definitions: readonly Definition[],
  nodes: readonly Pick<ObjectFieldNode, 'name' | 'value'>[],
): Coerce<Variables> | null {
  const members: [name: string, make: Coerce<unknown>][] = [];
  for (const { name, type, defaultValue } of definitions) {
    const node = nodes.find((each) => each.name.value === name);
    if (node === undefined && defaultValue === undefined) continue;
    const make = node === undefined ? () => defaultValue : valueMaker(type, node.value);
    if (make === null) return null;
    members.push([name, make]);
  }
  return (variables) => {
    const made: Record<string, unknown> = {};
    for (const [name, make] of members) made[name] = make(variables);
    return made;
  };
}

function valueMaker(type: GraphQLInputType, node: ValueNode): Coerce<unknown> | null {
  if (node.kind === Kind.VARIABLE) return (variables) => variables[node.name.value];
  if (variablesIn(node).length === 0) {
    const value = valueFromAST(node, type);
    return value === undefined ? null : () => value;
  }
  if (isNonNullType(type)) return valueMaker(type.ofType, node);
  if (isInputObjectType(type) && node.kind === Kind.OBJECT)
    return objectMaker(Object.values(type.getFields()), node.fields);
  if (!isListType(type) || node.kind !== Kind.LIST) return null;
  const makes = node.values.map((each) => valueMaker(type.ofType, each)).filter((make) => make !== null);
  return makes.length < node.values.length ? null : (variables) => makes.map((make) => make(variables));
}
