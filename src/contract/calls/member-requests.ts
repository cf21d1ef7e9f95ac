/**
 * Builds the requests of the mobile endpoints (4.11 to 4.13) from the graph's names. Those of the others are the input as it is.
 * The caller validates the values.
 */

import { objectIn } from '../answers/envelope.ts';
import type { FlatRecord } from '../columns/codec.ts';
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

/** The member inside verifyToken's response (4.13); undefined if there is none, or if all of its columns are null or empty. */
export function verifiedMember({ member }: Readonly<Record<string, unknown>>): FlatRecord | undefined {
  const record = objectIn(member);
  return record && Object.values(record).some((value) => value !== null && value !== '') ? record : undefined;
}
