/**
 * Generates operations from the schema by a random walk over its types, so that new fields are covered automatically. A document
 * has one root field with arguments of every kind, and a selection with aliases and inline fragments.
 */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { FILE, inventValue, isPassed, type Sources } from './values.ts';

type Field = GraphQLField<unknown, unknown>;

export interface Operation {
  /** The root field, such as `Query.node`. */
  readonly root: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Every selected field, as `Type.field`. */
  readonly selected: readonly string[];
}

const DEPTH = 6;
const LITERAL_SHARE = 0.3;
const LEAF_SHARE = 0.25;
const OBJECT_SHARE = 0.35;
const MUTATION_SHARE = 0.25;
/** Chosen three times as often: what names an agent, and could show or write its records. */
const naming = /^(transactions|createTransaction)$/;
/** How often a field is chosen because it is missing in all operations before. */
const MISSING_SHARE = 0.5;
/** The probability of selecting a field, higher for the only way to records, and for what other operations pass on. */
const selectionShares: Readonly<Record<string, number>> = {
  account: 0.1,
  nodes: 0.7,
  edges: 0.4,
  node: 0.9,
  transaction: 0.8,
  file: 0.8,
  id: 0.5,
  downloadUrl: 0.8,
  archiveUrl: 0.5,
  calendarUrl: 0.9,
};

/** Every `Type.field` that is reachable from the root types. */
export function reachableFields(schema: GraphQLSchema): string[] {
  const seen = new Set<GraphQLNamedType>();
  const visit = (type: GraphQLNamedType): string[] => {
    if (seen.has(type)) return [];
    seen.add(type);
    if (isUnionType(type)) return schema.getPossibleTypes(type).flatMap(visit);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const fields = Object.values(type.getFields());
    return [
      ...fields.map((field) => `${type.name}.${field.name}`),
      ...(isInterfaceType(type) ? schema.getPossibleTypes(type).flatMap(visit) : []),
      ...fields.flatMap((field) => visit(getNamedType(field.type))),
    ];
  };
  return rootsOf(schema).flatMap(visit);
}

const rootsOf = (schema: GraphQLSchema): GraphQLObjectType[] =>
  [schema.getQueryType(), schema.getMutationType()].flatMap((type) => type ?? []);

export function createOperations(schema: GraphQLSchema): (sources: Sources) => Operation {
  const [query, mutation] = rootsOf(schema);
  return (sources) => {
    const isWrite = mutation !== undefined && sources.random.chance(MUTATION_SHARE);
    return isWrite ? operationOf(schema, mutation, sources) : operationOf(schema, query, sources);
  };
}

export function createSubscriptions(schema: GraphQLSchema): (sources: Sources) => Operation {
  return (sources) => operationOf(schema, schema.getSubscriptionType(), sources);
}

function operationOf(schema: GraphQLSchema, root: GraphQLObjectType | null | undefined, sources: Sources): Operation {
  if (root == null) throw new Error('the schema has no such root');
  const fields = Object.values(root.getFields()).flatMap((each) =>
    naming.test(each.name) ? [each, each, each] : each,
  );
  const missing = fields.filter(({ name }) => sources.isMissing?.(`${root.name}.${name}`));
  const field = sources.random.pick(missing.length > 0 && sources.random.chance(MISSING_SHARE) ? missing : fields);
  const selected: string[] = [];
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const variable = (type: GraphQLInputType, value: unknown): string => {
    const name = `v${declared.length}`;
    declared.push(`$${name}: ${type}`);
    variables[name] = value;
    return `$${name}`;
  };
  const isWrite = root === schema.getMutationType();
  const text = write(schema, root, field, DEPTH, { ...sources, isWrite, selected, variable });
  const head = declared.length === 0 ? '' : `(${declared.join(', ')})`;
  const kind = root.name.toLowerCase();
  return { root: `${root.name}.${field.name}`, query: `${kind} O${head} { ${text} }`, variables, selected };
}

interface WalkContext extends Sources {
  readonly selected: string[];
  readonly variable: (type: GraphQLInputType, value: unknown) => string;
}

function write(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  field: Field,
  depth: number,
  context: WalkContext,
): string {
  context.selected.push(`${type.name}.${field.name}`);
  const passedArguments = field.args.filter(
    (argument) => isNonNullType(argument.type) || isPassed(argument.name, context),
  );
  const texts = passedArguments.map((argument) => {
    const value = inventValue(argument.type, argument.name, context);
    const literal = context.random.chance(LITERAL_SHARE) ? literalOf(argument.type, value) : null;
    return `${argument.name}: ${literal ?? context.variable(argument.type, value)}`;
  });
  const args = texts.length === 0 ? '' : `(${texts.join(', ')})`;
  // Two fragments may select one field with different arguments, which can merge only under different aliases.
  const isRenamed = passedArguments.length > 0 || context.random.chance(0.1);
  const alias = isRenamed ? `a${context.selected.length}_${field.name}: ` : '';
  const inner = getNamedType(field.type);
  const selection = isLeafType(inner) ? '' : ` { ${selectionOf(schema, inner, depth - 1, context)} }`;
  return `${alias}${field.name}${args}${selection}`;
}

function selectionOf(schema: GraphQLSchema, type: GraphQLNamedType, depth: number, context: WalkContext): string {
  const parts: string[] = ['__typename'];
  if (isInterfaceType(type) || isUnionType(type)) {
    for (const possible of schema.getPossibleTypes(type)) {
      parts.push(`... on ${possible.name} { ${selectionOf(schema, possible, depth, context)} }`);
    }
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      if (isSelected(type, field, depth, context)) parts.push(write(schema, type, field, depth, context));
    }
  }
  return parts.join(' ');
}

function isSelected(type: GraphQLNamedType, field: Field, depth: number, { random, isMissing }: WalkContext): boolean {
  const isLeaf = isLeafType(getNamedType(field.type));
  if (!isLeaf && depth <= 0) return false;
  if (isMissing?.(`${type.name}.${field.name}`) && random.chance(MISSING_SHARE)) return true;
  return random.chance(selectionShares[field.name] ?? (isLeaf ? LEAF_SHARE : OBJECT_SHARE));
}

/** The value as a literal of the document; null for a file, which must be a variable. */
function literalOf(type: GraphQLInputType, value: unknown): string | null {
  if (value === FILE) return null;
  if (isNonNullType(type)) return literalOf(type.ofType, value);
  if (isListType(type)) return joined('[', value as unknown[], (each) => literalOf(type.ofType, each), ']');
  if (isEnumType(type)) return String(value);
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    return joined('{', Object.entries(value as object), ([name, each]) => named(name, fields[name]?.type, each), '}');
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return joined('{', Object.entries(value), ([name, each]) => `${name}: ${JSON.stringify(each)}`, '}');
}

function named(name: string, type: GraphQLInputType | undefined, value: unknown): string | null {
  const literal = type === undefined ? null : literalOf(type, value);
  return literal === null ? null : `${name}: ${literal}`;
}

function joined<T>(open: string, items: readonly T[], toText: (item: T) => string | null, close: string) {
  const texts = items.map(toText);
  return texts.includes(null) ? null : `${open}${texts.join(', ')}${close}`;
}
