/**
 * Estimates, before any field is resolved, how many calls of the POST API an operation may need and how large its response may be. One walk
 * over its selections multiplies each field's cost and size by the maximum lengths of the lists around it. Fields of one parent with the
 * same arguments count as one call, whatever their aliases, because the loaders make one call for them; each alias adds to the response.
 * The rules are in docs/query.md.
 */
import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  TypeNameMetaFieldDef,
} from 'graphql';
import { applyingTo, keyOf, type Parent, type QueryInfo, selectedFields } from '../resolvers/lookahead.ts';
import { transactionDetail } from '../resolvers/selections.ts';
import {
  type Arguments,
  BRACKET_BYTES,
  countDistinct,
  type Field,
  isPageType,
  KEY_BYTES,
  QUOTE_BYTES,
  readFieldCosts,
  SCHEMA_BYTES,
} from './field-cost.ts';

/** The two limited quantities. */
export interface Cost {
  /** Upstream calls. */
  readonly calls: number;
  /** Bytes of the response. */
  readonly bytes: number;
}

/** The bytes of a selection set. */
interface Size {
  readonly bytes: number;
  /** The innermost field that contains at least half of the bytes; null if there is none. */
  readonly largest: { readonly path: string; readonly bytes: number } | null;
}

export interface Estimate extends Cost, Size {
  /** The field that needs the most calls, by its path in the response. */
  readonly costliest: FieldCalls | null;
}

interface FieldCalls {
  readonly path: string;
  readonly calls: number;
}

/** Two calls with the same key are one call. The key consists of the fields that lead to the call, with their arguments. */
type CallsByKey = Map<string, FieldCalls>;

/** `query.variableValues` are coerced, including defaults. */
export type EstimateCost = (operation: OperationDefinitionNode, query: QueryInfo) => Estimate;

/** A position in the operation, as a key of `CallsByKey` and as a path for messages, and the maximum number of objects there. */
interface Position {
  readonly key: string;
  readonly path: string;
  readonly count: number;
  /** The maximum number of pages that these objects belong to, within which they share calls. */
  readonly pages: number;
  /** Whether the objects came with others, as those of a page do, rather than being read on their own. */
  readonly isListed: boolean;
  /** How often these objects are in the response. Unlike `count`, this counts an object twice if its id is given twice. */
  readonly shown: number;
  /** The length of each page if the objects are pages. */
  readonly pageLength: number;
}

const atRoot: Position = { key: '', path: '', count: 1, pages: 1, isListed: false, shown: 1, pageLength: 1 };
/** `{"data":` and `}`. */
const ENVELOPE_BYTES = 9;
/** Estimation stops after this many fields: such an operation is too costly in any case. */
const MAX_FIELDS = 10_000;

export function createCostEstimator(schema: GraphQLSchema): EstimateCost {
  const fieldCosts = readFieldCosts(schema);

  return (operation, query) => {
    let remaining = MAX_FIELDS;
    const callsByKey: CallsByKey = new Map();
    const root = schema.getRootType(operation.operation);
    const { bytes, largest } = root == null ? nothing : estimateSelection(root, [operation], atRoot, callsByKey);
    const costliest = callsByKey
      .values()
      .reduce<FieldCalls | null>((max, each) => (each.calls > (max?.calls ?? 0) ? each : max), null);
    if (remaining < 0) return { calls: Infinity, bytes: Infinity, costliest, largest };
    return { calls: totalCalls(callsByKey), bytes: bytes + ENVELOPE_BYTES, costliest, largest };

    /** Adds the calls of a selection set. Returns the bytes of all objects at the position. */
    function estimateSelection(
      type: GraphQLObjectType,
      parents: readonly Parent[],
      at: Position,
      callsByKey: CallsByKey,
    ): Size {
      // Brackets, and the comma between two objects.
      let sum = at.shown * (BRACKET_BYTES + 1);
      let widest: { path: string; bytes: number; below: Size['largest'] } | null = null;
      for (const [alias, nodes] of Map.groupBy(selectedFields(query, parents, applyingTo(schema, type)), keyOf)) {
        remaining -= nodes.length;
        if (remaining < 0) break;
        const path = at.path === '' ? alias : `${at.path}.${alias}`;
        const { value, below } = estimateField(type, nodes, path, at, callsByKey);
        const all = at.shown * (Buffer.byteLength(alias) + KEY_BYTES + value) + below.bytes;
        sum += all;
        if (widest === null || all > widest.bytes) widest = { path, bytes: all, below: below.largest };
      }
      const innermost = [widest?.below, widest].find((field) => (field?.bytes ?? 0) * 2 >= sum);
      return { bytes: sum, largest: innermost ?? null };
    }

    /** The bytes of the value in one object, and of the selections below it in all objects. */
    function estimateField(
      type: GraphQLObjectType,
      nodes: readonly FieldNode[],
      path: string,
      at: Position,
      callsByKey: CallsByKey,
    ): { readonly value: number; readonly below: Size } {
      const [node] = nodes as readonly [FieldNode];
      const field = type.getFields()[node.name.value];
      const cost = field && fieldCosts.get(field);
      if (field === undefined || cost === undefined) {
        // Introspection fields have no cost, nor do the fields below them.
        const isTypeName = node.name.value === TypeNameMetaFieldDef.name;
        return { value: isTypeName ? type.name.length + QUOTE_BYTES : SCHEMA_BYTES, below: nothing };
      }
      const args = argumentsOf(field, node, query);
      const key = keyAt(at, type, field, nodes, query);
      const times = cost.isShared ? at.pages : at.count;
      const calls = cost.isForListedOnly && !at.isListed ? 0 : times * cost.calls(args);
      addCalls(callsByKey, key, { path, calls });
      // The lists of a page are as long as the page.
      const length = cost.items === null ? null : isPageType(type.name) ? at.pageLength : cost.items(args);
      if (cost.bytes !== null) {
        const each = cost.bytes(args);
        return { value: length === null ? each : BRACKET_BYTES + length * (each + 1), below: nothing };
      }
      const objects = cost.objects(args);
      const position = {
        key,
        path,
        count: times * objects,
        // The objects of a list's page form one group. A single object stays in its parent's group. The objects of any other list form a
        // group each.
        pages: cost.isOfOneList ? times : objects === 1 ? Math.min(times, at.pages) : times * objects,
        isListed: cost.isPage || !cost.isOwnRead,
        shown: at.shown * (length ?? 1),
        pageLength: cost.isPage ? objects : at.pageLength,
      };
      // An object has one type; of several possible ones, the most expensive counts.
      const possible = objectTypes(schema, getNamedType(field.type)).map((each) => {
        const own: CallsByKey = new Map();
        return { own, size: estimateSelection(each, nodes, position, own) };
      });
      const [costliest] = possible.toSorted((one, other) => totalCalls(other.own) - totalCalls(one.own));
      for (const [name, each] of costliest?.own ?? []) addCalls(callsByKey, name, each);
      const below = possible.reduce((max, { size }) => (size.bytes > max.bytes ? size : max), nothing);
      return { value: length === null ? 0 : BRACKET_BYTES, below };
    }
  };
}

const nothing: Size = { bytes: 0, largest: null };

/** A page's `edges.node` and `nodes` are the same objects, so they get the same key. */
function keyAt(at: Position, type: GraphQLObjectType, field: Field, nodes: readonly FieldNode[], query: QueryInfo) {
  if (field.name === 'edges' && type.name.endsWith('Connection')) return at.key;
  const name = field.name === 'node' && type.name.endsWith('Edge') ? 'nodes' : field.name;
  // A list with detail fields and the same list without them are two calls.
  const isDetailed =
    getNamedType(field.type).name === 'TransactionConnection' &&
    transactionDetail({ ...query, fieldNodes: [...nodes] }).full;
  const written = nodes[0]?.arguments?.map((argument) => print(argument)) ?? [];
  return `${at.key}\n${name}${isDetailed ? '+' : ''}${JSON.stringify(written)}`;
}

/** Invalid arguments are rejected when the field is resolved. */
function argumentsOf(field: Field, node: FieldNode, { variableValues }: QueryInfo): Arguments {
  if (field.args.length === 0) return {};
  try {
    const values = getArgumentValues(field, node, variableValues);
    // Which variables in a list are equal may differ between requests, so each counts.
    for (const { name, value } of node.arguments ?? [])
      if (value.kind === Kind.LIST && print(value).includes('$'))
        values[name.value] = (values[name.value] as unknown[]).map((_, index) => index);
    return values;
  } catch {
    return {};
  }
}

function objectTypes(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}

function addCalls(callsByKey: CallsByKey, key: string, { path, calls }: FieldCalls): void {
  if (calls > (callsByKey.get(key)?.calls ?? 0)) callsByKey.set(key, { path, calls });
}

function totalCalls(callsByKey: CallsByKey): number {
  return callsByKey.values().reduce((sum, { calls }) => sum + calls, 0);
}

/** The parts of the variables that can change an estimate: which ones are present, numbers, Booleans, and the lengths of lists. */
export function shapeOf(variables: Readonly<Record<string, unknown>>): string {
  let shape = '';
  for (const name in variables) shape += `${name} ${shapeOfValue(variables[name])},`;
  return shape;
}

function shapeOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${value.length}/${countDistinct(value)}`;
  return typeof value === 'string' || (typeof value === 'object' && value !== null) ? 'given' : String(value);
}
