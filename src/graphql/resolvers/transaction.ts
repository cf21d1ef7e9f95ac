/** Query.transactions, Query.transaction and the fields of Transaction that are not plain. */
import type { GraphQLResolveInfo } from 'graphql';
import type { AgentGrant } from '../../gateway/access.ts';
import { notFound } from '../../gateway/fault.ts';
import type { ListArguments, TransactionConnection } from '../../gateway/transactions.ts';
import type { QueryResolvers, TransactionResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { local } from '../guard.ts';
import { recordDetail, transactionDetail } from '../lookahead.ts';
import { warnOfUnreadable, warnOfUnreadableNodes, warnOfUnreadableProviders } from '../warnings.ts';

/** One agent's transactions, in as much detail as is selected. */
export async function listTransactions(
  context: Context,
  grant: AgentGrant,
  args: ListArguments,
  info: GraphQLResolveInfo,
): Promise<TransactionConnection> {
  const connection = await context.gateway.transactions.list(context.loaders, grant, args, transactionDetail(info));
  warnOfUnreadableNodes(context, info, connection);
  return connection;
}

export const query: Pick<QueryResolvers, 'transactions' | 'transaction'> = {
  async transactions(_root, { agentNrdsId, ...args }, context, info) {
    const grant = await context.gateway.access.agent(callerOf(context), agentNrdsId ?? null);
    return listTransactions(context, grant, args, info);
  },

  async transaction(_root, { by: { id, transId } }, context, info) {
    const { access, transactions } = context.gateway;
    const caller = callerOf(context);
    // Exactly one of the two is there; the other is undefined or null.
    const grant =
      typeof id === 'string'
        ? await access.openTransaction(caller, id)
        : access.bareTransaction(access.service(caller), transId ?? '');
    if (grant.transId.trim() === '') throw notFound();
    const transaction = await transactions.get(context.loaders, grant, recordDetail(info));
    warnOfUnreadable(context, info, transaction, []);
    return transaction;
  },
};

export const fields: TransactionResolvers = {
  serviceProviders: local((transaction, { kinds }, context, info) => {
    const all = transaction.serviceProviders ?? [];
    const chosen = kinds ? all.filter(({ kind }) => kinds.includes(kind)) : all;
    warnOfUnreadableProviders(context, info, transaction, chosen);
    return chosen;
  }),

  flat: local(({ raw }, { keys }) =>
    keys ? Object.fromEntries(keys.filter((key) => Object.hasOwn(raw, key)).map((key) => [key, raw[key]])) : raw,
  ),
};
