/** Queries and mutations of transactions, and the fields of Transaction and of payloads that need a resolver. */
import type { GraphQLResolveInfo } from 'graphql';
import type { AgentGrant } from '../../gateway/callers/grants.ts';
import { rethrowNamingAgent } from '../../gateway/fault.ts';
import { authorOf } from '../../gateway/ledger/write-command.ts';
import { grantOf, type ListArguments, rawOf, type TransactionConnection } from '../../gateway/reading/transactions.ts';
import { checkSendable } from '../../gateway/sendable-text.ts';
import { openAgent } from '../../gateway/writing/create-transaction.ts';
import type { MutationResolvers, QueryResolvers, Resolvers, TransactionResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { hasScope, local, requireScope } from '../schema/access-checks.ts';
import { responsePaths } from './lookahead.ts';
import { changedDetails, recordDetail, transactionDetail } from './selections.ts';
import { warnOfUnreadableProviders } from './warnings.ts';

/** One agent's transactions, read in as much detail as the query selects. */
export function listTransactions(
  context: Context,
  grant: AgentGrant,
  args: ListArguments,
  info: GraphQLResolveInfo,
): Promise<TransactionConnection> {
  return context.gateway.transactions.list(context.loaders, grant, args, transactionDetail(info));
}

/** The grant for the named agent, or for the caller's only one. */
export function grantFor(context: Context, agentNrdsId: string | null | undefined): Promise<AgentGrant> {
  return context.gateway.access.agent(callerOf(context), agentNrdsId ?? null).catch(rethrowNamingAgent);
}

/** The transactions of the named agent, or of the caller's only one. */
export async function listOfAgent(
  context: Context,
  { agentNrdsId, ...args }: ListArguments & { readonly agentNrdsId?: string | null },
  info: GraphQLResolveInfo,
): Promise<TransactionConnection> {
  return listTransactions(context, await grantFor(context, agentNrdsId), args, info);
}

const bareNumber = { path: 'by.transId', instead: 'use by.id' };

export const query: Pick<QueryResolvers, 'transactions' | 'transactionChanges' | 'transaction'> = {
  transactions: (_root, args, context, info) => listOfAgent(context, args, info),

  async transactionChanges(_root, { agentNrdsId, ...args }, context, info) {
    const grant = await grantFor(context, agentNrdsId);
    return context.gateway.listChanges(context.loaders, grant, args, changedDetails(info));
  },

  async transaction(_root, { by: { id, transId } }, context, info) {
    const { access, transactions } = context.gateway;
    const caller = callerOf(context);
    // Exactly one of the two is present; the other is undefined or null.
    const grant =
      typeof id === 'string'
        ? await access.openTransaction(caller, id)
        : access.bareTransaction(access.service(caller, bareNumber), transId ?? '');
    // A number in a sealed id has passed this check, or came from upstream.
    if (typeof transId === 'string') checkSendable('by.transId', transId);
    return transactions.get(context.loaders, grant, recordDetail(info));
  },
};

export const fields: TransactionResolvers = {
  // Sealed on demand: that is expensive, and a summary has no number to seal.
  id: local((transaction, _args, { gateway }) => gateway.access.transactionId(grantOf(transaction))),
  transId: local((transaction) => grantOf(transaction).transId),

  account: ({ agentNrdsId }, _args, context) =>
    agentNrdsId === '' ? null : context.gateway.accounts.ofAgent(context.loaders, callerOf(context), agentNrdsId),

  serviceProviders: local((transaction, { kinds }, context, info) => {
    const all = transaction.serviceProviders ?? [];
    const chosen = kinds ? all.filter(({ kind }) => kinds.includes(kind)) : all;
    warnOfUnreadableProviders(context, info, transaction, chosen);
    return chosen;
  }),

  flat: local((transaction, { keys }) => {
    const raw = rawOf(transaction);
    return keys ? Object.fromEntries(keys.filter((key) => Object.hasOwn(raw, key)).map((key) => [key, raw[key]])) : raw;
  }),
};

const READ_SCOPE = 'transactions.read';

export const mutation: Pick<MutationResolvers, 'createTransaction' | 'addServiceProviders'> = {
  async createTransaction(_root, { input: { agentNrdsId, idempotencyKey, ...input } }, context, info) {
    const { access, createTransaction } = context.gateway;
    const caller = callerOf(context);
    const author = authorOf(caller, idempotencyKey);
    const mayRead = hasScope(context, READ_SCOPE) && responsePaths(info, ['transaction']).length > 0;
    const agent = await openAgent(access, caller, author, agentNrdsId ?? null);
    return createTransaction(context.loaders, agent, author, input, mayRead);
  },

  addServiceProviders(_root, { input: { idempotencyKey, ...input } }, context) {
    const caller = callerOf(context);
    return context.gateway.addProviders(context.loaders, caller, authorOf(caller, idempotencyKey), input);
  },
};

export const payloads: Pick<Resolvers, 'CreateTransactionPayload' | 'AddServiceProvidersPayload'> = {
  /** The creator may see what the creation itself returned; reading it afterwards requires the read scope. */
  CreateTransactionPayload: {
    transaction: local(({ transaction, isRead }, _args, context) => {
      if (isRead) requireScope(context, READ_SCOPE);
      return transaction;
    }),
  },
  /** The transaction is read again. */
  AddServiceProvidersPayload: {
    transaction: ({ readTransaction }, _args, _context, info) => readTransaction?.(recordDetail(info)) ?? null,
  },
};
