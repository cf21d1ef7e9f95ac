/**
 * A SQL database, which is SQLite or PostgreSQL: statements are the same for both, with parameters `$1`, `$2` and so on, and what
 * they say differently comes from the dialect.
 */
export type Query = (sql: string, parameters?: readonly unknown[]) => Promise<Rows>;

export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface SqlDatabase {
  /** One statement, which is a transaction. */
  readonly query: Query;
  /** One transaction; of those with the same lock, one at a time. */
  readonly transact: <Result>(lock: string | null, work: (query: Query) => Promise<Result>) => Promise<Result>;
  readonly dialect: Dialect;
}

export interface Dialect {
  /** The time in milliseconds, by the database's clock. */
  readonly now: () => string;
  /** At the end of a select: locks its rows until the transaction ends. */
  readonly forUpdate: string;
  /** The same, without those that another transaction has locked. */
  readonly forUpdateSkipLocked: string;
  /** The type of a column with a list of texts, and such a list as a parameter. */
  readonly list: { readonly type: string; readonly parameterOf: (texts: readonly string[]) => unknown };
  /** Whether a column and a parameter, both lists, have a text in common. */
  readonly overlap: (column: string, parameter: string) => string;
}
