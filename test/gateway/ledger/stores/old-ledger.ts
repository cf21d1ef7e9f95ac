/** A ledger's file as version 0.3 left it: its tables, and in them one entry of each kind. */
import { DatabaseSync } from 'node:sqlite';

const tables = `
create table entries (
  id text primary key, attempt text not null, owner text not null, operation text not null, state text not null,
  key_id integer not null, input_hash text not null, content_hash text, place text not null, match_hash text,
  created_at integer not null, sent_at integer, result text
) strict;
create index entries_open on entries (state) where state in ('RESERVED', 'SENT');
create index entries_created on entries (created_at);
create index entries_match on entries (match_hash) where match_hash is not null;
create table other_hashes (
  entry_id text not null, key_id integer not null, input_hash text not null, match_hash text, primary key (entry_id, key_id)
) strict, without rowid;
create index other_hashes_match on other_hashes (match_hash) where match_hash is not null;
create trigger entries_deleted after delete on entries begin
  delete from other_hashes where entry_id = old.id; end;
create table claims (claim text primary key, entry_id text not null, claimed_at integer not null) strict;
create index claims_claimed on claims (claimed_at);
create table owners (owner text primary key, lease_until integer not null) strict;
`;

/** All made at `now` by one process, which is alive until `leaseUntil`. */
export function writeOldLedger(path: string, now: number, leaseUntil: number): void {
  const database = new DatabaseSync(path);
  database.exec(tables);
  const add = database.prepare(
    `insert into entries values (?, 'attempt', 'process', 'createTransaction', ?, 2, 'input', ?, '{"agentNrdsId":"111"}', ?, ?, ?, ?)`,
  );
  const made = JSON.stringify({ ids: { number: '7' }, made: 'transaction:7' });
  const found = JSON.stringify({ ids: { number: '8' }, found: 'transaction:8' });
  add.run('reserved', 'RESERVED', null, 'match', now, null, null);
  add.run('sent', 'SENT', null, 'match', now, now, null);
  add.run('made', 'COMMITTED', 'content', 'match', now, now, made);
  add.run('found', 'COMMITTED', null, 'another match', now, now, found);
  add.run('ticket', 'REJECTED', null, null, now, now, '{"errors":[]}');
  database.prepare('insert into other_hashes values (?, 1, ?, ?)').run('sent', 'old input', 'old match');
  for (const [claim, id] of [
    ['transaction:7', 'made'],
    ['transaction:8', 'found'],
  ])
    database.prepare('insert into claims values (?, ?, ?)').run(claim as string, id as string, now);
  database.prepare('insert into owners values (?, ?)').run('process', leaseUntil);
  database.close();
}
