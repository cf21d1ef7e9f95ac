/**
 * The Kysely types of the tables, and the conversion of a record's columns into columns to sort and filter by (4.4): text stays the same, a
 * timestamp becomes milliseconds in UTC, a decimal becomes hundredths, and blank becomes null. So does anything that is no timestamp or
 * amount; a few seeded records have such values.
 */

import { columnOfCategory, type SortCategory, sortCategories } from '@realty-forms/contract/calls/requests.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { isBlank, type KindName } from '@realty-forms/contract/columns/kinds.ts';
import { normalize } from '@realty-forms/platform/normalize.ts';
import type { Generated, Kysely } from 'kysely';

export interface Tables {
  offices: OfficeRow;
  agents: AgentRow;
  transactions: TransactionRow;
  file_folders: FileFolderRow;
  files: FileRow;
  transaction_records: { transaction_id: number; summary: string; record: string };
  members: MemberRow;
  registrations: RegistrationRow;
  /** Messages to members. The service does not send them: its operator reads them here. Deleted together with their token. */
  outbox: { token_hash: string; recipient: string; link: string; created_at: number };
  tickets: TicketRow;
  /** Facts about the database itself: its id, and its seed. */
  notes: { name: string; value: string };
}

export interface OfficeRow {
  nrds_id: string;
  name: string;
}

export interface AgentRow {
  nrds_id: string;
  account_id: string;
  first_name: string;
  last_name: string;
  email: string;
  email_folded: string;
  phone: string;
  member_type: string;
  office_nrds_id: string | null;
  /** When the agent enabled the integration, in milliseconds since the epoch; null if never. */
  enabled_at: number | null;
}

export interface TransactionRow {
  id: Generated<number>;
  agent_nrds_id: string;
  realtor_name_folded: string | null;
  trans_name: string | null;
  realtor_name: string | null;
  insert_date: number | null;
  last_update_date: number | null;
  property_type: string | null;
  transaction_type: string | null;
  property_status: string | null;
  listing_price: number | null;
  listing_start_date: number | null;
  listing_exp_date: number | null;
  purchase_price: number | null;
  purchase_agreement_date: number | null;
  earnest_money_due_date: number | null;
  closing_date: number | null;
}

interface FileFolderRow {
  id: Generated<number>;
  transaction_id: number;
  sender: string;
  /** The case-folded sender: a transaction has one folder per sender, regardless of case. */
  sender_folded: string;
}

export interface FileRow {
  id: Generated<number>;
  transaction_id: number;
  folder_id: number;
  name: string;
  description: string;
  sender: string;
  pages: number;
  type: string;
  size: number;
  sha256: string;
  /** The name of the file's bytes on disk. */
  stored_as: string;
  insert_date: number;
  last_update_date: number;
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

export type Store = Kysely<Tables>;

/** The column for each sort category. */
export const sortColumns = {
  transName: 'trans_name',
  realtorName: 'realtor_name',
  insertDate: 'insert_date',
  lastUpdateDate: 'last_update_date',
  propertyType: 'property_type',
  transactionType: 'transaction_type',
  propertyStatus: 'property_status',
  listingPrice: 'listing_price',
  listingStartDate: 'listing_start_date',
  listingExpDate: 'listing_exp_date',
  purchasePrice: 'purchase_price',
  purchaseAgreementDate: 'purchase_agreement_date',
  earnestMoneyDueDate: 'earnest_money_due_date',
  closingDate: 'closing_date',
} as const satisfies Readonly<Record<SortCategory, keyof TransactionRow>>;

export type SortColumn = (typeof sortColumns)[SortCategory];

const kindByName = new Map<string, KindName>(transactionFields.map(({ upstreamName, kind }) => [upstreamName, kind]));
const sources = sortCategories.map((category) => {
  const upstreamName = columnOfCategory(category);
  return { column: sortColumns[category], upstreamName, kind: kindByName.get(upstreamName) ?? 'text' };
});

/** The sortable columns of a record in its wire format. */
export function sortableColumns(
  record: Readonly<Record<string, string | number>>,
): Omit<TransactionRow, 'id' | 'agent_nrds_id'> {
  const columns: Record<string, string | number | null> = {};
  for (const { column, upstreamName, kind } of sources) {
    const raw = record[upstreamName];
    columns[column] = raw === undefined || isBlank(raw) ? null : sortable(kind, raw);
  }
  const name = columns['realtor_name'];
  columns['realtor_name_folded'] = typeof name === 'string' ? foldText(name) : null;
  return columns as Omit<TransactionRow, 'id' | 'agent_nrds_id'>;
}

function sortable(kind: KindName, raw: string | number): string | number | null {
  if (kind === 'timestamp' || kind === 'date') {
    const ms = Date.parse(String(raw));
    return Number.isNaN(ms) ? null : ms;
  }
  if (kind === 'decimal') return hundredthsOf(String(raw));
  return raw;
}

function hundredthsOf(decimal: string): number | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  const hundredths = Number(`${sign}${whole}${fraction.padEnd(2, '0')}`);
  return whole === '' || !Number.isSafeInteger(hundredths) ? null : hundredths;
}

/** Folds case and trims: texts that differ only in case fold to the same text, in every script (also ß and SS, final sigma). */
export function foldText(text: string): string {
  return normalize('NFC', text).toUpperCase().toLowerCase().normalize('NFC').trim();
}
