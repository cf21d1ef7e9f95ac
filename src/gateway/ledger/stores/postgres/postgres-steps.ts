/**
 * The ledger's steps in PostgreSQL. Each is one statement, or one transaction if it takes several. A row is locked by whoever changes
 * it, and a locked row is read in its newest version; what two entries may claim has a lock of its own, taken first.
 */
import type { Query } from '@realty-forms/platform/stores/postgres-servers.ts';
import {
  CLAIM_RETENTION_MS,
  ENTRY_RETENTION_MS,
  type Entry,
  LEASE_MS,
  MAX_LEASE_MS,
  matchesOf,
  withClaim,
} from '../../entries/entry.ts';
import type { LedgerStore, Shelves, StoredEntry } from '../store.ts';

export interface Database {
  /** One statement, which is a transaction. */
  readonly query: Query;
  /** One transaction; of those with the same lock, one at a time. */
  readonly transact: <Result>(lock: string | null, work: (query: Query) => Promise<Result>) => Promise<Result>;
  /** The SQL for the time in milliseconds. */
  readonly now: () => string;
}

const MAX_ORPHANS = 100;
const MAX_SWEPT = 1_000;

const isDead = (owner: string, now: string): string => `coalesce((select lease_until from owners
  where owners.owner = ${owner}), 0) - ${now} not between 1 and ${MAX_LEASE_MS}`;
const selectEntry = (now: string): string => `select fixed, state, sent_at as "sentAt", content_hash as "contentHash",
  result, ${isDead('entries.owner', now)} as "isOrphan" from entries`;

interface Row extends Pick<Entry, 'state' | 'sentAt' | 'contentHash'> {
  readonly fixed: string;
  readonly result: string | null;
  readonly isOrphan: boolean;
}

export function entrySteps({ query, transact, now }: Database): Omit<LedgerStore, keyof Shelves | 'close'> {
  const isChanged = async (sql: string, ...values: readonly unknown[]): Promise<boolean> =>
    (await query(`${sql} returning 1`, values)).length > 0;
  const readAll = async (sql: string, ...values: readonly unknown[]): Promise<readonly StoredEntry[]> =>
    ((await query(`${selectEntry(now())} ${sql}`, values)) as unknown as readonly Row[]).map(storedEntryOf);
  const read = async (id: string): Promise<StoredEntry | null> => (await readAll('where id = $1', id))[0] ?? null;

  return {
    async reserve(entry) {
      const values = [entry.id, entry.attempt, entry.owner, JSON.stringify(entry), matchesOf(entry)];
      for (;;) {
        const time = now();
        const isNew = await isChanged(
          `insert into entries (id, attempt, owner, fixed, matches, created_at, state)
             values ($1, $2, $3, $4, $5, ${time}, 'RESERVED') on conflict do nothing`,
          ...values,
        );
        if (isNew) return { entry, isOrphan: false, isNew };
        const existing = await read(entry.id);
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
    markSent: (id, attempt, sentAt) =>
      isChanged(
        `update entries set state = 'SENT', sent_at = $3 where id = $1 and attempt = $2 and state = 'RESERVED'`,
        id,
        attempt,
        sentAt,
      ),
    settle: (id, attempt, { state, result, contentHash, claim }) =>
      transact(claim, async (run) => {
        const [open] = await run(
          `select found from entries where id = $1 and attempt = $2 and (state = 'SENT'
             or ($3 <> 'UNKNOWN' and (state = 'UNKNOWN' or found is not null or is_part))) for update`,
          [id, attempt, state],
        );
        if (open === undefined) return false;
        await run('delete from claims where claim = $1 and entry_id = $2', [open['found'], id]);
        const stored = withClaim(result, claim);
        await run(
          `update entries set state = $2, content_hash = $3, result = $4, found = null, made = $5, is_part = $6
             where id = $1`,
          [id, state, contentHash, stored && JSON.stringify(stored), claim, stored?.isPart === true],
        );
        if (claim !== null) await takeClaim(run, id, claim, now());
        return true;
      }),
    async release(id, attempt) {
      const gone = await query(
        `with gone as (delete from entries where id = $1 and attempt = $2
             and (state in ('RESERVED', 'SENT', 'UNKNOWN') or found is not null) returning found),
           given_back as (delete from claims using gone where claim = gone.found and entry_id = $1)
         select 1 from gone`,
        [id, attempt],
      );
      return gone.length > 0;
    },
    releaseUnsent: (id, attempt) =>
      isChanged(`delete from entries where id = $1 and attempt = $2 and state = 'RESERVED'`, id, attempt),
    claim: (id, attempt, claim, result) =>
      transact(claim, async (run) => {
        const [entry] = await run(
          `select matches from entries where id = $1 and attempt = $2 and state in ('SENT', 'UNKNOWN') for update`,
          [id, attempt],
        );
        if (entry === undefined) return 'SETTLED';
        const competing = await run(
          `select 1 from entries where matches && $1 and id <> $2 and (state = 'SENT'
             or (state = 'COMMITTED' and found is null and made is null)) limit 1`,
          [entry['matches'], id],
        );
        if (competing.length > 0) return 'BUSY';
        if (!(await insertClaim(run, id, claim, now()))) return 'TAKEN';
        const text = JSON.stringify({ ...result, found: claim });
        await run(
          `update entries set state = 'COMMITTED', result = $2, found = $3, made = null, is_part = false where id = $1`,
          [id, text, claim],
        );
        return 'CLAIMED';
      }),
    async unclaimed(id, claims) {
      const rows = await query(
        `select claim from unnest($2::text[]) with ordinality as given (claim, place) where not exists (
           select 1 from claims where claims.claim = given.claim and not (entry_id = $1 and exists (
             select 1 from entries where id = $1 and given.claim in (found, made)))) order by place`,
        [id, claims],
      );
      return rows.map(({ claim }) => String(claim));
    },
    orphans: async () => {
      const open = `state in ('RESERVED', 'SENT') and ${isDead('entries.owner', now())}`;
      return (await readAll(`where ${open} order by random() limit ${MAX_ORPHANS}`)).map(({ entry }) => entry);
    },
    async beat(owner) {
      const time = now();
      const sweep = (table: string, column: string, retentionMs: number): string =>
        `delete from ${table} where ctid in (select ctid from ${table} where ${column} <= ${time} - ${retentionMs}
           limit ${MAX_SWEPT} for update skip locked)`;
      await query(
        `with entries_swept as (${sweep('entries', 'created_at', ENTRY_RETENTION_MS)}),
           claims_swept as (${sweep('claims', 'claimed_at', CLAIM_RETENTION_MS)}),
           owners_swept as (${sweep('owners', 'lease_until', ENTRY_RETENTION_MS)} and owner <> $1)
         ${renewLease(time)}`,
        [owner],
      );
    },
  };
}

/** A statement that makes its first parameter count as alive. */
export const renewLease = (now: string): string => `insert into owners values ($1, ${now} + ${LEASE_MS})
  on conflict (owner) do update set lease_until = excluded.lease_until`;

/** True if another process is alive that the row's column names. */
export const isLive = (owner: string, now: string): string => `not (${isDead(owner, now)})`;

/** A response proves whose the claim is: an entry that reconciliation gave it to loses it, and is UNKNOWN again. */
async function takeClaim(run: Query, id: string, claim: string, now: string): Promise<void> {
  await run(
    `with taken as (update entries set state = 'UNKNOWN', result = null, found = null
         where found = $1 and id in (select entry_id from claims where claim = $1) returning 1)
     delete from claims where claim = $1 and exists (select 1 from taken)`,
    [claim],
  );
  await insertClaim(run, id, claim, now);
}

async function insertClaim(run: Query, id: string, claim: string, now: string): Promise<boolean> {
  const rows = await run(`insert into claims values ($1, $2, ${now}) on conflict do nothing returning 1`, [claim, id]);
  return rows.length > 0;
}

function storedEntryOf({ fixed, isOrphan, result, ...row }: Row): StoredEntry {
  const entry: Entry = { ...(JSON.parse(fixed) as Entry), ...row, result: result === null ? null : JSON.parse(result) };
  return { entry, isOrphan };
}
