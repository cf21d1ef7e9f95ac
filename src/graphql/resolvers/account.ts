/** Query.accounts, Query.account and the fields of Account that need another record than the one at hand. */
import { andThen } from '../../gateway/at-hand.ts';
import type { AccountResolvers, QueryResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { listTransactions } from './transaction.ts';

export const query: Pick<QueryResolvers, 'accounts' | 'account'> = {
  accounts(_root, args, context) {
    const { access, accounts } = context.gateway;
    return accounts.list(context.loaders, access.service(callerOf(context)), args);
  },

  account(_root, { by: { id, email, nrdsId } }, context) {
    const { access, accounts } = context.gateway;
    const caller = callerOf(context);
    if (typeof id === 'string') {
      return andThen(access.openAccount(caller, id), (grant) => accounts.get(context.loaders, grant));
    }
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
