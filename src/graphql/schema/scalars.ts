/** The scalars Timestamp, Date, Decimal and JSON. The message for an invalid value says which values are accepted. */
import { isExact } from '@realty-forms/contract/answers/json.ts';
import { readTimestamp } from '@realty-forms/contract/times/timestamps.ts';
import { GraphQLError, type GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { ReceivedFile } from '../uploads/received-file.ts';

/** The `serialize` function of all of them. Compiled code recognizes it by identity and leaves strings as they are. */
export const serializeUnchanged = (value: unknown): unknown => value;

/** Only functions are set: the empty description and URL of a complete scalar would replace those in the SDL. */
function scalar(
  behavior: Pick<GraphQLScalarType, 'serialize' | 'parseValue' | 'parseLiteral'>,
): GraphQLScalarType<unknown, unknown> {
  return behavior as GraphQLScalarType;
}

/** `read` returns the text to continue with, or null if it is invalid. */
const textScalar = (name: string, expected: string, read: (text: string) => string | null): GraphQLScalarType => {
  const parse = (value: unknown, node?: ValueNode): string => {
    const text = typeof value === 'string' ? read(value) : null;
    if (text !== null) return text;
    const message = `${name} must be ${expected}, not ${JSON.stringify(value) ?? String(value)}`;
    throw new GraphQLError(message, node && { nodes: node });
  };
  return scalar({
    serialize: serializeUnchanged,
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
    // Only seconds may be missing: a text that is normalized in any other way has a format that is accepted in records only.
    return read === text || read === text.replace(MINUTES_AT_LAST, '$1:00$2') ? read : null;
  },
);

export const CalendarDate = textScalar('Date', 'a calendar day ("2026-03-01")', (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? readTimestamp(text, 'UTC') : null,
);

export const Decimal = textScalar('Decimal', 'a decimal number as a string ("349900.50")', (text) =>
  /^-?\d+(\.\d+)?$/.test(text) ? text : null,
);

export const JsonScalar = scalar({
  serialize: serializeUnchanged,
  parseValue: (value) => {
    checkValue(value, []);
    return value;
  },
  parseLiteral: (node, variables) => {
    checkLiterals(node, []);
    const value = valueFromASTUntyped(node, variables);
    checkValue(value, [], node);
    return value;
  },
});

/**
 * Rejects values that cannot be sent as they were received: a file, which a multipart request may put anywhere in the variables, and
 * inexact numbers. A number in the variables has already been parsed, so its notation is lost. A fraction may have been rounded, and an
 * integer beyond the safe range may stand for another one.
 */
function checkValue(value: unknown, path: readonly (string | number)[], node?: ValueNode): void {
  if (value instanceof ReceivedFile) {
    throw new GraphQLError(
      `JSON cannot contain a file${path.length === 0 ? '' : `: ${path.join('.')}`}`,
      node && { nodes: node },
    );
  }
  if (typeof value === 'number' && !(Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value))) {
    throw inexactNumber(String(value), path, node);
  }
  if (Array.isArray(value)) for (const [index, item] of value.entries()) checkValue(item, [...path, index], node);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) checkValue(item, [...path, key], node);
}

function checkLiterals(node: ValueNode, path: readonly (string | number)[]): void {
  if (node.kind === Kind.LIST) for (const [index, item] of node.values.entries()) checkLiterals(item, [...path, index]);
  if (node.kind === Kind.OBJECT) for (const { name, value } of node.fields) checkLiterals(value, [...path, name.value]);
  if ((node.kind === Kind.INT || node.kind === Kind.FLOAT) && !isExact(Number(node.value), node.value)) {
    throw inexactNumber(node.value, path, node);
  }
}

function inexactNumber(number: string, path: readonly (string | number)[], node?: ValueNode): GraphQLError {
  const prefix = path.length === 0 ? '' : `${path.join('.')}: `;
  const message = `JSON cannot represent this number exactly: ${prefix}${number}; send it as a string`;
  return new GraphQLError(message, node && { nodes: node });
}
