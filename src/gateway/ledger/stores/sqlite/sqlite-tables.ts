/** The ledger's tables in SQLite, and an entry as a row of them. */
import type { SqliteDatabase } from '@realty-forms/platform/stores/sqlite.ts';
import { type Entry, MAX_LEASE_MS } from '../../entries/entry.ts';
import type { StoredEntry } from '../store.ts';
import { shelfTables } from './sqlite-shelves.ts';

const schema = `
create table if not exists entries (
  id text primary key, attempt text not null, owner text not null, operation text not null, state text not null,
  key_id integer not null, input_hash text not null, content_hash text, place text not null, match_hash text,
  created_at integer not null, sent_at integer, result text
) strict;
create index if not exists entries_open on entries (state) where state in ('RESERVED', 'SENT');
create index if not exists entries_created on entries (created_at);
create index if not exists entries_match on entries (match_hash) where match_hash is not null;
create table if not exists other_hashes (
  entry_id text not null, key_id integer not null, input_hash text not null, match_hash text, primary key (entry_id, key_id)
) strict, without rowid;
create index if not exists other_hashes_match on other_hashes (match_hash) where match_hash is not null;
create trigger if not exists entries_deleted after delete on entries begin
  delete from other_hashes where entry_id = old.id; end;
create table if not exists claims (claim text primary key, entry_id text not null, claimed_at integer not null) strict;
create index if not exists claims_claimed on claims (claimed_at);
create table if not exists owners (owner text primary key, lease_until integer not null) strict;
${shelfTables}`;

const columns = `id, attempt, entries.owner as owner, operation, state, key_id as keyId, input_hash as inputHash,
  content_hash as contentHash, place, match_hash as matchHash, created_at as createdAt, sent_at as sentAt, result,
  (select json_group_array(json_object('keyId', key_id, 'inputHash', input_hash, 'matchHash', match_hash))
    from other_hashes where entry_id = entries.id) as otherHashes`;
/** With the time now as its parameter. */
export const isOrphan = `coalesce(lease_until, 0) - ? not between 1 and ${MAX_LEASE_MS}`;
export const selectEntry = `select ${columns}, ${isOrphan} as isOrphan
  from entries left join owners on owners.owner = entries.owner`;

export type Row = Omit<Entry, 'place' | 'otherHashes' | 'result'> & {
  place: string;
  otherHashes: string;
  result: string | null;
  isOrphan: number;
};

/** Creates those that are missing. */
export function createTables(database: SqliteDatabase, inTransaction: (work: () => void) => void): void {
  inTransaction(() => {
    for (const statement of schema.split(';\n').filter((each) => each.trim() !== ''))
      database.prepare(statement).run([]);
  });
}

export function storedEntryOf({ isOrphan, place, otherHashes, result, ...row }: Row): StoredEntry {
  const entry = {
    ...row,
    place: JSON.parse(place),
    otherHashes: JSON.parse(otherHashes),
    result: result === null ? null : JSON.parse(result),
  };
  return { entry, isOrphan: isOrphan === 1 };
}
