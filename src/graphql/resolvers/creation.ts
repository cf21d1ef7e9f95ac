/**
 * Mutation.createTransaction, and what of its payload takes the right to read. An agent that is not the caller's is answered like
 * one that does not exist.
 */
import { authorOf } from '../../gateway/author.ts';
import { refuseCreation } from '../../gateway/create-transaction.ts';
import { isNotFound } from '../../gateway/fault.ts';
import { unknownAgent } from '../../gateway/outcome.ts';
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
    try {
      const grant = await access.agent(caller, agentNrdsId);
      return await createTransaction(context.loaders, grant, author, input, mayRead);
    } catch (error) {
      if (isNotFound(error)) return refuseCreation([unknownAgent()]);
      throw error;
    }
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
