/** A ledger's file as version 0.3 left it: its tables, and in them one entry of each kind. */
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { SharedDatabase } from '../../../../src/gateway/ledger/stores/store.ts';
import { deadEvents, dueEvents, findEvent, readEnded } from '../../../../src/webhooks/outbox.ts';

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
create table shelves (shelf text not null, key text not null, text text not null, primary key (shelf, key)) strict, without rowid;
create table shelf_owners (shelf text primary key, owner text not null) strict;
`;

/** All made at `now` by one process, which is alive until `leaseUntil`, and owns the shelf of webhooks. */
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
  const shelve = database.prepare('insert into shelves values (?, ?, ?)');
  for (const [shelf, key, text] of oldShelves(now)) shelve.run(shelf, key, text);
  database.prepare('insert into shelf_owners values (?, ?)').run('webhooks', 'process');
  database.close();
}

/** What earlier versions kept of webhooks, at `now`: one that waits, two that are dead, one of which is to be sent again, ended and absent ones. */
export function oldShelves(now: number): readonly (readonly [shelf: string, key: string, text: string])[] {
  const waiting = {
    id: 'msg_1',
    hook: 'crm',
    agentNrdsId: '111',
    change: { transId: 'T-1', transactionId: 'id T-1', version: 'a' },
    ...{ seenAt: now - 1, attempts: 1, failures: 2, dueAt: now + 0.5, problem: 'status 500', isDead: false },
  };
  const dead = { ...waiting, id: 'msg_2', change: { ...waiting.change, transId: 'T-2' }, attempts: 10, isDead: true };
  const list = { ...dead, id: 'msg_3', change: null };
  const keyed = (key: readonly string[], value: unknown) =>
    ['webhooks', JSON.stringify(key), typeof value === 'string' ? value : JSON.stringify(value)] as const;
  return [
    // What is said of others may come before them.
    keyed(['absent', 'gone from the file'], String(now - 3)),
    ['webhook-errands', 'retry msg_2', ''],
    ['webhook-errands', 'enable enabled', ''],
    keyed(['letter', 'crm', '111', 'T-1'], waiting),
    keyed(['letter', 'crm', '111', 'T-2'], dead),
    keyed(['letter', 'crm', '111', ''], list),
    keyed(['place', 'crm', '111'], 'cursor'),
    keyed(['place', 'crm', '222'], 'other cursor'),
    keyed(['absent', 'crm', '222'], String(now - 4)),
    keyed(['place', 'gone from the file', '111'], 'old cursor'),
    keyed(['gone', 'ended'], { urlHash: 'hash', at: now - 5 }),
    keyed(['gone', 'enabled'], { urlHash: 'hash', at: now - 6 }),
  ];
}

/** What becomes of them. */
export async function expectOldShelves(store: SharedDatabase, now: number): Promise<void> {
  const event = { subscription: 'crm', agentNrdsId: '111', seenAt: now - 1, failures: 2, problem: 'status 500' };
  expect(await findEvent(store, 'msg_1')).toEqual({
    ...event,
    ...{ id: 'msg_1', change: { transId: 'T-1', transactionId: 'id T-1', version: 'a' }, attempts: 1, dueAt: now + 1 },
  });
  expect(await findEvent(store, 'msg_2')).toMatchObject({ attempts: 0, failures: 0, change: { transId: 'T-2' } });
  expect(await deadEvents(store)).toMatchObject([{ id: 'msg_3', change: null, attempts: 10 }]);
  expect((await dueEvents(store, 'crm', now + 1, 9)).map(({ id }) => id).sort()).toEqual(['msg_1', 'msg_2']);
  expect(await readEnded(store)).toEqual(new Map([['ended', { urlHash: 'hash', endedAt: now - 5 }]]));
  const checkpoints = await store.query(
    'select subscription, agent, cursor, absent_since from checkpoints order by cursor',
  );
  expect(checkpoints.map((row) => Object.values(row))).toEqual([
    ['crm', '111', 'cursor', null],
    ['gone from the file', '111', 'old cursor', now - 3],
    ['crm', '222', 'other cursor', now - 4],
  ]);
}
