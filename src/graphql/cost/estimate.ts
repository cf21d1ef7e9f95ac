/**
 * Estimates how many calls of the POST API an operation may need and how large its response may be, before any field is
 * resolved: each field's cost and size, multiplied by the maximum lengths of the lists that it is in. Fields of one parent
 * with the same arguments count as one call, whatever their aliases, because the loaders make one call for them; each alias
 * adds to the response. The rules are in docs/economy.md.
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
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { applyingTo, keyOf, type Parent, type QueryInfo, selectedFields } from '../resolvers/lookahead.ts';
import { transactionDetail } from '../resolvers/wanted.ts';
import { type Arguments, type CostRows, type Field, readCostRows } from './cost-rows.ts';
import { atRoot, isSame, itemsOf, join, keysOf, type Position, pagesOf, step } from './positions.ts';
import { BRACKET_BYTES, QUOTE_BYTES, readSizeRows, SCHEMA_BYTES, type SizeRows } from './size-rows.ts';
import { type Size, SizeSum } from './size-sum.ts';

/** What is limited. */
export interface Costs {
  /** Upstream calls. */
  readonly calls: number;
  /** Bytes of the response. */
  readonly bytes: number;
}

export interface Estimate extends Costs, Size {
  /** The field that needs the most calls, by its path in the response. */
  readonly costliest: Charge | null;
}

interface Charge {
  readonly path: string;
  readonly calls: number;
}

/** What a selection set costs. */
interface Weighed extends Size {
  readonly bill: Bill;
}

/** `query.variableValues` are coerced, including defaults. */
export type Weigh = (operation: OperationDefinitionNode, query: QueryInfo) => Estimate;

/** Keyed by what makes two calls the same: the fields that lead to them, each with its arguments. */
type Bill = Map<string, Charge>;

/** Selections of one field with the same arguments. */
interface FieldGroup {
  readonly field: Field;
  readonly args: Arguments;
  readonly nodes: FieldNode[];
}

/** Estimation stops after this many fields: such an operation is too costly in any case. */
const MAX_FIELDS = 10_000;

export function createEstimator(schema: GraphQLSchema): Weigh {
  const rows = { cost: readCostRows(schema), size: readSizeRows(schema) };
  return (operation, query) => {
    const root = schema.getRootType(operation.operation);
    if (root == null) return { calls: 0, costliest: null, bytes: 0, largest: null };
    const weigher = createWeigher(schema, rows, query);
    const { bill, bytes, largest } = weigher.weigh(root, [operation], atRoot);
    const charges = [...bill.values()].sort((a, b) => b.calls - a.calls);
    const isExhausted = weigher.isExhausted();
    return {
      calls: isExhausted ? Number.POSITIVE_INFINITY : total(bill),
      costliest: charges[0] ?? null,
      bytes: isExhausted ? Number.POSITIVE_INFINITY : bytes + ENVELOPE_BYTES,
      largest,
    };
  };
}

/** `{"data":` and `}`. */
const ENVELOPE_BYTES = 9;

interface Rows {
  readonly cost: CostRows;
  readonly size: SizeRows;
}

function createWeigher(schema: GraphQLSchema, rows: Rows, query: QueryInfo) {
  let remaining = MAX_FIELDS;
  const weighedBefore = new Map<FieldNode, readonly { type: GraphQLObjectType; at: Position; weighed: Weighed }[]>();

  const weigh = (type: GraphQLObjectType, parents: readonly Parent[], at: Position): Weighed => {
    const bill: Bill = new Map();
    const sizes = new SizeSum(at);
    for (const [name, { field, args, nodes }] of select(type, parents, sizes)) {
      const row = rows.cost.get(field);
      const sizeRow = rows.size.get(field);
      if (row === undefined || sizeRow === undefined) continue;
      const { key, path } = step(at, type, name, nodes);
      const times = row.isShared ? at.pages : at.count;
      const calls = row.isForListedOnly && !at.isListed ? 0 : times * row.calls(args);
      if (calls > 0) addCharge(bill, key, { path, calls });
      const length = itemsOf(type, sizeRow, args, at);
      if (sizeRow.bytes !== null) {
        const bytes = length === null ? sizeRow.bytes(args) : BRACKET_BYTES + length * (sizeRow.bytes(args) + 1);
        for (const alias of keysOf(nodes)) sizes.add(alias, bytes);
        continue;
      }
      const position = {
        key,
        path,
        count: times * row.size(args),
        pages: pagesOf(row, args, times, at.pages),
        isListed: row.isPage || !row.isOwnRead,
        shown: at.shown * (length ?? 1),
        pageLength: row.isPage ? row.size(args) : at.pageLength,
      };
      // An object has one type: of several possible ones, the most expensive counts.
      const below = objectTypes(schema, getNamedType(field.type)).map((each) =>
        weighAliases(each, nodes, position, at),
      );
      for (const [charged, charge] of costliestOf(below.map((each) => each.bill))) addCharge(bill, charged, charge);
      for (const alias of keysOf(nodes)) {
        sizes.add(
          alias,
          length === null ? 0 : BRACKET_BYTES,
          largestOf(below.flatMap(({ sizes }) => sizes.get(alias) ?? [])),
        );
      }
    }
    return { bill, ...sizes.sum() };
  };

  /** A field of a fragment has the same cost and size wherever the fragment is spread in equal positions. */
  const weighOnce = (type: GraphQLObjectType, nodes: readonly FieldNode[], at: Position): Weighed => {
    const [node, another] = nodes;
    if (node === undefined || another !== undefined) return weigh(type, nodes, at);
    const earlier = weighedBefore.get(node) ?? [];
    const same = earlier.find((each) => each.type === type && isSame(each.at, at));
    if (same !== undefined) return same.weighed;
    const weighed = weigh(type, nodes, at);
    weighedBefore.set(node, [...earlier, { type, at, weighed }]);
    return weighed;
  };

  /** The selections of a field, whose calls merge, and whose sizes add up by response key. */
  const weighAliases = (
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    position: Position,
    { path }: Position,
  ) => {
    const bill: Bill = new Map();
    const sizes = new Map<string, Weighed>();
    for (const [alias, selected] of Map.groupBy(nodes, keyOf)) {
      const weighed = weighOnce(type, selected, { ...position, path: join(path, alias) });
      for (const [key, charge] of weighed.bill) addCharge(bill, key, charge);
      sizes.set(alias, weighed);
    }
    return { bill, sizes };
  };

  /** Adds the fields that every type has to the sizes itself. */
  const select = (type: GraphQLObjectType, parents: readonly Parent[], sizes: SizeSum): Map<string, FieldGroup> => {
    const found = new Map<string, FieldGroup>();
    for (const node of selectedFields(query, parents, applyingTo(schema, type))) {
      const field = type.getFields()[node.name.value];
      remaining -= 1;
      if (remaining < 0) continue;
      if (field === undefined) {
        // Introspection fields have no row, nor does anything below them.
        const isTypeName = node.name.value === TypeNameMetaFieldDef.name;
        sizes.add(keyOf(node), isTypeName ? type.name.length + QUOTE_BYTES : SCHEMA_BYTES);
        continue;
      }
      const args = field.args.length === 0 ? noArguments : argumentsOf(field, node);
      const written = args === noArguments ? '{}' : JSON.stringify(args);
      const key = `${field.name}${isDetailed(field, node) ? '+' : ''}${written}`;
      const existing = found.get(key);
      if (existing === undefined) found.set(key, { field, args, nodes: [node] });
      else existing.nodes.push(node);
    }
    return found;
  };

  /** Invalid arguments are rejected when the field is resolved. */
  const argumentsOf = (field: Field, node: FieldNode): Arguments => {
    try {
      return getArgumentValues(field, node, query.variableValues);
    } catch {
      return {};
    }
  };

  /** A list with detail fields and the same list without are two calls. */
  const isDetailed = (field: Field, node: FieldNode): boolean =>
    getNamedType(field.type).name === 'TransactionConnection' &&
    transactionDetail({ ...query, fieldNodes: [node] }).full;

  return { weigh, isExhausted: () => remaining < 0 };
}

const noArguments: Arguments = Object.freeze({});

function largestOf(all: readonly Weighed[]): Weighed | null {
  return all.reduce<Weighed | null>((max, each) => (max === null || each.bytes > max.bytes ? each : max), null);
}

function objectTypes(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}

function addCharge(bill: Bill, key: string, charge: Charge): void {
  const before = bill.get(key);
  if (before === undefined || before.calls < charge.calls) bill.set(key, charge);
}

function costliestOf(bills: readonly Bill[]): Bill {
  return bills.reduce((max, bill) => (total(bill) > total(max) ? bill : max), new Map());
}

function total(bill: Bill): number {
  return bill.values().reduce((sum, { calls }) => sum + calls, 0);
}
