/** The three scalars. What they refuse is a fault of the caller's input, and says what would be taken. */
import { GraphQLError, type GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { readTimestamp } from '../contract/kinds.ts';

/** How all three are written; who meets it knows that a text stays what it is. */
export const asItIs = (value: unknown): unknown => value;

/** Behaviour only: a whole scalar's empty description and address would take the place of those in the SDL. */
function scalar(
  behaviour: Pick<GraphQLScalarType, 'serialize' | 'parseValue' | 'parseLiteral'>,
): GraphQLScalarType<unknown, unknown> {
  return behaviour as GraphQLScalarType;
}

const textScalar = (name: string, takes: string, isGood: (text: string) => boolean): GraphQLScalarType => {
  const parse = (value: unknown, node?: ValueNode): string => {
    if (typeof value === 'string' && isGood(value)) return value;
    const message = `${name} takes ${takes}, not ${JSON.stringify(value) ?? String(value)}`;
    throw new GraphQLError(message, node && { nodes: node });
  };
  return scalar({
    serialize: asItIs,
    parseValue: (value) => parse(value),
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : valueFromASTUntyped(node), node),
  });
};

export const Timestamp = textScalar(
  'Timestamp',
  'an ISO 8601 date ("2026-03-01") or date-time with offset ("2026-03-01T09:30:00Z")',
  // A text that reads as something other than itself is of a form that only records may have.
  (text) => readTimestamp(text, 'UTC') === text,
);

export const Decimal = textScalar('Decimal', 'a decimal number as a string ("349900.50")', (text) =>
  /^-?\d+(\.\d+)?$/.test(text),
);

export const JsonScalar = scalar({
  serialize: asItIs,
  parseValue: (value) => value,
  parseLiteral: valueFromASTUntyped,
});
