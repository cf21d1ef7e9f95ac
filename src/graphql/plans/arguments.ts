/**
 * The arguments of a field, read as graphql reads them, but once for each place in a document: graphql is asked with
 * stand-ins for the variables, and each request's own values are then put where the stand-ins came to stand. Where a variable
 * is missing or null, which has rules of its own, graphql is asked anew.
 */
import { type FieldNode, type GraphQLArgument, type GraphQLField, getArgumentValues, Kind, visit } from 'graphql';
import type { Variables } from './settle.ts';

/** Where a variable's value goes; a class of its own, so that no value is ever taken for one. */
class StandIn {
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

/** For a field of the schema; the variables that it is asked with are coerced. */
export function createArgumentsReader(args: readonly GraphQLArgument[]): ReadArguments {
  const definition = { args } as unknown as GraphQLField<unknown, unknown>;
  const templates = new WeakMap<FieldNode, Template>();
  const templateOf = (node: FieldNode): Template => {
    const names = variablesOf(node);
    const standIns = Object.fromEntries(names.map((name) => [name, new StandIn(name)]));
    return { names, fill: filling(getArgumentValues(definition, node, standIns)) };
  };
  return (node, variables) => {
    let template = templates.get(node);
    if (template === undefined) {
      template = templateOf(node);
      templates.set(node, template);
    }
    const areGiven = template.names.every((name) => Object.hasOwn(variables, name) && variables[name] != null);
    return areGiven ? (template.fill(variables) as Variables) : getArgumentValues(definition, node, variables);
  };
}

function variablesOf({ arguments: given = [] }: FieldNode): string[] {
  const names = new Set<string>();
  for (const { value } of given) {
    visit(value, { [Kind.VARIABLE]: ({ name }) => void names.add(name.value) });
  }
  return [...names];
}

/** What no variable is part of is the same each time, and frozen for that. */
function filling(value: unknown): Fill {
  if (value instanceof StandIn) return (variables) => variables[value.name];
  if (!holdsStandIn(value)) {
    const constant = typeof value === 'object' ? Object.freeze(value) : value;
    return () => constant;
  }
  if (Array.isArray(value)) {
    const items = value.map(filling);
    return (variables) => items.map((fill) => fill(variables));
  }
  const entries = Object.entries(value as object).map(([name, each]) => [name, filling(each)] as const);
  return (variables) => {
    const filled: Record<string, unknown> = {};
    for (const [name, fill] of entries) filled[name] = fill(variables);
    return filled;
  };
}

function holdsStandIn(value: unknown): boolean {
  if (value instanceof StandIn) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsStandIn);
}
