/** The ledger's entries in SQLite. A file has its own thread (sqlite-thread.ts), because a commit waits for the disk. */
import type { Clock } from '@realty-forms/platform/clock.ts';
import { messageTable } from '@realty-forms/platform/replicas/channels.ts';
import { leaseSteps } from '@realty-forms/platform/stores/leases.ts';
import type { Query } from '@realty-forms/platform/stores/sql.ts';
import { openSqliteSql, type SqliteSql } from '@realty-forms/platform/stores/sqlite-sql.ts';
import { type Entry, LEASE_MS, matchesOf } from '../entry.ts';
import { entrySteps, tablesIn } from './sql-steps.ts';
import type { LedgerStore } from './store.ts';

/** Its steps are run one after the other: the next when the promise of the one before has resolved. */
export interface SqliteStore {
  readonly steps: LedgerStore;
  /** Runs several steps as one transaction, so that they share one wait for the disk. */
  readonly inTransaction: SqliteSql['inTransaction'];
}

/** Finds other entries that may have created the same object. */
const MATCHES_INDEX = `create index if not exists entries_matches on entries (state)
  where matches <> '[]' and found is null and made is null`;

/** Opens the file, or creates it. `clock` replaces the system's. */
export async function openSqliteStore(path: string, clock: Clock | null): Promise<SqliteStore> {
  const database = openSqliteSql(path, clock);
  const { query, inTransaction } = database;
  try {
    await inTransaction(() => createTables(database));
  } catch (error) {
    closeQuietly(database);
    throw error;
  }
  const close = async () => database.close();
  return {
    steps: { ...entrySteps(database), ...leaseSteps(database), query, close },
    inTransaction,
  };
}

/** The error that is thrown is the one before. */
function closeQuietly(database: SqliteSql): void {
  try {
    database.close();
  } catch {}
}

/** Creates the missing tables, and converts those of earlier versions. */
async function createTables({ query, dialect }: SqliteSql): Promise<void> {
  const hasOld = await putOldEntriesAside(query);
  for (const statement of [...tablesIn(dialect), messageTable, MATCHES_INDEX]) await query(statement);
  if (hasOld) await moveOldEntries(query);
}

/** Entries as version 0.3 and earlier stored them in SQLite, with a column for each of their values. */
const OLD_INDEXES = ['entries_open', 'entries_created', 'entries_match'];

type Row = Omit<Entry, 'place' | 'otherHashes' | 'result'> & {
  readonly place: string;
  readonly otherHashes: string;
  readonly result: string | null;
};

/** Puts them aside, so that there can be a new table; false if there are none. */
async function putOldEntriesAside(run: Query): Promise<boolean> {
  const columns = await run(`select 1 from pragma_table_info('entries') where name = 'input_hash'`);
  if (columns.length === 0) return false;
  for (const index of OLD_INDEXES) await run(`drop index if exists ${index}`);
  await run('drop trigger if exists entries_deleted');
  await run('alter table entries rename to old_entries');
  return true;
}

async function moveOldEntries(run: Query): Promise<void> {
  const rows = await run(
    `select id, attempt, owner, operation, state, key_id as "keyId", input_hash as "inputHash", content_hash as "contentHash",
       place, match_hash as "matchHash", created_at as "createdAt", sent_at as "sentAt", result,
       (select json_group_array(json_object('keyId', key_id, 'inputHash', input_hash, 'matchHash', match_hash))
         from other_hashes where entry_id = old_entries.id) as "otherHashes"
       from old_entries`,
  );
  for (const { place, otherHashes, result, ...row } of rows as unknown as readonly Row[]) {
    const entry = { ...row, place: JSON.parse(place), otherHashes: JSON.parse(otherHashes), result: null };
    const { found = null, made = null, isPart = false } = JSON.parse(result ?? '{}');
    await run(
      `insert into entries (id, attempt, owner, fixed, matches, created_at, state, sent_at, content_hash, result, found, made,
         is_part) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        ...[entry.id, entry.attempt, entry.owner, JSON.stringify(entry), JSON.stringify(matchesOf(entry))],
        ...[entry.createdAt, entry.state, entry.sentAt, entry.contentHash, result, found, made, isPart],
      ],
    );
  }
  await run(
    `insert into leases (name, holder, held_until, ms) select owner, owner, lease_until, ${LEASE_MS} from owners`,
  );
  for (const table of ['old_entries', 'other_hashes', 'owners']) await run(`drop table ${table}`);
}
