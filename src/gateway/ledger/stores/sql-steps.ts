/**
 * The ledger in SQL: its tables, and the steps of its store. Each step is one statement, or one transaction if several belong together. A
 * step locks the row that it changes, and reads a locked row in its newest version. A claim that two entries may make has its own lock,
 * which is taken first.
 */
import { createLeases, leaseTable } from '@realty-forms/platform/stores/leases.ts';
import type { Dialect, Query, SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import { CLAIM_RETENTION_MS, ENTRY_RETENTION_MS, type Entry, LEASE_MS, type StoredResult } from '../entry.ts';
import { MAX_APART_MS } from '../recovery/matching.ts';
import type { Settlement, SharedDatabase, StoredEntry } from './store.ts';

/** The lease of the one process that works on the tables of webhooks. */
export const OUTBOX_LEASE = 'outbox';

/**
 * The tables of webhooks: events that wait or are dead, one for each transaction of a subscription's agent, or one with the subject '' for
 * all of them; the cursors up to which changes have become events; and the subscriptions that their receivers have ended.
 */
const outboxTables: readonly string[] = [
  `create table if not exists outbox (
     subscription text, agent text, subject text, id text not null, transaction_id text not null, version text not null,
     seen_at bigint not null, state text not null, attempts integer not null, failures integer not null,
     due_at bigint not null, problem text, primary key (subscription, agent, subject)
   )`,
  `create index if not exists outbox_due on outbox (subscription, due_at) where state = 'WAITING'`,
  // Only 0.4 reads `absent_since`.
  `create table if not exists checkpoints (
     subscription text, agent text, cursor text not null, absent_since bigint, primary key (subscription, agent)
   )`,
  'create table if not exists ended_subscriptions (subscription text primary key, url_hash text not null, ended_at bigint not null)',
];

/**
 * `fixed` is the entry as it was reserved. `matches` has all hashes by which another entry can match it. `found` and `made` are its claims.
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

const MAX_ORPHANS = 100;
const MAX_SWEPT = 1_000;

/** Rows that expire: table, key, and the start of their lifetime. */
const swept = [
  ['entries', 'id', 'created_at', ENTRY_RETENTION_MS],
  ['claims', 'claim', 'claimed_at', CLAIM_RETENTION_MS],
  ['leases', 'name', 'held_until', ENTRY_RETENTION_MS],
] as const;

/** Each process renews a lease, named after itself, with every heartbeat. */
const isDead = (owner: string, now: string): string =>
  `not exists (select 1 from leases where name = ${owner} and held_until - ${now} between 1 and ms)`;
const selectEntry = (now: string): string => `select fixed, state, sent_at as "sentAt", content_hash as "contentHash",
  result, ${isDead('entries.owner', now)} as "isOrphan" from entries`;

interface Row extends Pick<Entry, 'state' | 'sentAt' | 'contentHash'> {
  readonly fixed: string;
  readonly result: string | null;
  /** SQLite returns a number. */
  readonly isOrphan: boolean | number;
}

/** The store in a database that already has the tables. */
export function storeIn({ close, ...database }: SqlDatabase & { readonly close: () => Promise<void> }) {
  const { query, transact, dialect } = database;
  const { now } = dialect;
  const leases = createLeases(database);
  const isChanged = (sql: string, ...values: readonly unknown[]) => isAny(query, `${sql} returning 1`, values);
  const readAll = async (sql: string, ...values: readonly unknown[]): Promise<readonly StoredEntry[]> =>
    ((await query(`${selectEntry(now())} ${sql}`, values)) as unknown as readonly Row[]).map(storedEntryOf);
  const read = async (id: string): Promise<StoredEntry | null> => (await readAll('where id = $1', id))[0] ?? null;

  /** Whether another write has one of these hashes, and it is not known what it created. */
  const isSought = (run: Query, id: string, matches: unknown, condition: string): Promise<boolean> => {
    const others = `select 1 from entries where ${dialect.overlap('matches', '$1')} and id <> $2 and ${condition}`;
    return isAny(run, `${others} and found is null and made is null limit 1`, [matches, id]);
  };

  return {
    ...({ ...leases, query } satisfies SharedDatabase),
    close,
    /**
     * Stores the entry unless its id is taken. An orphaned RESERVED entry is replaced, since nothing was sent for it. `isNew`: whether
     * `entry` is the one that was passed in, and not one that was already there.
     */
    async reserve(entry: Entry): Promise<StoredEntry & { readonly isNew: boolean }> {
      const { id, attempt, owner } = entry;
      // Replicas of version 0.4 read `otherHashes`.
      const fixed = JSON.stringify({ ...entry, otherHashes: [] });
      const values = [id, attempt, owner, fixed, dialect.list.parameterOf(entry.matches)];
      for (;;) {
        const time = now();
        const isNew = await isChanged(
          `insert into entries (id, attempt, owner, fixed, matches, created_at, state)
             values ($1, $2, $3, $4, $5, ${time}, 'RESERVED') on conflict do nothing`,
          ...values,
        );
        if (isNew) return { entry, isOrphan: false, isNew };
        const existing = await read(id);
        // It has been released meanwhile.
        if (existing === null) continue;
        const isReplaced = await isChanged(
          `update entries set attempt = $2, owner = $3, fixed = $4, matches = $5, created_at = ${time}, state = 'RESERVED',
             sent_at = null, content_hash = null, result = null, found = null, made = null, is_part = false
             where id = $1 and (created_at + ${ENTRY_RETENTION_MS} <= ${time}
               or (state = 'RESERVED' and ${isDead('entries.owner', time)}))`,
          ...values,
        );
        return isReplaced ? { entry, isOrphan: false, isNew: true } : { ...existing, isNew: false };
      }
    },
    read,
    /** RESERVED → SENT, for this attempt only; false if this attempt no longer holds the entry RESERVED. */
    markSent: (id: string, attempt: string, sentAt: number) =>
      isChanged(
        `update entries set state = 'SENT', sent_at = $3 where id = $1 and attempt = $2 and state = 'RESERVED'`,
        id,
        attempt,
        sentAt,
      ),
    /**
     * SENT, UNKNOWN or partial (`isPart`) → the settlement, for this attempt only; UNKNOWN can only follow SENT. A settlement overrides
     * what reconciliation found, for this entry and for another entry that was given the same claim, which becomes UNKNOWN again.
     */
    settle: (id: string, attempt: string, { state, result, contentHash, claim }: Settlement) =>
      transact(claim, async (run) => {
        const [open] = await run(
          `select found from entries where id = $1 and attempt = $2 and (state = 'SENT'
             or ($3 <> 'UNKNOWN' and (state = 'UNKNOWN' or found is not null or is_part))) ${dialect.forUpdate}`,
          [id, attempt, state],
        );
        if (open === undefined) return false;
        await run('delete from claims where claim = $1 and entry_id = $2', [open['found'], id]);
        // Claims refer to entries by id, and an id recurs when its key is used again.
        const stored = claim === null ? result : { ...result, made: claim };
        await run(
          `update entries set state = $2, content_hash = $3, result = $4, found = null, made = $5, is_part = $6
             where id = $1`,
          [id, state, contentHash, stored && JSON.stringify(stored), claim, stored?.isPart === true],
        );
        if (claim !== null) await takeClaim(run, id, claim, now());
        return true;
      }),
    /** Removes this attempt's entry unless it has an answer. The caller is certain that the write did nothing. */
    release: (id: string, attempt: string) =>
      transact(null, async (run) => {
        const [gone] = await run(
          `delete from entries where id = $1 and attempt = $2
             and (state in ('RESERVED', 'SENT', 'UNKNOWN') or found is not null) returning found`,
          [id, attempt],
        );
        if (gone === undefined) return false;
        await run('delete from claims where claim = $1 and entry_id = $2', [gone['found'], id]);
        return true;
      }),
    /** Removes the entry if this attempt still holds it RESERVED: it may have been sent since another process read it. */
    releaseUnsent: (id: string, attempt: string) =>
      isChanged(`delete from entries where id = $1 and attempt = $2 and state = 'RESERVED'`, id, attempt),
    /**
     * SENT, UNKNOWN or partial → COMMITTED with `claim`, for this attempt only; no other write may hold the claim. TAKEN: another holds it.
     * BUSY: another entry with the same match is still SENT, or is COMMITTED without knowing what it created, so the claim may belong to
     * that entry. SETTLED: the attempt already has an outcome, or its entry is gone.
     */
    claim: (id: string, attempt: string, claim: string, result: StoredResult) =>
      transact(claim, async (run): Promise<'CLAIMED' | 'TAKEN' | 'BUSY' | 'SETTLED'> => {
        const [entry] = await run(
          `select matches from entries where id = $1 and attempt = $2 and (state in ('SENT', 'UNKNOWN') or is_part)
             ${dialect.forUpdate}`,
          [id, attempt],
        );
        if (entry === undefined) return 'SETTLED';
        if (await isSought(run, id, entry['matches'], `state in ('SENT', 'COMMITTED')`)) return 'BUSY';
        if (!(await insertClaim(run, id, claim, now()))) return 'TAKEN';
        const text = JSON.stringify({ ...result, found: claim });
        await run(
          `update entries set state = 'COMMITTED', result = $2, found = $3, made = null, is_part = false where id = $1`,
          [id, text, claim],
        );
        return 'CLAIMED';
      }),
    /** The claims that no other write holds. What an earlier write with the same key created counts as held. */
    async unclaimed(id: string, claims: readonly string[]): Promise<readonly string[]> {
      if (claims.length === 0) return [];
      const others = await query(
        `select claim from claims where claim in (${claims.map((_, at) => `$${at + 2}`).join()})
           and not (entry_id = $1 and exists (select 1 from entries where id = $1 and claims.claim in (found, made)))`,
        [id, ...claims],
      );
      const held = new Set(others.map(({ claim }) => claim));
      return claims.filter((claim) => !held.has(claim));
    },
    /** Whether another write without an outcome has one of these hashes, and may have created the same record as this one. */
    isSoughtElsewhere(id: string, matches: readonly string[]) {
      const isNear = `abs(sent_at - (select sent_at from entries where id = $2)) <= ${MAX_APART_MS}`;
      return isSought(query, id, dialect.list.parameterOf(matches), `state in ('SENT', 'UNKNOWN') and ${isNear}`);
    },
    /** Some of the orphaned entries that are RESERVED or SENT. */
    async orphans(): Promise<readonly Entry[]> {
      const open = `state in ('RESERVED', 'SENT') and ${isDead('entries.owner', now())}`;
      return (await readAll(`where ${open} order by random() limit ${MAX_ORPHANS}`)).map(({ entry }) => entry);
    },
    /** Renews the owner's lease: it counts as alive for LEASE_MS from now. */
    async beat(owner: string): Promise<void> {
      await leases.takeLease(owner, owner, LEASE_MS);
      const time = now();
      for (const [table, key, column, retentionMs] of swept)
        await query(
          `delete from ${table} where ${key} in (select ${key} from ${table} where ${column} <= ${time} - ${retentionMs}
             limit ${MAX_SWEPT} ${dialect.forUpdateSkipLocked})`,
        );
    },
  };
}

/**
 * An answer proves whose the claim is. An entry to which reconciliation gave it loses it, and is UNKNOWN again. The claim names its new
 * holder, which may still have to search for the rest of its answer (`unclaimed`).
 */
async function takeClaim(run: Query, id: string, claim: string, now: string): Promise<void> {
  const taken = await run(
    `update entries set state = 'UNKNOWN', result = null, found = null
       where found = $1 and id in (select entry_id from claims where claim = $1) returning 1`,
    [claim],
  );
  if (taken.length > 0) await run('delete from claims where claim = $1', [claim]);
  await insertClaim(run, id, claim, now);
}

function insertClaim(run: Query, id: string, claim: string, now: string): Promise<boolean> {
  const insert = `insert into claims (claim, entry_id, claimed_at) values ($1, $2, ${now})`;
  return isAny(run, `${insert} on conflict do nothing returning 1`, [claim, id]);
}

const isAny = async (run: Query, sql: string, values: readonly unknown[]): Promise<boolean> =>
  (await run(sql, values)).length > 0;

function storedEntryOf({ fixed, isOrphan, result, ...row }: Row): StoredEntry {
  const entry: Entry = { ...(JSON.parse(fixed) as Entry), ...row, result: result === null ? null : JSON.parse(result) };
  return { entry, isOrphan: Boolean(isOrphan) };
}
