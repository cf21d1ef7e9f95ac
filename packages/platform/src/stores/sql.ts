/**
 * A SQL database, SQLite or PostgreSQL. Statements are the same for both, with parameters `$1`, `$2` and so on; the dialect has the parts
 * that differ.
 */
export type Query = (sql: string, parameters?: readonly unknown[]) => Promise<Rows>;

export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface SqlDatabase {
  /** Runs one statement as a transaction. */
  readonly query: Query;
  /** Runs one transaction. Transactions with the same lock run one at a time. */
  readonly transact: <Result>(lock: string | null, work: (query: Query) => Promise<Result>) => Promise<Result>;
  readonly dialect: Dialect;
}

export interface Dialect {
  /** The time in milliseconds, by the database's clock. */
  readonly now: () => string;
  /** At the end of a select: locks its rows until the transaction ends. */
  readonly forUpdate: string;
  /** The same, but skips rows that another transaction has locked. */
  readonly forUpdateSkipLocked: string;
  /** The type of a column with a list of texts, and how to pass such a list as a parameter. */
  readonly list: { readonly type: string; readonly parameterOf: (texts: readonly string[]) => unknown };
  /** Whether a column and a parameter, both lists, have a text in common. */
  readonly overlap: (column: string, parameter: string) => string;
}
