/**
 * PostgreSQL for Kysely's PostgresDialect: a small pool over pg that returns whole numbers as numbers. It never shows a
 * password: `describePostgres` names the database to people.
 */
import pg from 'pg';

interface PostgresRows {
  readonly command: 'SELECT';
  readonly rowCount: number;
  readonly rows: never[];
}

interface PostgresConnection {
  query(sql: string, parameters?: readonly unknown[]): Promise<PostgresRows>;
  query(cursor: never): never;
  release(destroy?: boolean): void;
}

export interface PostgresPool {
  readonly options: object;
  connect(): Promise<PostgresConnection>;
  end(): Promise<void>;
}

/** Connections per process; only one of them writes at a time. */
const CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const INT8_OID = pg.types.builtins.INT8;

/** A pool that connects on first use; takes `postgresql://user:password@host:port/name`. */
export function openPostgres(url: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: readerOf },
  });
  // A lost connection leaves the pool. The query that used it has already failed, and the next one gets a new connection; but
  // an 'error' event without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      return {
        query: (sql: string, parameters: readonly unknown[] = []) =>
          client.query(sql, parameters.map(withoutNul)) as never,
        release: (destroy) => client.release(destroy),
      };
    },
  };
}

/** The database's URL without its secrets. */
export function describePostgres(url: string): string {
  const { host, searchParams, pathname } = new URL(url);
  return `postgresql://${host || searchParams.get('host') || 'localhost'}${pathname}`;
}

// Counts, times and ids stay below 2^53; pg returns them as text, because not every bigint does.
function readerOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as 'text');
}

/** PostgreSQL's text cannot contain U+0000. Its replacement matches nothing and breaks nothing. */
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}
