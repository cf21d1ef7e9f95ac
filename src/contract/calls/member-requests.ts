/**
 * Builds the requests of the mobile endpoints (4.11 to 4.16) from the graph's names, and holds the tables that map a
 * field of the request back to the input field when upstream rejects it. The caller validates the values.
 */

import { objectIn } from '../answers/envelope.ts';
import type { FlatRecord } from '../columns/codec.ts';
import type { Requests } from './messages.ts';
import type { FieldNames } from './sent-value.ts';

/** Identifies a member: one who matches every value that is given. */
export interface MemberKey {
  readonly userName?: string | null;
  readonly email?: string | null;
}

export interface RegisterMember extends MemberKey {
  readonly url: string;
  /** Defaults to false, as upstream does. */
  readonly passcodeReturn?: boolean;
}

export interface CreateTicket {
  readonly userName: string;
  readonly title: string;
  readonly description: string;
}

export interface CreateRegistrationTicket {
  readonly userName: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly description: string;
}

export function getMember({ userName, email }: MemberKey): Requests['getMember'] {
  return { ...(userName && { userName }), ...(email && { email }) };
}

export function registerMember({ url, passcodeReturn = false, ...key }: RegisterMember): Requests['userRegistration'] {
  return { ...getMember(key), url, passcodeReturn };
}

export const verifyToken = (token: string): Requests['verifyToken'] => ({ token });

/** The member inside verifyToken's response (4.13); undefined if there is none, or if all of its columns are null or empty. */
export function verifiedMember({ member }: Readonly<Record<string, unknown>>): FlatRecord | undefined {
  const record = objectIn(member);
  return record && Object.values(record).some((value) => value !== null && value !== '') ? record : undefined;
}

export function createTicket({ userName, title, description }: CreateTicket): Requests['createTicket'] {
  return { userName, title, description };
}

export function createRegistrationTicket(input: CreateRegistrationTicket): Requests['registrationTicket'] {
  const { userName, name, email, phone, description } = input;
  return { userName, name, email, phone, description };
}

export const registerFields: FieldNames<Omit<RegisterMember, 'passcodeReturn'>, Requests['userRegistration']> = {
  userName: 'userName',
  email: 'email',
  url: 'url',
};

export const ticketFields: FieldNames<CreateTicket, Requests['createTicket']> = {
  userName: 'userName',
  title: 'title',
  description: 'description',
};

export const registrationTicketFields: FieldNames<CreateRegistrationTicket, Requests['registrationTicket']> = {
  userName: 'userName',
  name: 'name',
  email: 'email',
  phone: 'phone',
  description: 'description',
};
