/** Mutation.addServiceProviders, and the transaction that its payload reads anew where it is selected. */
import type { AddServiceProvidersPayloadResolvers, MutationResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { warnOfUnreadable } from '../warnings.ts';

export const mutation: Pick<MutationResolvers, 'addServiceProviders'> = {
  addServiceProviders: (_root, { input }, context) =>
    context.gateway.addProviders(context.loaders, callerOf(context), input),
};

export const payload: AddServiceProvidersPayloadResolvers = {
  async transaction({ readTransaction }, _args, context, info) {
    const transaction = (await readTransaction?.()) ?? null;
    if (transaction !== null) warnOfUnreadable(context, info, transaction, []);
    return transaction;
  },
};
