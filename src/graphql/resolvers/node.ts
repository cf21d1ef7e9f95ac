/** Query.node, Query.nodes and Query.viewer. The type in an id decides which scope its object requires. */
import type { GraphQLResolveInfo } from 'graphql';
import { badInput, notFound } from '../../gateway/fault.ts';
import type { TransactionFile } from '../../gateway/files/files.ts';
import type { Account } from '../../gateway/reading/accounts.ts';
import type { Transaction } from '../../gateway/reading/transactions.ts';
import type { NodeResolvers, QueryResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { requireScope } from '../schema/access-checks.ts';
import { accountSelection, recordDetail } from './lookahead.ts';
import { warnOfUnreadable } from './warnings.ts';

const MAX_IDS = 100;

type Found = Account | Transaction | TransactionFile;

async function read(context: Context, id: string, info: GraphQLResolveInfo): Promise<Found> {
  const { access, accounts, files, transactions, typeOf } = context.gateway;
  const caller = callerOf(context);
  switch (typeOf(id)) {
    case 'transaction': {
      const grant = await access.openTransaction(caller, id);
      requireScope(context, 'transactions.read');
      return transactions.get(context.loaders, grant, recordDetail(info));
    }
    case 'account': {
      const grant = await access.openAccount(caller, id);
      requireScope(context, 'account.read');
      return accounts.get(context.loaders, grant, accountSelection(info));
    }
    case 'file': {
      const grant = await access.openFile(caller, id);
      requireScope(context, 'files.read');
      return files.get(context.loaders, grant);
    }
    default:
      throw notFound();
  }
}

async function find(context: Context, id: string, info: GraphQLResolveInfo, at: readonly number[]): Promise<Found> {
  const found = await read(context, id, info);
  warnOfUnreadable(context, info, found, at, typeName(found));
  return found;
}

const typeName = (found: Found) => ('raw' in found ? 'Transaction' : 'owner' in found ? 'TransactionFile' : 'Account');

export const query: Pick<QueryResolvers, 'node' | 'nodes' | 'viewer'> = {
  node: (_root, { id }, context, info) => find(context, id, info, []),

  nodes(_root, { ids }, context, info) {
    if (ids.length === 0 || ids.length > MAX_IDS) {
      throw badInput('ids', `must have 1 to ${MAX_IDS} ids, not ${ids.length}`);
    }
    return ids.map((id, index) => find(context, id, info, [index]));
  },

  viewer(_root, _args, context) {
    const { role, scopes, nrdsIds } = callerOf(context);
    return { role: role === 'agent' ? 'AGENT' : 'SERVICE', scopes: [...scopes].sort(), nrdsIds: [...nrdsIds] };
  },
};

export const type: Pick<NodeResolvers, '__resolveType'> = {
  __resolveType: typeName,
};
