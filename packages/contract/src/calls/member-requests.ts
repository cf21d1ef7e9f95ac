/**
 * Builds the requests of the mobile endpoints (4.11 to 4.16) from the graph's names. The caller validates the values.
 */

import { endpoints } from './endpoints.ts';
import type { Requests } from './messages.ts';

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

export function getMember({ userName, email }: MemberKey): Requests['getMember'] {
  return { ...(userName && { userName }), ...(email && { email }) };
}

export function registerMember({ url, passcodeReturn = false, ...key }: RegisterMember): Requests['userRegistration'] {
  return { ...getMember(key), url, passcodeReturn };
}

export const verifyToken = (token: string): Requests['verifyToken'] => ({ token });

/** A ticket (4.15, 4.16), whose parameters have the graph's names: of the input, only what the endpoint's row has is sent. */
export function createTicket<E extends 'createTicket' | 'registrationTicket'>(
  endpoint: E,
  input: Requests[E],
): Requests[E] {
  const request: Partial<Requests[E]> = {};
  for (const name of Object.keys(endpoints[endpoint].request) as (keyof Requests[E])[]) request[name] = input[name];
  return request as Requests[E];
}
