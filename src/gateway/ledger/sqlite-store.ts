/**
 * The ledger's entries in SQLite, one statement or one transaction a step. It is synchronous: a file of it has a thread of its
 * own (sqlite-thread.ts), and only one in memory is used where it stands.
 */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { CLAIM_KEPT_MS, type Entry, KEPT_MS, LEASE_MS, LONGEST_LEASE_MS, withMade } from './entry.ts';
import type { Held, LedgerStore } from './store.ts';

/** A store whose steps give their results at once. */
type SyncStore = {
  readonly [Step in keyof LedgerStore]: (
    ...given: Parameters<LedgerStore[Step]>
  ) => Awaited<ReturnType<LedgerStore[Step]>>;
};

export interface SqliteStore extends SyncStore {
  /** Runs several steps as one transaction: one wait for the disk serves them all. */
  readonly together: <T>(run: () => T) => T;
}

const IN_MEMORY = ':memory:';

const schema = `
create table if not exists entries (
  id text primary key, attempt text not null, owner text not null, operation text not null, state text not null,
  key_id integer not null, input_hash text not null, content_hash text, place text not null, match_hash text,
  created_at integer not null, sent_at integer, result text
) strict;
create index if not exists entries_open on entries (state) where state in ('RESERVED', 'SENT');
create index if not exists entries_created on entries (created_at);
create index if not exists entries_match on entries (match_hash) where match_hash is not null;
create table if not exists claims (claim text primary key, entry_id text not null, claimed_at integer not null) strict;
create index if not exists claims_claimed on claims (claimed_at);
create table if not exists owners (owner text primary key, lease_until integer not null) strict;
`;

const columns = `id, attempt, entries.owner as owner, operation, state, key_id as keyId, input_hash as inputHash,
  content_hash as contentHash, place, match_hash as matchHash, created_at as createdAt, sent_at as sentAt, result`;
const isOrphan = `coalesce(lease_until, 0) - ? not between 1 and ${LONGEST_LEASE_MS}`;
const isFound = `state = 'COMMITTED' and json_extract(result, '$.found') is not null`;
const isPart = `state = 'COMMITTED' and json_extract(result, '$.isPart') is not null`;
const othersClaim = `select 1 from claims where claim = ? and not (entry_id = ? and exists (select 1 from entries
  where id = entry_id and claim in (json_extract(result, '$.found'), json_extract(result, '$.made'))))`;
const held = `select ${columns}, ${isOrphan} as isOrphan
  from entries left join owners on owners.owner = entries.owner`;
const MOST_ORPHANS = 100;
const MOST_SWEPT = 1_000;

type Row = Omit<Entry, 'place' | 'result'> & { place: string; result: string | null; isOrphan: number };

/** Opens the file, whose folder and self are its owner's only, or makes it. */
export function openSqliteStore(path: string, clock: Clock): SqliteStore {
  if (path !== IN_MEMORY) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Before SQLite opens it: the files that it puts beside the database get the database's own mode.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  const database = openSqlite(path);
  let isOpen = false;

  const rows = (sql: string, ...given: readonly unknown[]): unknown[] => database.prepare(sql).all(given);
  const change = (sql: string, ...given: readonly unknown[]): boolean => database.prepare(sql).run(given).changes > 0;
  const run = (sql: string) => void database.prepare(sql).run([]);
  const together = <T>(work: () => T): T => {
    if (isOpen) return work();
    run('begin immediate');
    isOpen = true;
    try {
      const result = work();
      run('commit');
      return result;
    } catch (error) {
      run('rollback');
      throw error;
    } finally {
      isOpen = false;
    }
  };
  createTables(database, together);

  const read = (id: string): Held | null => {
    const [row] = rows(`${held} where id = ?`, clock.now(), id) as Row[];
    return row === undefined ? null : heldOf(row);
  };
  const putClaim = (id: string, claim: string): boolean =>
    change('insert into claims values (?, ?, ?) on conflict do nothing', claim, id, clock.now());
  /** What was found for the entry is no more taken. */
  const giveBack = (id: string): void =>
    void change(
      `delete from claims where entry_id = ? and claim = (select json_extract(result, '$.found') from entries where id = ?)`,
      id,
      id,
    );
  /** An answer says whose it is: who has only found it does not have it any more. */
  const takeClaim = (id: string, claim: string): void => {
    const isTaken = change(
      `update entries set state = 'UNKNOWN', result = null
         where ${isFound} and json_extract(result, '$.found') = ? and id in (select entry_id from claims where claim = ?)`,
      claim,
      claim,
    );
    if (isTaken) change('delete from claims where claim = ?', claim);
    putClaim(id, claim);
  };

  return {
    together,
    reserve: (entry) =>
      together(() => {
        const before = read(entry.id);
        const makesWay =
          before !== null &&
          (before.entry.createdAt + KEPT_MS <= clock.now() || (before.isOrphan && before.entry.state === 'RESERVED'));
        if (before !== null && !makesWay) return { ...before, isNew: false };
        change('delete from entries where id = ?', entry.id);
        change(
          `insert into entries values (${Array(13).fill('?').join(', ')})`,
          entry.id,
          entry.attempt,
          entry.owner,
          entry.operation,
          entry.state,
          entry.keyId,
          entry.inputHash,
          entry.contentHash,
          JSON.stringify(entry.place),
          entry.matchHash,
          entry.createdAt,
          entry.sentAt,
          null,
        );
        return { entry, isOrphan: false, isNew: true };
      }),
    read,
    markSent: (id, attempt, sentAt) =>
      change(
        `update entries set state = 'SENT', sent_at = ? where id = ? and attempt = ? and state = 'RESERVED'`,
        sentAt,
        id,
        attempt,
      ),
    settle: (id, attempt, { state, result, contentHash, claim }) =>
      together(() => {
        const isOpen = rows(
          `select 1 from entries where id = ? and attempt = ?
             and (state = 'SENT' or (? <> 'UNKNOWN' and (state = 'UNKNOWN' or ${isFound} or ${isPart})))`,
          id,
          attempt,
          state,
        );
        if (isOpen.length === 0) return false;
        giveBack(id);
        const kept = withMade(result, claim);
        const text = kept === null ? null : JSON.stringify(kept);
        change('update entries set state = ?, result = ?, content_hash = ? where id = ?', state, text, contentHash, id);
        if (claim !== null) takeClaim(id, claim);
        return true;
      }),
    release: (id, attempt) =>
      together(() => {
        const isOpen = rows(
          `select 1 from entries where id = ? and attempt = ? and (state in ('RESERVED', 'SENT', 'UNKNOWN') or ${isFound})`,
          id,
          attempt,
        );
        if (isOpen.length === 0) return false;
        giveBack(id);
        return change('delete from entries where id = ?', id);
      }),
    releaseUnsent: (id, attempt) =>
      change(`delete from entries where id = ? and attempt = ? and state = 'RESERVED'`, id, attempt),
    claim: (id, attempt, claim, result) =>
      together(() => {
        const [entry] = rows(
          `select match_hash as matchHash from entries where id = ? and attempt = ? and state in ('SENT', 'UNKNOWN')`,
          id,
          attempt,
        ) as Row[];
        if (entry === undefined) return 'SETTLED';
        const isBusy = rows(
          `select 1 from entries where match_hash = ? and id <> ? and (state = 'SENT' or (state = 'COMMITTED'
             and coalesce(json_extract(result, '$.found'), json_extract(result, '$.made')) is null)) limit 1`,
          entry.matchHash,
          id,
        );
        if (isBusy.length > 0) return 'BUSY';
        if (!putClaim(id, claim)) return 'TAKEN';
        const text = JSON.stringify({ ...result, found: claim });
        change(`update entries set state = 'COMMITTED', result = ? where id = ?`, text, id);
        return 'CLAIMED';
      }),
    unclaimed: (id, claims) => claims.filter((claim) => rows(othersClaim, claim, id).length === 0),
    orphans: () =>
      (
        rows(
          `${held} where state in ('RESERVED', 'SENT') and ${isOrphan} order by random() limit ?`,
          clock.now(),
          clock.now(),
          MOST_ORPHANS,
        ) as Row[]
      ).map((row) => heldOf(row).entry),
    beat: (owner) =>
      together(() => {
        const now = clock.now();
        change('insert or replace into owners values (?, ?)', owner, now + LEASE_MS);
        change('delete from owners where lease_until < ?', now - KEPT_MS);
        for (const [table, column, kept] of [
          ['entries', 'created_at', KEPT_MS],
          ['claims', 'claimed_at', CLAIM_KEPT_MS],
        ] as const) {
          change(
            `delete from ${table} where rowid in (select rowid from ${table} where ${column} <= ? limit ?)`,
            now - kept,
            MOST_SWEPT,
          );
        }
      }),
    close: () => database.close(),
  };
}

/** One that ends with the process, for a gateway that stands alone. */
export function openLedgerInMemory(clock: Clock): LedgerStore {
  return asLedgerStore(openSqliteStore(IN_MEMORY, clock));
}

function asLedgerStore(store: SyncStore): LedgerStore {
  const steps = Object.entries(store).map(([name, step]) => [
    name,
    async (...given: unknown[]) => (step as (...given: unknown[]) => unknown)(...given),
  ]);
  return Object.fromEntries(steps) as LedgerStore;
}

function createTables(database: SqliteDatabase, together: (work: () => void) => void): void {
  together(() => {
    for (const statement of schema.split(';\n').filter((each) => each.trim() !== ''))
      database.prepare(statement).run([]);
  });
}

function heldOf({ isOrphan, place, result, ...row }: Row): Held {
  const entry = { ...row, place: JSON.parse(place), result: result === null ? null : JSON.parse(result) };
  return { entry, isOrphan: isOrphan === 1 };
}
