/** Query.transactionChanges. */
import type { QueryResolvers } from '../../generated/graphql.ts';
import { andThen } from '../../platform/maybe-promise.ts';
import { grantFor } from './transaction.ts';

export const query: Pick<QueryResolvers, 'transactionChanges'> = {
  transactionChanges: (_root, { agentNrdsId, ...args }, context) =>
    andThen(grantFor(context, agentNrdsId), (grant) => context.gateway.listChanges(context.loaders, grant, args)),
};
