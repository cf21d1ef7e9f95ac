/**
 * One database on several PostgreSQL servers, one of which accepts writes at a time: `postgresql://user:password@one:5432,two:5432/name`.
 * Each piece of work gets a connection to that server within a limited time, or fails. A connection that has failed is not used again.
 */
import { hash, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { openPostgres, type PostgresConnection } from './postgres.ts';
import { eachHost } from './postgres-url.ts';
import type { Dialect, Query, SqlDatabase } from './sql.ts';

export interface ServersOptions {
  /** The time limit for connecting to one server. */
  readonly connectMs: number;
  /** The time limit for one statement. The server itself ends it a little earlier, except for a commit that waits for a standby. */
  readonly queryMs: number;
  /** Statements for each new connection: `set` and the like. */
  readonly settings: readonly string[];
}

export type PostgresServers = Readonly<ReturnType<typeof openPostgresServers>>;

/** The most connections of one process. */
const CONNECTIONS = 8;
const LISTEN_AGAIN_MS = 1_000;
const LISTEN_CHECK_MS = 10_000;
const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

export function openPostgresServers(url: string, { connectMs, queryMs, settings }: ServersOptions) {
  const servers = eachHost(url).map((each) => ({
    pool: openPostgres(each, { connections: CONNECTIONS, connectMs, queryMs }),
    // All other connections may be in use when it is needed.
    spare: openPostgres(each, { connections: 1, connectMs, queryMs }),
  }));
  const names = new WeakMap<object, string>();
  let current = 0;
  const closing = Promise.withResolvers<void>();
  let isClosing = false;

  /** Returns the server's name for the connection. Throws if the server does not accept writes. */
  const prepare = async (connection: PostgresConnection): Promise<string> => {
    const known = names.get(connection.client);
    if (known !== undefined) return known;
    const name = `write ledger ${randomUUID()}`;
    await connection.query(
      [
        `set application_name = '${name}'`,
        `set statement_timeout = ${Math.round(queryMs * 0.9)}`,
        `set lock_timeout = ${Math.round(queryMs * 0.8)}`,
        `set idle_in_transaction_session_timeout = ${queryMs}`,
        // Otherwise, the server may end a connection while work begins on it. Servers before 14 have no such limit.
        `select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout'`,
        `set default_transaction_isolation = 'read committed'`,
        'set client_min_messages = warning',
        ...settings,
      ].join(';'),
    );
    await requireWrites(connection);
    names.set(connection.client, name);
    return name;
  };

  const connectTo = async ({ pool }: (typeof servers)[number]) => {
    const connection = await pool.connect();
    try {
      return { connection, name: await prepare(connection) };
    } catch (error) {
      connection.release(true);
      throw error;
    }
  };

  /** A connection to the server that last accepted writes, or to the first of the others that does. */
  const connect = async () => {
    let fault: unknown;
    for (const offset of servers.keys()) {
      const at = (current + offset) % servers.length;
      const server = servers[at] as (typeof servers)[number];
      try {
        const connected = await connectTo(server);
        current = at;
        return { ...connected, server };
      } catch (error) {
        fault ??= error;
      }
    }
    throw fault;
  };

  /**
   * A commit that waits for a missing standby goes on waiting when its client has gone, and each one would take up a place on the server.
   * If the backend is ended, the commit is never reported as done; if it were canceled, it would be.
   */
  const endBackend = async ({ spare }: (typeof servers)[number], name: string): Promise<void> => {
    const connection = await spare.connect();
    let isDone = false;
    try {
      await connection.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
        name,
      ]);
      isDone = true;
    } finally {
      connection.release(!isDone);
    }
  };

  const listenOnce = async (channel: string, onMessage: (text: string) => void): Promise<void> => {
    const { connection } = await connect();
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    // Nobody notifies over a server that has become read-only, and a proxy may have lost it.
    const checks = setInterval(() => requireWrites(connection).catch(() => fail()), LISTEN_CHECK_MS).unref();
    try {
      const ended = connection.receive(onMessage);
      await connection.query(`listen "${channel}"`);
      await Promise.race([ended, failed, closing.promise]);
    } finally {
      clearInterval(checks);
      connection.release(true);
    }
  };

  return {
    /**
     * Calls `onMessage` with what is notified over a channel, on a connection that is made again whenever it ends. What is notified
     * meanwhile is lost.
     */
    async listen(channel: string, onMessage: (text: string) => void): Promise<void> {
      while (!isClosing) {
        await listenOnce(channel, onMessage).catch(() => {});
        await Promise.race([passed(LISTEN_AGAIN_MS), closing.promise]);
      }
    },
    /** Runs `work` on a connection of its own. */
    async run<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
      const { connection, name, server } = await connect();
      let isDone = false;
      try {
        const result = await work(connection.query);
        isDone = true;
        return result;
      } finally {
        connection.release(!isDone);
        // If the server cannot be reached, nothing is left to end there.
        if (!isDone) endBackend(server, name).catch(() => {});
      }
    },
    /** Does not wait longer than for a connection: a server that has gone without a word never confirms that one has ended. */
    async close(): Promise<void> {
      isClosing = true;
      closing.resolve();
      const ended = Promise.all(servers.flatMap(({ pool, spare }) => [pool.end(), spare.end()]));
      await Promise.race([ended, passed(connectMs)]);
    },
  };
}

async function requireWrites({ query }: PostgresConnection): Promise<void> {
  const [row] = await query(`select current_setting('transaction_read_only') as "isReadOnly"`);
  if (row?.['isReadOnly'] !== 'off') throw new Error('the server is read-only');
}

/** The URL of each host, without secrets. */
export function describePostgres(url: string): string {
  return eachHost(url)
    .map((each) => {
      const { host, searchParams, pathname } = new URL(each);
      return `postgresql://${host || searchParams.get('host') || 'localhost'}${pathname}`;
    })
    .join(', ');
}

const SERVER_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * The servers as a database whose transactions can wait for each other. Locks of different schemas are independent. `clock` replaces the
 * server's.
 */
export function postgresSql(servers: PostgresServers, schema: string, clock: Clock | null): SqlDatabase {
  return {
    query: (sql, parameters) => servers.run((run) => run(sql, parameters)),
    transact: (lock, work) =>
      servers.run(async (run) => {
        const wait = lock === null ? '' : `; select pg_advisory_xact_lock(${lockNumberOf(`${schema}:${lock}`)})`;
        await run(`begin${wait}`);
        const result = await work(run);
        await run('commit');
        return result;
      }),
    dialect: dialectAt(() => (clock === null ? SERVER_NOW : String(clock.now()))),
  };
}

const dialectAt = (now: () => string): Dialect => ({
  now,
  forUpdate: 'for update',
  forUpdateSkipLocked: 'for update skip locked',
  list: { type: 'text[]', parameterOf: (texts) => texts },
  overlap: (column, parameter) => `${column} && ${parameter}`,
});

/** The number of an advisory lock, of 64 bits. */
function lockNumberOf(name: string): bigint {
  return hash('sha256', name, 'buffer').readBigInt64BE();
}
