/** The mutations of transactions, and the fields of their payloads that need a resolver. */

import { authorOf } from '../../gateway/ledger/write-command.ts';
import { openAgent } from '../../gateway/writing/create-transaction.ts';
import type { MutationResolvers, Resolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { hasScope, local, requireScope } from '../schema/access-checks.ts';
import { responsePaths } from './lookahead.ts';
import { recordDetail } from './selections.ts';

const READ_SCOPE = 'transactions.read';

export const mutation: Pick<MutationResolvers, 'createTransaction' | 'addServiceProviders'> = {
  async createTransaction(_root, { input: { agentNrdsId, idempotencyKey, ...input } }, context, info) {
    const { access, createTransaction } = context.gateway;
    const caller = callerOf(context);
    const author = authorOf(caller, idempotencyKey);
    const mayRead = hasScope(context, READ_SCOPE) && responsePaths(info, ['transaction']).length > 0;
    const agent = await openAgent(access, caller, agentNrdsId ?? null);
    return createTransaction(context.loaders, agent, author, input, mayRead);
  },

  addServiceProviders(_root, { input: { idempotencyKey, ...input } }, context) {
    const caller = callerOf(context);
    return context.gateway.addProviders(context.loaders, caller, authorOf(caller, idempotencyKey), input);
  },
};

export const payloads: Pick<Resolvers, 'CreateTransactionPayload' | 'AddServiceProvidersPayload'> = {
  /** The creator may see what the creation itself returned; what was read afterward requires the read scope. */
  CreateTransactionPayload: {
    transaction: local(({ transaction, isRead }, _args, context) => {
      if (isRead) requireScope(context, READ_SCOPE);
      return transaction;
    }),
  },
  /** The transaction is read anew. */
  AddServiceProvidersPayload: {
    transaction: ({ readTransaction }, _args, _context, info) => readTransaction?.(recordDetail(info)) ?? null,
  },
};
