/**
 * Which columns of upstream's records a query selects, so that nothing else is decoded, and whether a list needs full details (4.4: a
 * summary has no transaction number).
 */

import { type ColumnSet, transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { memberSets } from '@realty-forms/contract/columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '@realty-forms/contract/columns/records.ts';
import { type Selection, selectPaths } from '@realty-forms/contract/columns/selection.ts';
import type { FieldNode } from 'graphql';
import type { Detail } from '../../gateway/reading/transactions.ts';
import { childFields, type FieldInfo, memoized, type Parent, type QueryInfo, selectedFields } from './lookahead.ts';

/** The paths of columns, and of the objects that hold them, within a record. */
const pathsOf = (sets: readonly ColumnSet[]): ReadonlySet<string> =>
  new Set(
    sets.flatMap(({ at, columns }) => [...prefixesOf(at), ...columns.map(([, name]) => [...at, name].join('.'))]),
  );
const recordPaths = pathsOf(transactionSets);
const summaryPaths = new Set(
  transactionSets.flatMap(({ group, columns }) => (group === 'summary' ? columns.map(([, name]) => name) : [])),
);

/** The agent of a list is known from its request. */
const knownWithoutRecord: ReadonlySet<string> = new Set(['__typename', 'account']);

/** If a field returns objects of several types, fragments on the other types select nothing of this one. */
function ofType(name: string): (condition: string) => boolean {
  return (condition) => condition === name || !nodeTypes.has(condition);
}
const nodeTypes: ReadonlySet<string> = new Set(['Account', 'Transaction', 'TransactionFile']);
const isTransaction = ofType('Transaction');

/** What the query selects of the transactions in a connection, through `edges.node` and `nodes`, plus the columns for cursors. */
export const transactionDetail = memoized((info: FieldInfo): Detail => detailOf(info, nodesBelow(info), summaryPaths));

/** The same through `edges.node.transaction` and `nodes.transaction`. */
export const deadlineDetail = memoized(
  (info: FieldInfo): Detail => detailOf(info, childFields(info, nodesBelow(info), 'transaction'), ['transId']),
);

/** What the query selects of one transaction, plus its number: if the record contains one, it must be the requested one. */
export const recordDetail = recordDetailAt();
/** The same for the transactions of changes: of a single one, and of those on a page. */
export const changedDetail = recordDetailAt('transaction');
export const changedDetails = recordDetailAt('changes', 'transaction');

/** What the query selects of the files in a connection, plus the columns for a file's id and for cursors. */
const sources = new Map([['downloadUrl', ['name']]]);
export const filesSelection = selectionOf(fileSets, nodesBelow, {
  needed: ['fileId', 'folderId', 'name', 'description', 'insertDate'],
  sources,
});

/** What the query selects of one file, plus its number. */
export const fileSelection = recordSelection(fileSets, {
  needed: ['fileId'],
  sources,
  applies: ofType('TransactionFile'),
});

/**
 * What the query selects of the active users in a connection of accounts, plus the columns that distinguish users, for cursors and for
 * `accountId`, which is in another record: if several records have the e-mail address, the names identify it.
 */
export const userSelection = selectionOf(activeUserSets, nodesBelow, {
  needed: ['email', 'nrdsId', 'office.nrdsId', 'firstName', 'lastName'],
});

/** What the query selects of one account's own record, plus the columns for its id. */
export const accountSelection = recordSelection(accountSets, { needed: ['email'], applies: ofType('Account') });
/** What the query selects of each member of a list without pages. */
export const memberSelection = recordSelection(memberSets.getMember);

/** What the query selects of the member whose token is verified. */
export const verifiedSelection = recordSelection(memberSets.verifyToken, { below: 'member' });

/** The columns from which a field of another name is made. */
type Sources = ReadonlyMap<string, readonly string[]>;

interface RecordColumns {
  /** Columns that are always read. */
  readonly needed?: readonly string[];
  readonly sources?: Sources;
  /** The field below which the record is selected; by default the resolver's own. */
  readonly below?: string;
  readonly applies?: (type: string) => boolean;
}

function recordSelection(sets: readonly ColumnSet[], columns: RecordColumns = {}) {
  const { below } = columns;
  return selectionOf(sets, (info) => fieldsAt(info, below === undefined ? [] : [below]), columns);
}

function selectionOf(
  sets: readonly ColumnSet[],
  parentsOf: (info: FieldInfo) => readonly FieldNode[],
  { applies, needed, sources }: RecordColumns,
) {
  const known = pathsOf(sets);
  return memoized((info: FieldInfo): Selection => {
    const paths = new Set(needed);
    collect(info, selectedFields(info, parentsOf(info), applies), { known, sources }, paths);
    return selectPaths(paths, sets);
  });
}

function recordDetailAt(...path: readonly string[]) {
  return memoized((info: FieldInfo): Detail => detailOf(info, fieldsAt(info, path), ['transId']));
}

/** The selections of the field at a path below the resolver's own. */
function fieldsAt(info: FieldInfo, path: readonly string[]): readonly FieldNode[] {
  return path.reduce((parents, name) => childFields(info, parents, name), info.fieldNodes);
}

/** The selections of a connection's records. */
function nodesBelow(info: FieldInfo): readonly FieldNode[] {
  const edges = childFields(info, info.fieldNodes, 'edges');
  return [...childFields(info, edges, 'node'), ...childFields(info, info.fieldNodes, 'nodes')];
}

function detailOf(info: QueryInfo, parents: readonly Parent[], needed: Iterable<string>): Detail {
  const fields = selectedFields(info, parents, isTransaction);
  const names = new Set(fields.map(({ name }) => name.value));
  const full = [...names].some((name) => !summaryPaths.has(name) && !knownWithoutRecord.has(name));
  const paths = new Set(needed);
  if (full) paths.add('transId');
  collect(info, fields, { known: recordPaths }, paths);
  return { full, selection: selectPaths(paths), raw: names.has('flat') };
}

/** Adds the selected paths of a record. Other fields are made from columns that are always read. */
function collect(
  info: QueryInfo,
  fields: readonly FieldNode[],
  record: { readonly known: ReadonlySet<string>; readonly sources?: Sources | undefined },
  paths: Set<string>,
  prefix = '',
): void {
  for (const [name, nodes] of Map.groupBy(fields, (field) => field.name.value)) {
    for (const path of (record.sources?.get(name) ?? [name]).map((each) => prefix + each)) {
      if (!record.known.has(path)) continue;
      paths.add(path);
      if (nodes.some(({ selectionSet }) => selectionSet !== undefined))
        collect(info, selectedFields(info, nodes), record, paths, `${path}.`);
    }
  }
}

function prefixesOf(at: readonly string[]): string[] {
  return at.map((_, index) => at.slice(0, index + 1).join('.'));
}
