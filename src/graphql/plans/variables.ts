/**
 * Coerces an operation's variables as graphql-js does. If all of them are plain scalars or enums, values that coercion
 * would leave unchanged are taken as they are, by checks that are built once per operation. All other cases, and
 * the rejection of invalid values, are left to graphql-js.
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
import type { Variables } from './conditions.ts';

/** The coerced variables, or null if they are invalid. */
export type Coerce = (values: Variables | undefined) => Variables | null;

type Fits = (value: unknown) => boolean;

interface VariableCheck {
  readonly name: string;
  /** Whether the type is non-null; absence and null are then left to graphql-js. */
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** True for values that coercion leaves unchanged. */
  readonly fits: Fits;
}

const noVariables: Variables = Object.freeze({});

export function createCoercion(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]): Coerce {
  if (definitions.length === 0) return () => noVariables;
  const checks = checksOf(schema, definitions);
  const coerceByGraphqlJs: Coerce = (values = noVariables) =>
    getVariableValues(schema, definitions, values, { maxErrors: 1 }).coerced ?? null;
  return checks === null
    ? coerceByGraphqlJs
    : (values = noVariables) => coercePlain(checks, values) ?? coerceByGraphqlJs(values);
}

function coercePlain(checks: readonly VariableCheck[], values: Variables): Variables | null {
  const coerced: Record<string, unknown> = {};
  for (const { name, isRequired, hasDefault, fits } of checks) {
    if (Object.hasOwn(values, name)) {
      const value = values[name];
      if (!(fits(value) || (value === null && !isRequired))) return null;
      coerced[name] = value;
    } else if (isRequired || hasDefault) return null;
  }
  return coerced;
}

/** Null if any variable has another type. */
function checksOf(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): readonly VariableCheck[] | null {
  const checks: VariableCheck[] = [];
  for (const { variable, type: node, defaultValue } of definitions) {
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]) as GraphQLType | undefined;
    const fits = type === undefined ? undefined : fitsOf(getNullableType(type));
    const name = variable.name.value;
    // Assigning to `__proto__` does not create a property.
    if (fits === undefined || name === '__proto__') return null;
    checks.push({ name, isRequired: isNonNullType(type), hasDefault: defaultValue !== undefined, fits });
  }
  return checks;
}

const isText: Fits = (value) => typeof value === 'string';
const scalars: Readonly<Record<string, Fits>> = {
  String: isText,
  // A number is converted to a string, which is left to graphql-js.
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
