/**
 * Argument values as graphql-js coerces them, but coerced once per field node: graphql-js is called with placeholders for
 * the variables, and each request's values are then put where the placeholders ended up. If a variable is missing or null,
 * which has rules of its own (GraphQL spec, 6.4.1), graphql-js coerces the arguments anew.
 */
import { type FieldNode, type GraphQLArgument, type GraphQLField, getArgumentValues, Kind, visit } from 'graphql';
import type { Variables } from './conditions.ts';

/** Marks where a variable's value goes. A class of its own, so that no real value is mistaken for one. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Fill = (variables: Variables) => unknown;

interface Template {
  readonly names: readonly string[];
  readonly fill: Fill;
}

export type ReadArguments = (node: FieldNode, variables: Variables) => Variables;

/** For one field of the schema. The reader takes coerced variables. */
export function createArgumentsReader(args: readonly GraphQLArgument[]): ReadArguments {
  const definition = { args } as unknown as GraphQLField<unknown, unknown>;
  const templates = new WeakMap<FieldNode, Template>();
  const templateOf = (node: FieldNode): Template => {
    const names = variablesOf(node);
    const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
    return { names, fill: createFill(getArgumentValues(definition, node, placeholders)) };
  };
  return (node, variables) => {
    let template = templates.get(node);
    if (template === undefined) {
      template = templateOf(node);
      templates.set(node, template);
    }
    const areAllSet = template.names.every((name) => Object.hasOwn(variables, name) && variables[name] != null);
    return areAllSet ? (template.fill(variables) as Variables) : getArgumentValues(definition, node, variables);
  };
}

function variablesOf({ arguments: argumentNodes = [] }: FieldNode): string[] {
  const names = new Set<string>();
  for (const { value } of argumentNodes) {
    visit(value, { [Kind.VARIABLE]: ({ name }) => void names.add(name.value) });
  }
  return [...names];
}

/** Values that contain no variable are shared by all requests, and therefore frozen. */
function createFill(value: unknown): Fill {
  if (value instanceof Placeholder) return (variables) => variables[value.name];
  if (!containsPlaceholder(value)) {
    const constant = typeof value === 'object' ? Object.freeze(value) : value;
    return () => constant;
  }
  if (Array.isArray(value)) {
    const items = value.map(createFill);
    return (variables) => items.map((fill) => fill(variables));
  }
  const entries = Object.entries(value as object).map(([name, each]) => [name, createFill(each)] as const);
  return (variables) => {
    const filled: Record<string, unknown> = {};
    for (const [name, fill] of entries) {
      // In a value of any form. An assignment would replace the prototype.
      if (name === '__proto__') Object.defineProperty(filled, name, { value: fill(variables), enumerable: true });
      else filled[name] = fill(variables);
    }
    return filled;
  };
}

function containsPlaceholder(value: unknown): boolean {
  if (value instanceof Placeholder) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(containsPlaceholder);
}
