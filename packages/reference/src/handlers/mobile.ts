/** getMember, shareApp and the two ticket endpoints (4.11, 4.14 to 4.16): finds members, echoes requests, stores tickets. */
import type { Handler, Service } from '../service.ts';
import type { NewTicket } from '../store/members.ts';
import type { MemberRow } from '../store/tables.ts';

export const getMember: Handler = async (values, { members }) => {
  const found = await members.find(values.text('userName'), values.text('email'));
  return { records: found.map((member) => JSON.stringify({ clientId: member.client_id, ...describePerson(member) })) };
};

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

/** The spec shows neither request nor response (4.14): echoes the request, with status 200 as in the neighboring endpoints. */
export const shareApp: Handler = async ({ body }) => ({ value: { ...body, status: 200 } });

export const createTicket: Handler = async (values, service) =>
  await addTicket(service, {
    kind: 'support',
    userName: values.text('userName') ?? '',
    title: values.text('title') ?? '',
    description: values.text('description') ?? '',
  });

export const registrationTicket: Handler = async (values, service) =>
  await addTicket(service, {
    kind: 'registration',
    userName: values.text('userName') ?? '',
    name: values.text('name') ?? '',
    email: values.text('email') ?? '',
    phone: values.text('phone') ?? '',
    description: values.text('description') ?? '',
  });

async function addTicket({ tickets, clock }: Service, ticket: Omit<NewTicket, 'now'>) {
  const number = await tickets.add({ ...ticket, now: clock.now() });
  return { value: { status: 200, title: 'Ticket created', detail: `The ticket number is ${number}` } };
}
