/** The mutations. An agent that is not the caller's is answered like one that does not exist. */
import { authorOf } from '../../gateway/author.ts';
import { refuseCreation } from '../../gateway/create-transaction.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import { unknownAgent } from '../../gateway/outcome.ts';
import type { MutationResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { warnOfUnreadable } from '../warnings.ts';

export const mutation: MutationResolvers = {
  async createTransaction(_root, { input: { agentNrdsId, idempotencyKey, ...input } }, context, info) {
    const { access, createTransaction } = context.gateway;
    const caller = callerOf(context);
    const author = authorOf(caller, idempotencyKey);
    try {
      const result = await createTransaction(context.loaders, await access.agent(caller, agentNrdsId), author, input);
      if (result.transaction !== null) warnOfUnreadable(context, info, result.transaction, ['transaction']);
      for (const [index, match] of (result.possibleMatches ?? []).entries()) {
        warnOfUnreadable(context, info, match, ['possibleMatches', index]);
      }
      return result;
    } catch (error) {
      if (error instanceof GatewayFault && error.code === 'NOT_FOUND') return refuseCreation([unknownAgent()]);
      throw error;
    }
  },
};
