/** Query.node, Query.nodes and Query.viewer, with the lists of Viewer. The type in an id decides which scope its object requires. */
import type { GraphQLResolveInfo } from 'graphql';
import { badInput, notFound } from '../../gateway/fault.ts';
import type { TransactionFile } from '../../gateway/files/files.ts';
import { MAX_PAGE_SIZE } from '../../gateway/paging/connection.ts';
import type { Account } from '../../gateway/reading/account.ts';
import type { Transaction } from '../../gateway/reading/transactions.ts';
import type { NodeResolvers, QueryResolvers, ViewerResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { requireScope } from '../schema/access-checks.ts';
import { listAll } from './account.ts';
import { accountSelection, fileSelection, recordDetail } from './selections.ts';
import { listOfAgent } from './transaction.ts';
import { warnOfUnreadable } from './warnings.ts';

export type NodeObject = Account | Transaction | TransactionFile;

/** Reads the object that a key of its type names, if the caller may see it. */
export type ReadObject = (context: Context, key: string, info: GraphQLResolveInfo) => Promise<NodeObject>;

/** Checks the grant before the scope, so that objects of others are NOT_FOUND for every token. */
export const readById: Readonly<Record<'transaction' | 'account' | 'file', ReadObject>> = {
  async transaction(context, id, info) {
    const { access, transactions } = context.gateway;
    const grant = await access.openTransaction(callerOf(context), id);
    requireScope(context, 'transactions.read');
    return transactions.get(context.loaders, grant, recordDetail(info));
  },
  async account(context, id, info) {
    const { access, accounts } = context.gateway;
    const grant = await access.openAccount(callerOf(context), id);
    requireScope(context, 'account.read');
    return accounts.get(context.loaders, grant, accountSelection(info));
  },
  async file(context, id, info) {
    const { access, files } = context.gateway;
    const grant = await access.openFile(callerOf(context), id);
    requireScope(context, 'files.read');
    return files.get(context.loaders, grant, fileSelection(info));
  },
};

const readOfAnyType: ReadObject = async (context, id, info) => {
  const type = context.gateway.typeOf(id);
  if (type === null || !Object.hasOwn(readById, type)) throw notFound();
  return readById[type as keyof typeof readById](context, id, info);
};

/** Reads an object and warns about its values. `at` is its index in the list that the field returns, if it returns one. */
export async function readWithWarnings(
  read: Promise<NodeObject>,
  context: Context,
  info: GraphQLResolveInfo,
  at: readonly number[],
): Promise<NodeObject> {
  const object = await read;
  warnOfUnreadable(context, info, object, at, typeName(object));
  return object;
}

export const typeName = (object: NodeObject) =>
  'source' in object ? 'Transaction' : 'owner' in object ? 'TransactionFile' : 'Account';

const roles = { agent: 'AGENT', coordinator: 'COORDINATOR', service: 'SERVICE' } as const;

export const query: Pick<QueryResolvers, 'node' | 'nodes' | 'viewer'> = {
  node: (_root, { id }, context, info) => readWithWarnings(readOfAnyType(context, id, info), context, info, []),

  nodes(_root, { ids }, context, info) {
    if (ids.length === 0 || ids.length > MAX_PAGE_SIZE) {
      throw badInput('ids', `must have 1 to ${MAX_PAGE_SIZE} ids, not ${ids.length}`);
    }
    return ids.map((id, index) => readWithWarnings(readOfAnyType(context, id, info), context, info, [index]));
  },

  viewer(_root, _args, context) {
    const { role, scopes, nrdsIds, officeNrdsIds = [] } = callerOf(context);
    return {
      role: roles[role],
      scopes: [...scopes].sort(),
      nrdsIds: [...nrdsIds],
      officeNrdsIds: [...officeNrdsIds],
      canSearch: context.gateway.canSearch,
      uploadMaxBytes: context.gateway.uploadMaxBytes,
    };
  },
};

/** The directory does not say since when its users are active, so only a service can filter by that. */
const period = { path: 'enabledWithin', instead: 'leave it out' };

/** The lists of Query, limited to the caller's own data. */
export const viewerFields: ViewerResolvers = {
  accounts(_viewer, args, context, info) {
    const { access, accounts } = context.gateway;
    const caller = callerOf(context);
    if (caller.role === 'service') return listAll(context, args, info);
    const { enabledWithin, ...page } = args;
    if (enabledWithin != null) access.service(caller, period);
    return accounts.own(context.loaders, caller, page);
  },

  transactions: (_viewer, args, context, info) => listOfAgent(context, args, info),

  calendarUrl: (_viewer, { kinds }, context) => context.gateway.calendars.linkFor(callerOf(context), kinds ?? null),
};

export const type: Pick<NodeResolvers, '__resolveType'> = {
  __resolveType: typeName,
};
