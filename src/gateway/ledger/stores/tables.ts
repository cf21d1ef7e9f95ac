/** The tables of the ledger's store, and what becomes of those of earlier versions. */
import { leaseTable } from '@realty-forms/platform/stores/leases.ts';
import type { Dialect, Query } from '@realty-forms/platform/stores/sql.ts';
import { LEASE_MS } from '../entries/entry.ts';

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
  'create table if not exists owners (owner text primary key, lease_until bigint not null)',
  leaseTable,
  'create table if not exists shelves (shelf text, key text, text text not null, primary key (shelf, key))',
];

/** Until 0.3, shelves had owners of their own. A process of such a version stops working on a shelf when they are gone. */
export const OLD_SHELF_OWNERS = 'shelf_owners';

export async function moveShelfOwners(run: Query): Promise<void> {
  await run(
    `insert into leases (name, holder, held_until, ms)
       select 'shelf:' || shelf, held.owner, lease_until, ${LEASE_MS}
         from ${OLD_SHELF_OWNERS} as held join owners on owners.owner = held.owner where true
       on conflict do nothing`,
  );
  await run(`drop table ${OLD_SHELF_OWNERS}`);
}
