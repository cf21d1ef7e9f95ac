/** Query.members and the mutations of the mobile application: registration, token verification, sharing, tickets. */
import type { ServiceGrant } from '../../gateway/callers/access.ts';
import { type Author, authorOf } from '../../gateway/writing/author.ts';
import type { MutationResolvers, QueryResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { withOnResolved } from './followed.ts';
import { warnOfUnreadable, warnOfUnreadableItems } from './warnings.ts';

const serviceOf = (context: Context): ServiceGrant => context.gateway.access.service(callerOf(context));

const authorFor = (context: Context, key: string | null | undefined): Author => authorOf(callerOf(context), key);

export const query: Pick<QueryResolvers, 'members'> = {
  members: withOnResolved(
    (_root, { by }, context) => context.gateway.members.find(context.loaders, serviceOf(context), by),
    warnOfUnreadableItems,
  ),
};

type Mutations = 'registerMember' | 'verifyMemberToken' | 'shareApp' | 'createTicket' | 'createRegistrationTicket';

export const mutation: Pick<MutationResolvers, Mutations> = {
  async registerMember(_root, { input: { idempotencyKey, ...input } }, context, info) {
    const { members } = context.gateway;
    const result = await members.register(serviceOf(context), authorFor(context, idempotencyKey), input);
    warnOfUnreadable(context, info, result);
    return result;
  },

  async verifyMemberToken(_root, { input: { idempotencyKey, token } }, context, info) {
    const { members } = context.gateway;
    const result = await members.verify(serviceOf(context), authorFor(context, idempotencyKey), token);
    if (result.member !== null) warnOfUnreadable(context, info, result.member, ['member']);
    return result;
  },

  shareApp: (_root, { input: { idempotencyKey, fields } }, context) =>
    context.gateway.members.shareApp(serviceOf(context), authorFor(context, idempotencyKey), fields),

  async createTicket(_root, { input: { idempotencyKey, ...input } }, context, info) {
    const { access, tickets } = context.gateway;
    const grant = await access.tickets(callerOf(context));
    const result = await tickets.create(grant, authorFor(context, idempotencyKey), input);
    warnOfUnreadable(context, info, result);
    return result;
  },

  async createRegistrationTicket(_root, { input: { idempotencyKey, ...input } }, context, info) {
    const { access, tickets } = context.gateway;
    const grant = await access.tickets(callerOf(context));
    const result = await tickets.createForRegistration(grant, authorFor(context, idempotencyKey), input);
    warnOfUnreadable(context, info, result);
    return result;
  },
};
