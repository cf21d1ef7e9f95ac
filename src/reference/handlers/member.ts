/** The fields that both records of a mobile member share (2.8), in the spec's order. */
import type { MemberRow } from '../store/members/member-tables.ts';

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
