/** Mutation.addServiceProviders, and the transaction in its payload, which is read anew if it is selected. */
import { authorOf } from '../../gateway/ledger/write-command.ts';
import type { AddServiceProvidersPayloadResolvers, MutationResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { recordDetail } from './selections.ts';

export const mutation: Pick<MutationResolvers, 'addServiceProviders'> = {
  addServiceProviders(_root, { input: { idempotencyKey, ...input } }, context) {
    const caller = callerOf(context);
    return context.gateway.addProviders(context.loaders, caller, authorOf(caller, idempotencyKey), input);
  },
};

export const payload: AddServiceProvidersPayloadResolvers = {
  transaction: ({ readTransaction }, _args, _context, info) => readTransaction?.(recordDetail(info)) ?? null,
};
