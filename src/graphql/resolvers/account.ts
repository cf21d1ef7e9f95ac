/** Query.accounts, Query.account, and the fields of Account that may need another record than the one already read. */

import { andThen, type MaybePromise } from '@realty-forms/platform/maybe-promise.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { Account } from '../../gateway/reading/account.ts';
import type { AccountConnection, Accounts } from '../../gateway/reading/accounts.ts';
import type { WithUnreadable } from '../../gateway/reading/decode.ts';
import type { AccountKey, AccountResolvers, QueryResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { local } from '../schema/access-checks.ts';
import { accountSelection, userSelection } from './selections.ts';
import { listTransactions } from './transaction.ts';
import { warnOfUnreadableField } from './warnings.ts';

export const query: Pick<QueryResolvers, 'accounts' | 'account'> = {
  accounts: (_root, args, context, info) => listAll(context, args, info),

  account: (_root, { by }, context, info) => find(context, by, info),
};

/** The accounts of all agents. */
export function listAll(
  context: Context,
  args: Parameters<Accounts['list']>[2],
  info: GraphQLResolveInfo,
): Promise<AccountConnection> {
  const { access, accounts } = context.gateway;
  return accounts.list(context.loaders, access.service(callerOf(context)), args, userSelection(info));
}

async function find(context: Context, { id, email, nrdsId }: AccountKey, info: GraphQLResolveInfo): Promise<Account> {
  const { access, accounts } = context.gateway;
  const caller = callerOf(context);
  if (typeof id === 'string')
    return accounts.get(context.loaders, await access.openAccount(caller, id), accountSelection(info));
  if (typeof email === 'string') return accounts.byEmail(context.loaders, caller, email, accountSelection(info));
  return accounts.byNrdsId(context.loaders, caller, nrdsId ?? '');
}

export const fields: AccountResolvers = {
  id: local(({ grant }, _args, { gateway }) => gateway.access.accountId(grant)),
  accountId: (account, _args, context, info) => read(account.readRecord(), 'accountId', context, info),
  nrdsId: (account, _args, context, info) => read(account.readUser(), 'nrdsId', context, info),
  office: (account, _args, context, info) => read(account.readUser(), 'office', context, info),

  transactions: async (account, args, context, info) => {
    const user = await account.readUser();
    if (user === null || user.nrdsId === null) return null;
    return listTransactions(context, await context.gateway.access.agent(callerOf(context), user.nrdsId), args, info);
  },
};

/** A field of the given record; null if there is no such record. */
function read<T extends object, K extends keyof T>(
  record: MaybePromise<WithUnreadable<T> | null>,
  field: K,
  context: Context,
  info: GraphQLResolveInfo,
): MaybePromise<T[K] | null> {
  return andThen(record, (found) => {
    if (found === null) return null;
    warnOfUnreadableField(context, info, found);
    return found[field];
  });
}
