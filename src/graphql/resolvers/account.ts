/** Query.accounts, Query.account and the fields of Account that need another record than the one at hand. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Account } from '../../gateway/accounts.ts';
import { type AtHand, andThen } from '../../gateway/at-hand.ts';
import type { AsRead } from '../../gateway/decode.ts';
import type { AccountKey, AccountResolvers, QueryResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { followed } from '../followed.ts';
import { warnOfUnreadable, warnOfUnreadableField, warnOfUnreadableNodes } from '../warnings.ts';
import { listTransactions } from './transaction.ts';

export const query: Pick<QueryResolvers, 'accounts' | 'account'> = {
  accounts: followed((_root, args, context) => {
    const { access, accounts } = context.gateway;
    return accounts.list(context.loaders, access.service(callerOf(context)), args);
  }, warnOfUnreadableNodes),

  account: followed((_root, { by }, context) => find(context, by), warnOfUnreadable),
};

function find(context: Context, { id, email, nrdsId }: AccountKey): AtHand<Account> {
  const { access, accounts } = context.gateway;
  const caller = callerOf(context);
  if (typeof id === 'string') {
    return andThen(access.openAccount(caller, id), (grant) => accounts.get(context.loaders, grant));
  }
  if (typeof email === 'string') return accounts.byEmail(context.loaders, caller, email);
  return accounts.byNrdsId(context.loaders, caller, nrdsId ?? '');
}

export const fields: AccountResolvers = {
  accountId: (account, _args, context, info) => read(account.readRecord(), 'accountId', context, info),
  nrdsId: (account, _args, context, info) => read(account.readUser(), 'nrdsId', context, info),
  office: (account, _args, context, info) => read(account.readUser(), 'office', context, info),

  transactions: followed(async (account, args, context, info) => {
    const user = await account.readUser();
    if (user === null || user.nrdsId === null) return null;
    return listTransactions(context, await context.gateway.access.agent(callerOf(context), user.nrdsId), args, info);
  }, warnOfUnreadableNodes),
};

/** A field of the record that has it; null where there is no such record. */
function read<T extends object, K extends keyof T>(
  record: AtHand<AsRead<T> | null>,
  field: K,
  context: Context,
  info: GraphQLResolveInfo,
): AtHand<T[K] | null> {
  return andThen(record, (found) => {
    if (found === null) return null;
    warnOfUnreadableField(context, info, found);
    return found[field];
  });
}
