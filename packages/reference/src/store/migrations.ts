/**
 * The schema's versions, in order, each of which Kysely's Migrator applies once. A released version never changes: a later change is a new
 * version. The caller holds the write lock, so that all of them are applied in one transaction.
 */
import { Fault } from '@realty-forms/platform/fault.ts';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { ReferenceFaultCode } from '../options.ts';
import { type Store, sortColumns } from './tables.ts';

const migrations: Readonly<Record<string, Migration>> = {
  // A list contains one agent's transactions (4.4), sorted by one category and then by id, so each category has an index. Records are
  // separate from the sorted columns, so that counting and sorting never read the long texts.
  '0001-accounts-and-transactions': steps(
    'create table notes (name text not null primary key, value text not null)',
    'create table offices (nrds_id text not null primary key, name text not null)',
    `create table agents (
      nrds_id text not null primary key, account_id text not null unique, first_name text not null, last_name text not null,
      email text not null, email_folded text not null unique, phone text not null, member_type text not null,
      office_nrds_id text references offices (nrds_id), enabled_at bigint)`,
    'create index agents_by_enabling on agents (enabled_at)',
    `create table transactions (
      id integer primary key autoincrement, agent_nrds_id text not null references agents (nrds_id),
      realtor_name_folded text, trans_name text, realtor_name text, insert_date bigint, last_update_date bigint,
      property_type text, transaction_type text, property_status text, listing_price bigint, listing_start_date bigint,
      listing_exp_date bigint, purchase_price bigint, purchase_agreement_date bigint, earnest_money_due_date bigint,
      closing_date bigint)`,
    ...Object.values(sortColumns).map(
      (column) => `create index transactions_by_${column} on transactions (agent_nrds_id, ${column}, id)`,
    ),
    `create table transaction_records (
      transaction_id integer primary key references transactions (id), summary text not null, record text not null)`,
  ),
  // The bytes of files are on disk, not in the database (4.7). Several files may have the same bytes.
  '0002-files': steps(
    `create table file_folders (
      id integer primary key autoincrement, transaction_id integer not null references transactions (id), sender text not null,
      sender_folded text not null, constraint file_folders_by_sender unique (transaction_id, sender_folded))`,
    `create table files (
      id integer primary key autoincrement, transaction_id integer not null references transactions (id),
      folder_id integer not null references file_folders (id), name text not null, description text not null,
      sender text not null, pages integer not null, type text not null, size integer not null, sha256 text not null,
      stored_as text not null, insert_date integer not null, last_update_date integer not null)`,
    'create index files_by_transaction on files (transaction_id, insert_date, id)',
    'create index files_by_bytes on files (stored_as)',
  ),
  '0003-members': steps(
    `create table members (
      client_id text not null primary key, user_id text not null unique, state_id text not null, first_name text not null,
      last_name text not null, user_name text not null, user_name_folded text not null unique, email text not null,
      email_folded text not null, phone text not null, location_id text not null, location_name text not null,
      thl_hours text not null, holidays text not null)`,
    'create index members_by_email on members (email_folded)',
    `create table registrations (
      token_hash text not null primary key, client_id text not null references members (client_id), expires_at bigint not null)`,
    'create index registrations_by_expiry on registrations (expires_at)',
    `create table outbox (
      token_hash text not null primary key references registrations (token_hash) on delete cascade, recipient text not null,
      link text not null, created_at bigint not null)`,
    `create table tickets (
      id integer primary key autoincrement, kind text not null, user_name text not null, name text not null,
      email text not null, phone text not null, title text not null, description text not null, created_at bigint not null)`,
  ),
  // Every database has these two: they changed tables of versions before 0.4.
  '0004-no-clients': steps(),
  '0005-shared-bytes': steps(),
};

function steps(...statements: readonly string[]): Migration {
  return {
    async up(store) {
      for (const statement of statements) await sql.raw(statement).execute(store);
    },
  };
}

export async function migrate(connection: Store): Promise<void> {
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
  const [newest] = (await migrator.getMigrations()).slice(-1);
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (!/previously executed migration .* is missing/.test(String(error))) throw error;
  const message = `a newer version has migrated the database, this one knows its schema up to ${newest?.name}`;
  throw new Fault<ReferenceFaultCode>('DATABASE_NEWER', message, { cause: error });
}
