/** The tables of the mobile endpoints (4.11 to 4.16), as Kysely sees them. */
import type { Generated } from 'kysely';

export interface MemberTables {
  members: MemberRow;
  registrations: RegistrationRow;
  /** Letters to members, which nothing here sends: whoever runs the service reads them. Gone with their token. */
  outbox: { token_hash: string; recipient: string; link: string; created_at: number };
  tickets: TicketRow;
}

export interface MemberRow {
  client_id: string;
  user_id: string;
  state_id: string;
  first_name: string;
  last_name: string;
  user_name: string;
  user_name_folded: string;
  email: string;
  /** Members may share an address. */
  email_folded: string;
  phone: string;
  location_id: string;
  location_name: string;
  thl_hours: string;
  /** A JSON array of texts. */
  holidays: string;
}

/** A passcode or a link's token that waits to be verified; never as it is, only its hash. */
interface RegistrationRow {
  token_hash: string;
  client_id: string;
  expires_at: number;
}

interface TicketRow {
  id: Generated<number>;
  kind: 'support' | 'registration';
  user_name: string;
  name: string;
  email: string;
  phone: string;
  title: string;
  description: string;
  created_at: number;
}
