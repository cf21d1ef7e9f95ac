/** PostgreSQL: a small pool over pg that returns whole numbers as numbers. */
import pg from 'pg';
import type { Query } from './sql.ts';

export interface PoolLimits {
  readonly connections: number;
  /** The time limit for a connection, whether it is new or in use. */
  readonly connectMs: number;
  /** The time after which a query fails, and its connection can only be destroyed. */
  readonly queryMs: number;
}

export type PostgresConnection = Awaited<ReturnType<ReturnType<typeof openPostgres>['connect']>>;

/** How long a connection may be silent before it is probed: otherwise, the gateway would wait for a server that has gone without a word. */
const PROBE_MS = 10_000;
/** How long a connection is used: otherwise, reads would stay at a server that has become read-only, or that its name has left. */
const LIFE_SECONDS = 60;
const INT8_OID = pg.types.builtins.INT8;

/** A pool that connects on first use; takes `postgresql://user:password@host:port/name`. */
export function openPostgres(url: string, { connections, connectMs, queryMs }: PoolLimits) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    maxLifetimeSeconds: LIFE_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_MS,
    types: { getTypeParser: readerOf },
  });
  const unconfirmed = new WeakSet<object>();
  /** Why connections were lost. Later queries only say that they were. */
  const lost = new WeakMap<object, Error>();
  // A lost connection leaves the pool. The query that used it has already failed, and the next one gets a new connection; but
  // an 'error' event without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!lost.has(client)) lost.set(client, error);
    });
    client.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) unconfirmed.add(client);
    });
  });
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch(rethrowFirst);
      const query: Query = async (sql, parameters = []) => {
        const { rows } = await client.query(sql, parameters.map(withoutNul)).catch((error: unknown) => {
          throw lost.get(client) ?? error;
        });
        if (unconfirmed.has(client)) throw new Error('the commit was not confirmed by the synchronous standby');
        return rows;
      };
      return {
        /** The same object for as long as the connection lasts, whatever uses it. */
        client: client as object,
        query,
        /** Calls `onMessage` with what other sessions notify (LISTEN). Resolves when the connection has ended. */
        receive: (onMessage: (text: string) => void) =>
          new Promise<void>((resolve) => {
            client.on('notification', ({ payload = '' }) => onMessage(payload));
            client.once('end', () => resolve());
          }),
        /** `destroy` closes the connection, whatever it is doing. */
        release: (destroy: boolean) => client.release(destroy),
      };
    },
  };
}

/**
 * The part of the server that waits for a synchronous standby. If that wait is canceled, the server warns, and then reports the commit as
 * done, although only its own disk has it. Texts of messages are translated; names of routines are not.
 */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/** A host with several addresses fails once per address; the first error is enough. */
function rethrowFirst(error: unknown): never {
  throw error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
}

// Counts, times and ids stay below 2^53; pg returns them as text, because not every bigint does.
function readerOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as 'text');
}

/** PostgreSQL's text cannot contain U+0000. Its replacement matches nothing and breaks nothing. */
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}
