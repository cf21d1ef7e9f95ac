/** The mutations. An agent that is not the caller's is answered like one that does not exist. */
import { GatewayFault } from '../../gateway/fault.ts';
import { rejected, unknownAgent } from '../../gateway/outcome.ts';
import type { MutationResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { warnOfUnreadable } from '../warnings.ts';

export const mutation: MutationResolvers = {
  async createTransaction(_root, { input: { agentNrdsId, ...input } }, context, info) {
    const { access, createTransaction } = context.gateway;
    const caller = callerOf(context);
    try {
      const result = await createTransaction(await access.agent(caller, agentNrdsId), input);
      if (result.transaction !== null) warnOfUnreadable(context, info, result.transaction, ['transaction']);
      return result;
    } catch (error) {
      if (error instanceof GatewayFault && error.code === 'NOT_FOUND')
        return { ...rejected([unknownAgent()]), transaction: null };
      throw error;
    }
  },
};
