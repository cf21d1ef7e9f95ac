/** SQLite in a file that only its owner can access, for one piece of work at a time: each user waits until the current one ends. */
import type { Clock } from '../clock.ts';
import type { Dialect, Query, SqlDatabase } from './sql.ts';
import { BEGIN_WRITE, openSqlite, type SqliteFunctions } from './sqlite.ts';

export interface SqliteSql extends SqlDatabase {
  /** Runs the work as one transaction, or as part of the current one. */
  readonly inTransaction: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Begins a transaction, which waits at most this long for a lock of another connection. */
  readonly begin: (lockWaitMs: number) => void;
  readonly close: () => void;
}

const SYSTEM_NOW = `cast(round(unixepoch('subsec') * 1000) as integer)`;

/** `clock` replaces the system's. */
export function openSqliteSql(path: string, clock: Clock | null, functions?: SqliteFunctions): SqliteSql {
  const database = openSqlite(path, functions);
  const run = (sql: string) => void database.prepare(sql).run([]);
  const query: Query = async (sql, parameters = []) =>
    database.prepare(sql).all([named(parameters)]) as readonly Readonly<Record<string, unknown>>[];
  const begin = (): void => run(BEGIN_WRITE);
  const inTransaction: SqliteSql['inTransaction'] = async (work) => {
    if (database.isInTransaction()) return await work();
    begin();
    try {
      const result = await work();
      run('commit');
      return result;
    } catch (error) {
      if (database.isInTransaction()) run('rollback');
      throw error;
    }
  };
  return {
    query,
    transact: (_, work) => inTransaction(() => work(query)),
    dialect: sqliteDialect(clock),
    inTransaction,
    begin(lockWaitMs) {
      database.setLockWait(lockWaitMs);
      begin();
    },
    close: database.close,
  };
}

/** There is one writer at a time, so nothing has to be locked. A list is JSON. */
export const sqliteDialect = (clock: Clock | null): Dialect => ({
  now: () => (clock === null ? SYSTEM_NOW : String(clock.now())),
  forUpdate: '',
  forUpdateSkipLocked: '',
  list: { type: 'text', parameterOf: (texts) => JSON.stringify(texts) },
  overlap: (column, parameter) =>
    // An empty list overlaps with none. It is excluded explicitly, so that an index can leave empty lists out.
    `${column} <> '[]' and exists (
       select 1 from json_each(${column}) as own join json_each(${parameter}) as other on own.value = other.value)`,
});

/** The parameters by the names that they have in statements. */
function named(parameters: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map((value, at) => [`$${at + 1}`, typeof value === 'boolean' ? Number(value) : value]),
  );
}
