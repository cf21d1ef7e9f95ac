/**
 * PostgreSQL as Kysely's PostgresDialect wants it: a small pool over pg, with whole numbers as numbers. It never tells a
 * password: what names the database to people is `describePostgres`.
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

/** Connections of one process; one of them at a time writes. */
const CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const INT8_OID = pg.types.builtins.INT8;

/** A pool that connects when it is first asked; `postgresql://user:password@host:port/name`. */
export function openPostgres(url: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: readerOf },
  });
  // A lost connection leaves the pool. Whoever was asking over it has the error already, whoever asks next gets a new one; but
  // an 'error' that nobody listens to would end the process.
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

/** The database's address without what is secret in it. */
export function describePostgres(url: string): string {
  const { host, searchParams, pathname } = new URL(url);
  return `postgresql://${host || searchParams.get('host') || 'localhost'}${pathname}`;
}

// Counts, times and ids stay below 2^53; pg gives them as text, because not every bigint does.
function readerOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as 'text');
}

/** PostgreSQL's text cannot hold U+0000. Its stand-in is found by nothing and breaks nothing. */
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}
