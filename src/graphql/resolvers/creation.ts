/** Mutation.createTransaction, and the fields of its payload that need the read scope. */
import { authorOf } from '../../gateway/ledger/write-command.ts';
import { openAgent } from '../../gateway/writing/create-transaction.ts';
import type { CreateTransactionPayloadResolvers, MutationResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { hasScope, local, requireScope } from '../schema/access-checks.ts';
import { responsePaths } from './lookahead.ts';

const READ_SCOPE = 'transactions.read';

export const mutation: Pick<MutationResolvers, 'createTransaction'> = {
  async createTransaction(_root, { input: { agentNrdsId, idempotencyKey, ...input } }, context, info) {
    const { access, createTransaction } = context.gateway;
    const caller = callerOf(context);
    const author = authorOf(caller, idempotencyKey);
    const mayRead = hasScope(context, READ_SCOPE) && responsePaths(info, ['transaction']).length > 0;
    const agent = await openAgent(access, caller, agentNrdsId ?? null);
    return createTransaction(context.loaders, agent, author, input, mayRead);
  },
};

/** The creator may see what the creation itself returned; what was read afterward requires the read scope. */
export const payload: CreateTransactionPayloadResolvers = {
  transaction: local(({ transaction, isRead }, _args, context) => {
    if (isRead) requireScope(context, READ_SCOPE);
    return transaction;
  }),
};
