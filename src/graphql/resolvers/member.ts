/** Query.members and the mutations of the mobile application: registration, token verification, sharing, tickets. */
import type { ServiceGrant } from '../../gateway/callers/grants.ts';
import { type Author, authorOf } from '../../gateway/ledger/write-command.ts';
import type { MutationResolvers, QueryResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { memberSelection, verifiedSelection } from './selections.ts';

const serviceOf = (context: Context): ServiceGrant => context.gateway.access.service(callerOf(context));

const authorFor = (context: Context, key: string | null | undefined): Author => authorOf(callerOf(context), key);

export const query: Pick<QueryResolvers, 'members'> = {
  members: (_root, { by }, context, info) =>
    context.gateway.members.find(context.loaders, serviceOf(context), by, memberSelection(info)),
};

type Mutations = 'registerMember' | 'verifyMemberToken' | 'shareApp' | 'createTicket' | 'createRegistrationTicket';

export const mutation: Pick<MutationResolvers, Mutations> = {
  registerMember: (_root, { input: { idempotencyKey, ...input } }, context) =>
    context.gateway.members.register(serviceOf(context), authorFor(context, idempotencyKey), input),

  verifyMemberToken: (_root, { input: { idempotencyKey, token } }, context, info) =>
    context.gateway.members.verify(
      serviceOf(context),
      authorFor(context, idempotencyKey),
      token,
      verifiedSelection(info),
    ),

  shareApp: (_root, { input: { idempotencyKey, fields } }, context) =>
    context.gateway.members.shareApp(serviceOf(context), authorFor(context, idempotencyKey), fields),

  async createTicket(_root, { input: { idempotencyKey, ...input } }, context) {
    const { access, members } = context.gateway;
    return members.createTicket(await access.tickets(callerOf(context)), authorFor(context, idempotencyKey), input);
  },

  async createRegistrationTicket(_root, { input: { idempotencyKey, ...input } }, context) {
    const { access, members } = context.gateway;
    const grant = await access.tickets(callerOf(context));
    return members.createRegistrationTicket(grant, authorFor(context, idempotencyKey), input);
  },
};
