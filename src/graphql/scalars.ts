/** The three scalars. What they refuse is a fault of the caller's input, and says what would be taken. */
import { GraphQLError, type GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { isExact } from '../contract/exact-number.ts';
import { readTimestamp } from '../contract/kinds.ts';

/** How all three are written; who meets it knows that a text stays what it is. */
export const asItIs = (value: unknown): unknown => value;

/** Behaviour only: a whole scalar's empty description and address would take the place of those in the SDL. */
function scalar(
  behaviour: Pick<GraphQLScalarType, 'serialize' | 'parseValue' | 'parseLiteral'>,
): GraphQLScalarType<unknown, unknown> {
  return behaviour as GraphQLScalarType;
}

/** `read` gives the text as it goes on, or null. */
const textScalar = (name: string, takes: string, read: (text: string) => string | null): GraphQLScalarType => {
  const parse = (value: unknown, node?: ValueNode): string => {
    const text = typeof value === 'string' ? read(value) : null;
    if (text !== null) return text;
    const message = `${name} takes ${takes}, not ${JSON.stringify(value) ?? String(value)}`;
    throw new GraphQLError(message, node && { nodes: node });
  };
  return scalar({
    serialize: asItIs,
    parseValue: (value) => parse(value),
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : valueFromASTUntyped(node), node),
  });
};

const MINUTES_AT_LAST = /(T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/;

export const Timestamp = textScalar(
  'Timestamp',
  'an ISO 8601 date ("2026-03-01") or date-time with offset ("2026-03-01T09:30:00Z")',
  (text) => {
    const read = readTimestamp(text, 'UTC');
    // A text that reads as something other than itself is of a form that only records may have, but for seconds it leaves out.
    return read === text || read === text.replace(MINUTES_AT_LAST, '$1:00$2') ? read : null;
  },
);

export const Decimal = textScalar('Decimal', 'a decimal number as a string ("349900.50")', (text) =>
  /^-?\d+(\.\d+)?$/.test(text) ? text : null,
);

export const JsonScalar = scalar({
  serialize: asItIs,
  parseValue: (value) => {
    checkNumbers(value, []);
    return value;
  },
  parseLiteral: (node, variables) => {
    checkLiterals(node, []);
    const value = valueFromASTUntyped(node, variables);
    checkNumbers(value, [], node);
    return value;
  },
});

/**
 * Of a number in the variables nobody can tell any more how it was written. A fraction may have been rounded; an integer
 * beyond those that a double counts one by one may be that of something else.
 */
function checkNumbers(value: unknown, path: readonly (string | number)[], node?: ValueNode): void {
  if (typeof value === 'number' && !(Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value))) {
    throw changed(String(value), path, node);
  }
  if (Array.isArray(value)) for (const [index, item] of value.entries()) checkNumbers(item, [...path, index], node);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) checkNumbers(item, [...path, key], node);
}

function checkLiterals(node: ValueNode, path: readonly (string | number)[]): void {
  if (node.kind === Kind.LIST) for (const [index, item] of node.values.entries()) checkLiterals(item, [...path, index]);
  if (node.kind === Kind.OBJECT) for (const { name, value } of node.fields) checkLiterals(value, [...path, name.value]);
  if ((node.kind === Kind.INT || node.kind === Kind.FLOAT) && !isExact(Number(node.value), node.value)) {
    throw changed(node.value, path, node);
  }
}

function changed(number: string, path: readonly (string | number)[], node?: ValueNode): GraphQLError {
  const place = path.length === 0 ? '' : `${path.join('.')}: `;
  const message = `JSON takes no number that would not arrive as it is written: ${place}${number}; write it as a string`;
  return new GraphQLError(message, node && { nodes: node });
}
