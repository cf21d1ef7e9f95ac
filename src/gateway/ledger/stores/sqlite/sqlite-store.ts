/**
 * The ledger's entries in SQLite, with one statement or one transaction per step. It is synchronous: a store in a file has a
 * thread of its own (sqlite-thread.ts).
 */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '@realty-forms/platform/clock.ts';
import { ensureFolder } from '@realty-forms/platform/stores/folder.ts';
import { openSqlite } from '@realty-forms/platform/stores/sqlite.ts';
import { CLAIM_RETENTION_MS, ENTRY_RETENTION_MS, LEASE_MS, matchesOf, withClaim } from '../../entries/entry.ts';
import type { StoredEntry } from '../store.ts';
import type { SyncSteps } from '../store-steps.ts';
import { shelfSteps } from './sqlite-shelves.ts';
import { createTables, isOrphan, type Row, selectEntry, storedEntryOf } from './sqlite-tables.ts';

export interface SqliteStore extends SyncSteps {
  /** Runs several steps as one transaction, so that they share one wait for the disk. */
  readonly inTransaction: <T>(run: () => T) => T;
}

const IN_MEMORY = ':memory:';
const MAX_ORPHANS = 100;
const MAX_SWEPT = 1_000;

const isFound = `state = 'COMMITTED' and json_extract(result, '$.found') is not null`;
const isPart = `state = 'COMMITTED' and json_extract(result, '$.isPart') is not null`;
const othersClaim = `select 1 from claims where claim = ? and not (entry_id = ? and exists (select 1 from entries
  where id = entry_id and claim in (json_extract(result, '$.found'), json_extract(result, '$.made'))))`;

/** Opens the file, or creates it. Only the owner can access it, and any folder that is created for it. */
export function openSqliteStore(path: string, clock: Clock): SqliteStore {
  if (path !== IN_MEMORY) {
    ensureFolder(dirname(path));
    // Done before SQLite opens it, since the files that SQLite creates next to the database inherit its mode.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  const requireInPlace = path === IN_MEMORY ? () => undefined : guardPlace(path);
  const database = openSqlite(path);

  const rows = (sql: string, ...args: readonly unknown[]): unknown[] => database.prepare(sql).all(args);
  const change = (sql: string, ...args: readonly unknown[]): boolean => database.prepare(sql).run(args).changes > 0;
  const run = (sql: string) => void database.prepare(sql).run([]);
  const inTransaction = <T>(work: () => T): T => {
    if (database.isInTransaction()) return work();
    requireInPlace();
    run('begin immediate');
    try {
      const result = work();
      run('commit');
      return result;
    } catch (error) {
      if (database.isInTransaction()) run('rollback');
      throw error;
    }
  };
  createTables(database, inTransaction);

  const read = (id: string): StoredEntry | null => {
    const [row] = rows(`${selectEntry} where id = ?`, clock.now(), id) as Row[];
    return row === undefined ? null : storedEntryOf(row);
  };
  const insertClaim = (id: string, claim: string): boolean =>
    change('insert into claims values (?, ?, ?) on conflict do nothing', claim, id, clock.now());
  /** Deletes the claim that reconciliation gave the entry. */
  const releaseFoundClaim = (id: string): void =>
    void change(
      `delete from claims where entry_id = ? and claim = (select json_extract(result, '$.found') from entries where id = ?)`,
      id,
      id,
    );
  /** A response proves whose the claim is: an entry that reconciliation gave it to loses it, and is UNKNOWN again. */
  const takeClaim = (id: string, claim: string): void => {
    const isTaken = change(
      `update entries set state = 'UNKNOWN', result = null
         where ${isFound} and json_extract(result, '$.found') = ? and id in (select entry_id from claims where claim = ?)`,
      claim,
      claim,
    );
    if (isTaken) change('delete from claims where claim = ?', claim);
    insertClaim(id, claim);
  };

  return {
    inTransaction,
    reserve: (entry) =>
      inTransaction(() => {
        const existing = read(entry.id);
        const isReplaceable =
          existing !== null &&
          (existing.entry.createdAt + ENTRY_RETENTION_MS <= clock.now() ||
            (existing.isOrphan && existing.entry.state === 'RESERVED'));
        if (existing !== null && !isReplaceable) return { ...existing, isNew: false };
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
        for (const { keyId, inputHash, matchHash } of entry.otherHashes)
          change('insert into other_hashes values (?, ?, ?, ?)', entry.id, keyId, inputHash, matchHash);
        return { entry, isOrphan: false, isNew: true };
      }),
    read,
    markSent: (id, attempt, sentAt) =>
      inTransaction(() =>
        change(
          `update entries set state = 'SENT', sent_at = ? where id = ? and attempt = ? and state = 'RESERVED'`,
          sentAt,
          id,
          attempt,
        ),
      ),
    settle: (id, attempt, { state, result, contentHash, claim }) =>
      inTransaction(() => {
        const openRows = rows(
          `select 1 from entries where id = ? and attempt = ?
             and (state = 'SENT' or (? <> 'UNKNOWN' and (state = 'UNKNOWN' or ${isFound} or ${isPart})))`,
          id,
          attempt,
          state,
        );
        if (openRows.length === 0) return false;
        releaseFoundClaim(id);
        const stored = withClaim(result, claim);
        const text = stored === null ? null : JSON.stringify(stored);
        change('update entries set state = ?, result = ?, content_hash = ? where id = ?', state, text, contentHash, id);
        if (claim !== null) takeClaim(id, claim);
        return true;
      }),
    release: (id, attempt) =>
      inTransaction(() => {
        const openRows = rows(
          `select 1 from entries where id = ? and attempt = ? and (state in ('RESERVED', 'SENT', 'UNKNOWN') or ${isFound})`,
          id,
          attempt,
        );
        if (openRows.length === 0) return false;
        releaseFoundClaim(id);
        return change('delete from entries where id = ?', id);
      }),
    releaseUnsent: (id, attempt) =>
      change(`delete from entries where id = ? and attempt = ? and state = 'RESERVED'`, id, attempt),
    claim: (id, attempt, claim, result) =>
      inTransaction(() => {
        const entry = read(id)?.entry;
        if (entry?.attempt !== attempt || (entry.state !== 'SENT' && entry.state !== 'UNKNOWN')) return 'SETTLED';
        const matches = JSON.stringify(matchesOf(entry));
        const competing = rows(
          `select 1 from entries where id in (
             select id from entries where match_hash in (select value from json_each(?))
             union select entry_id from other_hashes where match_hash in (select value from json_each(?)))
             and id <> ? and (state = 'SENT' or (state = 'COMMITTED'
               and coalesce(json_extract(result, '$.found'), json_extract(result, '$.made')) is null)) limit 1`,
          matches,
          matches,
          id,
        );
        if (competing.length > 0) return 'BUSY';
        if (!insertClaim(id, claim)) return 'TAKEN';
        const text = JSON.stringify({ ...result, found: claim });
        change(`update entries set state = 'COMMITTED', result = ? where id = ?`, text, id);
        return 'CLAIMED';
      }),
    unclaimed: (id, claims) => claims.filter((claim) => rows(othersClaim, claim, id).length === 0),
    orphans: () =>
      (
        rows(
          `${selectEntry} where state in ('RESERVED', 'SENT') and ${isOrphan} order by random() limit ?`,
          clock.now(),
          clock.now(),
          MAX_ORPHANS,
        ) as Row[]
      ).map((row) => storedEntryOf(row).entry),
    beat: (owner) =>
      inTransaction(() => {
        const now = clock.now();
        change('insert or replace into owners values (?, ?)', owner, now + LEASE_MS);
        change('delete from owners where lease_until < ?', now - ENTRY_RETENTION_MS);
        for (const [table, column, retentionMs] of [
          ['entries', 'created_at', ENTRY_RETENTION_MS],
          ['claims', 'claimed_at', CLAIM_RETENTION_MS],
        ] as const) {
          change(
            `delete from ${table} where rowid in (select rowid from ${table} where ${column} <= ? limit ?)`,
            now - retentionMs,
            MAX_SWEPT,
          );
        }
      }),
    ...shelfSteps(database, inTransaction, clock),
    close: () => database.close(),
  };
}

/** Throws once the path has another file or none: what is written to a deleted file is lost with the processes that have it open. */
function guardPlace(path: string): () => void {
  const inodeOf = () => statSync(path, { throwIfNoEntry: false })?.ino;
  const opened = inodeOf();
  return () => {
    if (inodeOf() !== opened) throw new Error(`${path} was deleted or replaced; restart all processes that use it`);
  };
}
