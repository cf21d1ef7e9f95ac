/**
 * A complete operation for one root field of the schema: every argument as a variable, and a selection of what a caller can read without
 * further arguments.
 */
import {
  type ConstDirectiveNode,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

export type Field = GraphQLField<unknown, unknown>;

/** How many levels of objects are selected below the root field. */
const LEVELS = 2;

/** What repeats others, and what only some outcomes have. */
const leftOut = new Set(['edges', 'possibleMatches']);

export const isServiceOnly = ({ astNode }: Field): boolean => hasDirective(astNode?.directives, 'serviceOnly');

export function operationFor(kind: 'query' | 'mutation', field: Field): string {
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const name = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`;
  const withArguments = field.args.length === 0 ? field.name : `${field.name}(${passed})`;
  const selection = selectionOf(field.type, LEVELS, isServiceOnly(field), []);
  const lines = [`${withArguments}${selection.length === 0 ? '' : ' {'}`, ...indented(selection)];
  if (selection.length > 0) lines.push('}');
  return [`${kind} ${name}${declared === '' ? '' : `(${declared})`} {`, ...indented(lines), '}'].join('\n');
}

function selectionOf(type: GraphQLOutputType, levels: number, isService: boolean, path: readonly string[]): string[] {
  const named = getNamedType(type);
  if (isLeafType(named)) return [];
  if (!isObjectType(named)) return ['__typename', 'id'];
  const isWanted = (field: Field) =>
    !leftOut.has(field.name) &&
    field.deprecationReason == null &&
    !field.args.some((each) => isRequiredArgument(each)) &&
    (isService || !isServiceOnly(field));
  return Object.values(named.getFields())
    .filter(isWanted)
    .flatMap((field) => {
      const inner = getNamedType(field.type);
      if (!isCompositeType(inner)) return [field.name];
      if (field.args.length > 0 || levels === 0 || path.includes(inner.name)) return [];
      const selected = selectionOf(field.type, levels - 1, isService, [...path, named.name, inner.name]);
      return [`${field.name} {`, ...indented(selected), '}'];
    });
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function hasDirective(directives: readonly ConstDirectiveNode[] | undefined, name: string): boolean {
  return directives?.some((each) => each.name.value === name) ?? false;
}
