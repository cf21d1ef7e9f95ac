/**
 * Where SQLite and PostgreSQL differ, and nowhere else: types of columns, ids that count up, blanks in an index, the one
 * writer's lock, a snapshot to read from. Whoever works with a store need not know which of the two it is.
 */
import {
  type ColumnDataType,
  type ColumnDefinitionBuilder,
  type Compilable,
  CompiledQuery,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Store, Tables } from './tables.ts';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** What a migration builds columns and indexes from. */
export interface SchemaDialect {
  /** Text that compares by code point. */
  readonly text: ColumnType;
  readonly bytes: ColumnType;
  /** A whole number to 2^53: a count, a size, a time in milliseconds, and the reference to an id. */
  readonly integer: ColumnType;
  /** The type and the making of an id that the database counts up: `addColumn('id', dialect.integer, dialect.counted)`. */
  readonly counted: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** A column of an index, in an order with blanks below every value. */
  readonly blanksFirst: (column: string) => RawBuilder<unknown>;
}

interface Dialect {
  readonly schema: SchemaDialect;
  /** Begins a transaction that no other writer runs beside. */
  readonly beginWriting: (connection: Store) => Promise<void>;
  /** Lets counted ids go on after the greatest that was inserted by hand. */
  readonly continueIds: (connection: Store, table: keyof Tables) => Promise<void>;
  /** The table's indexes but for those of its constraints, with the statements that make them. */
  readonly indexesOf: (table: keyof Tables) => RawBuilder<{ readonly name: string; readonly definition: string }>;
  /** What stands before a query to be told its plan. */
  readonly explain: string;
}

const sqlite: Dialect = {
  schema: {
    text: 'text',
    bytes: 'blob',
    integer: 'integer',
    counted: (column) => column.primaryKey().autoIncrement(),
    blanksFirst: (column) => sql.ref(column),
  },
  async beginWriting(connection) {
    await sql`begin immediate`.execute(connection);
  },
  // An autoincrement takes notice of every id by itself.
  async continueIds() {},
  indexesOf: (table) => sql`
    select name, sql as definition from sqlite_master where type = 'index' and tbl_name = ${table} and sql is not null`,
  explain: 'explain query plan',
};

/** The key of the lock among all advisory locks of a database. */
const WRITE_LOCK = 7_243_861_905;

const postgresql: Dialect = {
  schema: {
    text: sql`text collate "C"`,
    bytes: 'bytea',
    integer: 'bigint',
    counted: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
    blanksFirst: (column) => sql`${sql.ref(column)} nulls first`,
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
  explain: 'explain',
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

/** One transaction that has the write lock from its beginning, so that it never fails half-way for want of it. */
export async function underWriteLock<T>(store: Store, work: (connection: Store) => Promise<T>): Promise<T> {
  return await store.connection().execute(async (connection) => {
    await dialectOf(store).beginWriting(connection);
    try {
      const result = await work(connection);
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      // Some errors, a full disk for one, have rolled back already; the first error is the one to tell.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

/** Reads that all see the store as it was at the first of them. */
export async function inSnapshot<T>(store: Store, work: (snapshot: Store) => Promise<T>): Promise<T> {
  return await store.transaction().setIsolationLevel('repeatable read').execute(work);
}

/** Does the work with the table's indexes set aside, and makes them anew: far less to write for very many rows. */
export async function withoutIndexes(store: Store, table: keyof Tables, work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await dialectOf(store).indexesOf(table).execute(store);
  for (const { name } of indexes) await store.schema.dropIndex(name).execute();
  await work();
  for (const { definition } of indexes) await sql.raw(definition).execute(store);
}

/** The steps of a query's plan, as the database words them. */
export async function explain(store: Store, query: Compilable): Promise<readonly string[]> {
  const { sql: text, parameters } = query.compile();
  const asked = CompiledQuery.raw(`${dialectOf(store).explain} ${text}`, [...parameters]);
  const { rows } = await store.executeQuery<Record<string, unknown>>(asked);
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN']));
}
