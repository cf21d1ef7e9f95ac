/** The Kysely types of the mobile endpoints' tables (4.11 to 4.16). */
import type { Generated } from 'kysely';

export interface MemberTables {
  members: MemberRow;
  registrations: RegistrationRow;
  /** Messages to members. The service does not send them: its operator reads them here. Deleted together with their token. */
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
  /** Not unique: members may share an e-mail address. */
  email_folded: string;
  phone: string;
  location_id: string;
  location_name: string;
  thl_hours: string;
  /** A JSON array of strings. */
  holidays: string;
}

/** A passcode or link token that has not been verified yet; only its hash is stored. */
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
