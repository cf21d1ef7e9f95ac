/**
 * How many calls of the POST API an operation may need, told before anything is resolved: the fields' rows, multiplied by
 * the lengths of the lists that they stand in. Fields of one parent with the same arguments are one, whatever their aliases,
 * because the loaders make one call of them. The rules stand in docs/economy.md.
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
  type SelectionSetNode,
} from 'graphql';
import { type Arguments, type CostRow, type CostRows, type Field, readCostRows } from './cost-rows.ts';
import { type Selecting, selectedFields, transactionDetail } from './lookahead.ts';

export interface Estimate {
  readonly calls: number;
  /** The field that needs most of them, by its path in the response. */
  readonly costliest: Charge | null;
}

interface Charge {
  readonly path: string;
  readonly calls: number;
}

/** `selecting.variableValues` are coerced, with their defaults. */
export type Weigh = (operation: OperationDefinitionNode, selecting: Selecting) => Estimate;

/** Charges by what makes two calls the same: the fields that lead to them, each with its arguments. */
type Bill = Map<string, Charge>;

/** Selections of one field with the same arguments. */
interface Selected {
  readonly field: Field;
  readonly args: Arguments;
  readonly nodes: FieldNode[];
}

/** Where in the operation: the same as a key of bills and as a path to show, and how many objects stand there at most. */
interface Place {
  readonly key: string;
  readonly path: string;
  readonly count: number;
  /** How many pages those objects make up at most. */
  readonly pages: number;
  /** Whether they are the objects of a page, and not such as were read by themselves. */
  readonly isListed: boolean;
}

/** What selects more than this is not weighed to its end: it is too costly in any case. */
const MAX_FIELDS = 10_000;

export function createEstimator(schema: GraphQLSchema): Weigh {
  const rows = readCostRows(schema);
  return (operation, selecting) => {
    const root = schema.getRootType(operation.operation);
    if (root == null) return { calls: 0, costliest: null };
    const weigher = createWeigher(schema, rows, selecting);
    const bill = weigher.weigh(root, [operation], { key: '', path: '', count: 1, pages: 1, isListed: false });
    const charges = [...bill.values()].sort((a, b) => b.calls - a.calls);
    return { calls: weigher.isExhausted() ? Number.POSITIVE_INFINITY : total(bill), costliest: charges[0] ?? null };
  };
}

function createWeigher(schema: GraphQLSchema, rows: CostRows, selecting: Selecting) {
  let left = MAX_FIELDS;

  const weigh = (type: GraphQLObjectType, parents: readonly Parent[], at: Place): Bill => {
    const bill: Bill = new Map();
    for (const [name, { field, args, nodes }] of select(type, parents)) {
      const row = rows.get(field);
      if (row === undefined) continue;
      const { key, path } = step(at, type, name, nodes);
      const times = row.isShared ? at.pages : at.count;
      const calls = row.isOfListed && !at.isListed ? 0 : times * row.calls(args);
      if (calls > 0) enter(bill, key, { path, calls });
      const count = times * row.size(args);
      const place = {
        key,
        path,
        count,
        pages: pagesOf(row, args, times, at.pages),
        isListed: row.isPage || (isPart(type) && at.isListed),
      };
      // An object has one type: of several that are possible, the dearest counts.
      const bills = objectTypes(schema, getNamedType(field.type)).map((below) => weigh(below, nodes, place));
      for (const [below, charge] of dearest(bills)) enter(bill, below, charge);
    }
    return bill;
  };

  const select = (type: GraphQLObjectType, parents: readonly Parent[]): Map<string, Selected> => {
    const applies = (condition: string): boolean => {
      const named = schema.getType(condition);
      return named === type || (isAbstractType(named) && schema.isSubType(named, type));
    };
    const found = new Map<string, Selected>();
    for (const node of selectedFields(selecting, parents, applies)) {
      const field = type.getFields()[node.name.value];
      left -= 1;
      // What describes the schema has no row, and nothing below it has.
      if (field === undefined || left < 0) continue;
      const args = argumentsOf(field, node);
      const key = `${field.name}${isDetailed(field, node) ? '+' : ''}${JSON.stringify(args)}`;
      const same = found.get(key);
      if (same === undefined) found.set(key, { field, args, nodes: [node] });
      else same.nodes.push(node);
    }
    return found;
  };

  /** What cannot be read is refused when the field is resolved. */
  const argumentsOf = (field: Field, node: FieldNode): Arguments => {
    try {
      return getArgumentValues(field, node, selecting.variableValues);
    } catch {
      return {};
    }
  };

  /** A list with all details and the same one without are two calls. */
  const isDetailed = (field: Field, node: FieldNode): boolean =>
    getNamedType(field.type).name === 'TransactionConnection' &&
    transactionDetail({ ...selecting, fieldNodes: [node] }).full;

  return { weigh, isExhausted: () => left < 0 };
}

type Parent = { readonly selectionSet?: SelectionSetNode | undefined };

/** The objects of a page, or those that one object leads to, make up one; those that are named one by one have nothing in common. */
function pagesOf({ isPage, size }: CostRow, args: Arguments, times: number, before: number): number {
  if (isPage) return times;
  const length = size(args);
  return length === 1 ? Math.min(times, before) : times * length;
}

/** A page's type or an edge's, which are no objects of their own. */
function isPart({ name }: GraphQLObjectType): boolean {
  return /(Connection|Edge)$/.test(name);
}

/** A page's `edges.node` and `nodes` are the same objects. */
function step(
  at: Place,
  type: GraphQLObjectType,
  name: string,
  [node]: readonly FieldNode[],
): Pick<Place, 'key' | 'path'> {
  const alias = node?.alias?.value ?? node?.name.value ?? '';
  const path = at.path === '' ? alias : `${at.path}.${alias}`;
  if (type.name.endsWith('Connection') && name === 'edges{}') return { key: at.key, path };
  const isNode = type.name.endsWith('Edge') && name === 'node{}';
  return { key: `${at.key}\n${isNode ? 'nodes{}' : name}`, path };
}

function objectTypes(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}

function enter(bill: Bill, key: string, charge: Charge): void {
  const before = bill.get(key);
  if (before === undefined || before.calls < charge.calls) bill.set(key, charge);
}

function dearest(bills: readonly Bill[]): Bill {
  return bills.reduce((most, bill) => (total(bill) > total(most) ? bill : most), new Map());
}

function total(bill: Bill): number {
  return bill.values().reduce((sum, { calls }) => sum + calls, 0);
}
