/** Query.accounts, Query.account and the fields of Account that need another record than the one at hand. */
import type { AccountResolvers, QueryResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { listTransactions } from './transaction.ts';

export const query: Pick<QueryResolvers, 'accounts' | 'account'> = {
  accounts: (_root, args, { gateway, loaders, ...context }) =>
    gateway.accounts.list(loaders, gateway.access.service(callerOf({ gateway, loaders, ...context })), args),

  async account(_root, { by: { id, email, nrdsId } }, context) {
    const { access, accounts } = context.gateway;
    const caller = callerOf(context);
    if (typeof id === 'string') return accounts.get(context.loaders, await access.openAccount(caller, id));
    if (typeof email === 'string') return accounts.byEmail(context.loaders, caller, email);
    return accounts.byNrdsId(context.loaders, caller, nrdsId ?? '');
  },
};

export const fields: AccountResolvers = {
  accountId: (account) => account.readAccountId(),
  nrdsId: (account) => account.readNrdsId(),
  office: (account) => account.readOffice(),

  async transactions(account, args, context, info) {
    const nrdsId = await account.readNrdsId();
    if (nrdsId === null) return null;
    return listTransactions(context, await context.gateway.access.agent(callerOf(context), nrdsId), args, info);
  },
};
