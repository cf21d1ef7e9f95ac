/** Mutation.createTransaction, and what of its payload takes the right to read. */
import { authorOf } from '../../gateway/author.ts';
import { openAgent } from '../../gateway/create-transaction.ts';
import type { CreateTransactionPayloadResolvers, MutationResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { followed } from '../followed.ts';
import { hasScope, local, requireScope } from '../guard.ts';
import { responsePaths } from '../lookahead.ts';
import { warnOfUnreadable, warnOfUnreadableItems } from '../warnings.ts';

const READ = 'transactions.read';

export const mutation: Pick<MutationResolvers, 'createTransaction'> = {
  async createTransaction(_root, { input: { agentNrdsId, idempotencyKey, ...input } }, context, info) {
    const { access, createTransaction } = context.gateway;
    const caller = callerOf(context);
    const author = authorOf(caller, idempotencyKey);
    const mayRead = hasScope(context, READ) && responsePaths(info, ['transaction']).length > 0;
    const agent = await openAgent(access, caller, agentNrdsId ?? null);
    return createTransaction(context.loaders, agent, author, input, mayRead);
  },
};

/** What the creation was answered with is the creator's; whatever was read of it is for those who may read. */
export const payload: CreateTransactionPayloadResolvers = {
  transaction: local(
    followed(({ transaction, isRead }, _args, context) => {
      if (isRead) requireScope(context, READ);
      return transaction;
    }, warnOfUnreadable),
  ),

  possibleMatches: followed(({ possibleMatches }) => possibleMatches, warnOfUnreadableItems),
};
