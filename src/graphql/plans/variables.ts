/**
 * The variables of an operation, coerced as graphql coerces them. Where all that it defines are plain scalars, values that are
 * already what they would become are taken as they are, which is told by rows that are made once; graphql is asked about
 * every other case, and alone knows what does not fit.
 */
import {
  type GraphQLNullableType,
  type GraphQLSchema,
  type GraphQLType,
  getNullableType,
  getVariableValues,
  isEnumType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { Variables } from './settle.ts';

/** The variables coerced, or null where they do not fit. */
export type Coerce = (given: Variables | undefined) => Variables | null;

type Fits = (value: unknown) => boolean;

interface Row {
  readonly name: string;
  /** Whether absence or null are no plain case. */
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** True of values that graphql leaves as they are. */
  readonly fits: Fits;
}

const nothing: Variables = Object.freeze({});

export function createCoercion(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]): Coerce {
  if (definitions.length === 0) return () => nothing;
  const rows = rowsOf(schema, definitions);
  const ask: Coerce = (given = nothing) =>
    getVariableValues(schema, definitions, given, { maxErrors: 1 }).coerced ?? null;
  return rows === null ? ask : (given = nothing) => takePlain(rows, given) ?? ask(given);
}

function takePlain(rows: readonly Row[], given: Variables): Variables | null {
  const taken: Record<string, unknown> = {};
  for (const { name, isRequired, hasDefault, fits } of rows) {
    if (Object.hasOwn(given, name)) {
      const value = given[name];
      if (!(fits(value) || (value === null && !isRequired))) return null;
      taken[name] = value;
    } else if (isRequired || hasDefault) return null;
  }
  return taken;
}

/** Null where one of them is of another type. */
function rowsOf(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]): readonly Row[] | null {
  const rows: Row[] = [];
  for (const { variable, type: node, defaultValue } of definitions) {
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]) as GraphQLType | undefined;
    const fits = type === undefined ? undefined : fitsOf(getNullableType(type));
    const name = variable.name.value;
    // By that name nothing can be put into an object as it is.
    if (fits === undefined || name === '__proto__') return null;
    rows.push({ name, isRequired: isNonNullType(type), hasDefault: defaultValue !== undefined, fits });
  }
  return rows;
}

const isText: Fits = (value) => typeof value === 'string';
const scalars: Readonly<Record<string, Fits>> = {
  String: isText,
  // A number becomes a text, which is graphql's to do.
  ID: isText,
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => typeof value === 'number' && Object.is(value | 0, value),
};

function fitsOf(type: GraphQLNullableType): Fits | undefined {
  if (isEnumType(type)) {
    const names = new Set<unknown>(type.getValues().flatMap(({ name, value }) => (name === value ? [name] : [])));
    return (value) => names.has(value);
  }
  return isScalarType(type) && isSpecifiedScalarType(type) ? scalars[type.name] : undefined;
}
