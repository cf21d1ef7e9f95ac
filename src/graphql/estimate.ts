/**
 * Estimates how many calls of the POST API an operation may need, before any field is resolved: each field's cost,
 * multiplied by the maximum lengths of the lists that it is in. Fields of one parent with the same arguments count once,
 * whatever their aliases, because the loaders make one call for them. The rules are in docs/economy.md.
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
  /** The field that needs the most calls, by its path in the response. */
  readonly costliest: Charge | null;
}

interface Charge {
  readonly path: string;
  readonly calls: number;
}

/** `selecting.variableValues` are coerced, including defaults. */
export type Weigh = (operation: OperationDefinitionNode, selecting: Selecting) => Estimate;

/** Keyed by what makes two calls the same: the fields that lead to them, each with its arguments. */
type Bill = Map<string, Charge>;

/** Selections of one field with the same arguments. */
interface Selected {
  readonly field: Field;
  readonly args: Arguments;
  readonly nodes: FieldNode[];
}

/** A position in the operation, as a key of bills and as a path to show, and the maximum number of objects there. */
interface Position {
  readonly key: string;
  readonly path: string;
  readonly count: number;
  /** The maximum number of pages that these objects belong to. */
  readonly pages: number;
  /** Whether they are objects of a page, as opposed to objects that were read on their own. */
  readonly isListed: boolean;
}

/** Estimation stops after this many fields: such an operation is too costly in any case. */
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
  let remaining = MAX_FIELDS;

  const weigh = (type: GraphQLObjectType, parents: readonly Parent[], at: Position): Bill => {
    const bill: Bill = new Map();
    for (const [name, { field, args, nodes }] of select(type, parents)) {
      const row = rows.get(field);
      if (row === undefined) continue;
      const { key, path } = step(at, type, name, nodes);
      const times = row.isShared ? at.pages : at.count;
      const calls = row.isForListedOnly && !at.isListed ? 0 : times * row.calls(args);
      if (calls > 0) addCharge(bill, key, { path, calls });
      const count = times * row.size(args);
      const position = {
        key,
        path,
        count,
        pages: pagesOf(row, args, times, at.pages),
        isListed: row.isPage || (isPageOrEdge(type) && at.isListed),
      };
      // An object has one type: of several possible ones, the most expensive counts.
      const bills = objectTypes(schema, getNamedType(field.type)).map((below) => weigh(below, nodes, position));
      for (const [below, charge] of costliestOf(bills)) addCharge(bill, below, charge);
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
      remaining -= 1;
      // Introspection fields have no row, nor does anything below them.
      if (field === undefined || remaining < 0) continue;
      const args = argumentsOf(field, node);
      const key = `${field.name}${isDetailed(field, node) ? '+' : ''}${JSON.stringify(args)}`;
      const existing = found.get(key);
      if (existing === undefined) found.set(key, { field, args, nodes: [node] });
      else existing.nodes.push(node);
    }
    return found;
  };

  /** Invalid arguments are rejected when the field is resolved. */
  const argumentsOf = (field: Field, node: FieldNode): Arguments => {
    try {
      return getArgumentValues(field, node, selecting.variableValues);
    } catch {
      return {};
    }
  };

  /** A list with detail fields and the same list without are two calls. */
  const isDetailed = (field: Field, node: FieldNode): boolean =>
    getNamedType(field.type).name === 'TransactionConnection' &&
    transactionDetail({ ...selecting, fieldNodes: [node] }).full;

  return { weigh, isExhausted: () => remaining < 0 };
}

type Parent = { readonly selectionSet?: SelectionSetNode | undefined };

/**
 * How many groups that can share calls the objects behind a field form at most: those of a page are one group, a single
 * object stays in its parent's group, and the objects of any other list form a group each.
 */
function pagesOf({ isPage, size }: CostRow, args: Arguments, times: number, before: number): number {
  if (isPage) return times;
  const length = size(args);
  return length === 1 ? Math.min(times, before) : times * length;
}

/** The type of a page or of an edge, which are not objects of their own. */
function isPageOrEdge({ name }: GraphQLObjectType): boolean {
  return /(Connection|Edge)$/.test(name);
}

/** A page's `edges.node` and `nodes` are the same objects, so they get the same key. */
function step(
  at: Position,
  type: GraphQLObjectType,
  name: string,
  [node]: readonly FieldNode[],
): Pick<Position, 'key' | 'path'> {
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
