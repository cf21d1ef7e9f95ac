/** getMember, shareApp and the two ticket endpoints (4.11, 4.14 to 4.16): finds members, echoes requests, stores tickets. */
import { type DescribedEndpoints, text } from '../openapi/endpoint.ts';
import { listOf, notice, schemaRef, success } from '../openapi/schema.ts';
import type { Service } from '../service.ts';
import { addTicket, findMembers, type NewTicket } from '../store/members.ts';
import type { MemberRow } from '../store/tables.ts';

export const mobile = {
  getMember: {
    tag: 'mobile',
    summary: 'Look up members',
    description: 'By user name, by e-mail, or by both; at least one is required. An empty list if no member matches.',
    fields: ({ member }) => ({
      userName: text("The member's user name; given with email, both must match.", member.userName),
      email: text("The member's e-mail; given with userName, both must match.", member.email),
    }),
    response: listOf(schemaRef('Member')),
    handle: async (values, { store }) => {
      const found = await findMembers(store, values.text('userName'), values.text('email'));
      return {
        records: found.map((member) => JSON.stringify({ clientId: member.client_id, ...describePerson(member) })),
      };
    },
  },
  shareApp: {
    tag: 'mobile',
    summary: 'Share the application',
    description:
      'The specification shows neither request nor response (4.14): any JSON object is accepted and returned, with ' +
      'status 200.',
    fields: () => ({}),
    response: { type: 'object', properties: { status: success }, required: ['status'], additionalProperties: true },
    /** The spec shows neither request nor response (4.14): echoes the request, with status 200 as in the neighboring endpoints. */
    handle: async ({ body }) => ({ value: { ...body, status: 200 } }),
  },
  createTicket: {
    tag: 'mobile',
    summary: 'Open a support ticket',
    description: 'For a registered member.',
    fields: ({ member }) => ({
      userName: text("The member's user name.", member.userName),
      title: text("The ticket's title.", 'Cannot sign in'),
      description: text('Description of the problem.', 'The passcode never arrives.'),
    }),
    response: notice,
    handle: async (values, service) =>
      await openTicket(service, {
        kind: 'support',
        userName: values.text('userName') ?? '',
        title: values.text('title') ?? '',
        description: values.text('description') ?? '',
      }),
  },
  registrationTicket: {
    tag: 'mobile',
    summary: 'Open a support ticket about a registration',
    description: 'For someone who is not registered yet.',
    fields: () => ({
      userName: text('The user name that was tried.', 'pat.example'),
      name: text("The person's name.", 'Pat Example'),
      email: text('E-mail address for the reply.', 'pat@members.example'),
      phone: text('Phone number for a call back.', '555-0100'),
      description: text('Description of the problem.', 'I have no account yet.'),
    }),
    response: notice,
    handle: async (values, service) =>
      await openTicket(service, {
        kind: 'registration',
        userName: values.text('userName') ?? '',
        name: values.text('name') ?? '',
        email: values.text('email') ?? '',
        phone: values.text('phone') ?? '',
        description: values.text('description') ?? '',
      }),
  },
} satisfies Partial<DescribedEndpoints>;

/** The fields that both records of a member share (2.8), in the spec's order. */
export function describePerson(member: MemberRow) {
  return {
    firstName: member.first_name,
    lastName: member.last_name,
    userName: member.user_name,
    email: member.email,
    phone: member.phone,
    locationId: member.location_id,
    locationName: member.location_name,
    thlHours: member.thl_hours,
  };
}

async function openTicket({ store, clock }: Service, ticket: Omit<NewTicket, 'now'>) {
  const number = await addTicket(store, { ...ticket, now: clock.now() });
  return { value: { status: 200, title: 'Ticket created', detail: `The ticket number is ${number}` } };
}
