/**
 * All differences between SQLite and PostgreSQL: column types, generated ids, the order of blanks and the texts in an index,
 * the single writer's lock, and snapshot reads. Users of a store need not know which of the two it is.
 */
import { type ColumnDataType, type ColumnDefinitionBuilder, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Store, Tables } from './tables.ts';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** What migrations build columns and indexes from. */
export interface SchemaDialect {
  /** Text that is compared by code point. */
  readonly text: ColumnType;
  readonly bytes: ColumnType;
  /** A whole number up to 2^53: a count, a size, a time in milliseconds, or a reference to an id. */
  readonly integer: ColumnType;
  /** Makes a column an id that the database generates by counting up: `addColumn('id', dialect.integer, dialect.generatedId)`. */
  readonly generatedId: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** An index column that sorts blanks below every value. */
  readonly blanksFirst: (column: string) => RawBuilder<unknown>;
  /** Whether a text that is too long for an index cannot be stored at all. */
  readonly limitsIndexedText: boolean;
}

interface Dialect {
  readonly schema: SchemaDialect;
  /** Begins a transaction that excludes all other writers. */
  readonly beginWriting: (connection: Store) => Promise<void>;
  /** Makes generated ids continue after the greatest id that was inserted explicitly. */
  readonly continueIds: (connection: Store, table: keyof Tables) => Promise<void>;
  /** The table's indexes, except those of its constraints, with the statements that create them. */
  readonly indexesOf: (table: keyof Tables) => RawBuilder<{ readonly name: string; readonly definition: string }>;
}

const sqlite: Dialect = {
  schema: {
    text: 'text',
    bytes: 'blob',
    integer: 'integer',
    generatedId: (column) => column.primaryKey().autoIncrement(),
    blanksFirst: (column) => sql.ref(column),
    limitsIndexedText: false,
  },
  async beginWriting(connection) {
    await sql`begin immediate`.execute(connection);
  },
  // SQLite's autoincrement accounts for explicitly inserted ids by itself.
  async continueIds() {},
  indexesOf: (table) => sql`
    select name, sql as definition from sqlite_master where type = 'index' and tbl_name = ${table} and sql is not null`,
};

/** The key of this lock among the advisory locks of a database. */
const WRITE_LOCK = 7_243_861_905;

const postgresql: Dialect = {
  schema: {
    text: sql`text collate "C"`,
    bytes: 'bytea',
    integer: 'bigint',
    generatedId: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
    blanksFirst: (column) => sql`${sql.ref(column)} nulls first`,
    limitsIndexedText: true,
  },
  async beginWriting(connection) {
    await sql`begin`.execute(connection);
    await sql`select pg_advisory_xact_lock(${sql.lit(WRITE_LOCK)})`.execute(connection);
  },
  async continueIds(connection, table) {
    const rows = sql.table(table);
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${rows} having max(id) is not null
    `.execute(connection);
  },
  indexesOf: (table) => sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = ${table} and schemaname = current_schema()
      and indexname not in (select conname from pg_constraint)`,
};

function dialectOf(store: Store): Dialect {
  return store.getExecutor().adapter instanceof PostgresAdapter ? postgresql : sqlite;
}

export function schemaDialect(store: Store): SchemaDialect {
  return dialectOf(store).schema;
}

export async function continueIds(store: Store, table: keyof Tables): Promise<void> {
  await dialectOf(store).continueIds(store, table);
}

/** One transaction that holds the write lock from its beginning, so that it never fails halfway because it cannot get the lock. */
export async function withWriteLock<T>(store: Store, work: (connection: Store) => Promise<T>): Promise<T> {
  return await store.connection().execute(async (connection) => {
    await dialectOf(store).beginWriting(connection);
    try {
      const result = await work(connection);
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      // Some errors, for example a full disk, have already rolled back; the first error is the one to report.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

/** Runs reads that all see the store as of the first of them. */
export async function inSnapshot<T>(store: Store, work: (snapshot: Store) => Promise<T>): Promise<T> {
  return await store.transaction().setIsolationLevel('repeatable read').execute(work);
}

/** Drops the table's indexes, runs `work`, and recreates them: far fewer writes when very many rows are inserted. */
export async function withoutIndexes(store: Store, table: keyof Tables, work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await dialectOf(store).indexesOf(table).execute(store);
  for (const { name } of indexes) await store.schema.dropIndex(name).execute();
  await work();
  for (const { definition } of indexes) await sql.raw(definition).execute(store);
}
