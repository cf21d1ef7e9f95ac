/** The tables of the ledger's store. */
import { leaseTable } from '@realty-forms/platform/stores/leases.ts';
import type { Dialect } from '@realty-forms/platform/stores/sql.ts';

/** Of the one process that works on the tables of webhooks. */
export const OUTBOX_LEASE = 'outbox';

/**
 * Of webhooks: the events that wait or are dead, one for each transaction of a subscription's agent, or with '' as its subject for all
 * of them; the cursors after what became events; and the subscriptions whose receiver has ended them.
 */
const outboxTables: readonly string[] = [
  `create table if not exists outbox (
     subscription text, agent text, subject text, id text not null, transaction_id text not null, version text not null,
     seen_at bigint not null, state text not null, attempts integer not null, failures integer not null,
     due_at bigint not null, problem text, primary key (subscription, agent, subject)
   )`,
  `create index if not exists outbox_due on outbox (subscription, due_at) where state = 'WAITING'`,
  `create table if not exists checkpoints (
     subscription text, agent text, cursor text not null, absent_since bigint, primary key (subscription, agent)
   )`,
  'create table if not exists ended_subscriptions (subscription text primary key, url_hash text not null, ended_at bigint not null)',
];

/**
 * `fixed` is the entry as it was reserved; `matches` has all hashes by which another entry can be like it; `found` and `made` are what
 * it has claimed.
 */
export const tablesIn = ({ list }: Dialect): readonly string[] => [
  `create table if not exists entries (
     id text primary key, attempt text not null, owner text not null, fixed text not null, matches ${list.type} not null,
     created_at bigint not null, state text not null, sent_at bigint, content_hash text, result text,
     found text, made text, is_part boolean not null default false
   )`,
  `create index if not exists entries_open on entries (state) where state in ('RESERVED', 'SENT')`,
  'create index if not exists entries_created on entries (created_at)',
  'create table if not exists claims (claim text primary key, entry_id text not null, claimed_at bigint not null)',
  'create index if not exists claims_claimed on claims (claimed_at)',
  leaseTable,
  ...outboxTables,
];
