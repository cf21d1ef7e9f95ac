/**
 * The ledger's entries in PostgreSQL, for several replicas. With a synchronous standby, recorded entries survive the loss of the server.
 * Times are the server's own, so the replicas' clocks need not agree.
 */
import type { Clock } from '@realty-forms/platform/clock.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { openPostgresChannel } from '@realty-forms/platform/replicas/channels.ts';
import type { Channel } from '@realty-forms/platform/replicas/replicas.ts';
import {
  describePostgres,
  openPostgresServers,
  type PostgresServers,
  postgresSql,
  type ServersOptions,
} from '@realty-forms/platform/stores/postgres-servers.ts';
import { eachHost } from '@realty-forms/platform/stores/postgres-url.ts';
import type { Query, SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import { storeIn, tablesIn } from './sql-steps.ts';
import type { LedgerStore } from './store.ts';

interface PostgresStore {
  readonly store: LedgerStore;
  /** Opens a channel to the other processes with a ledger in the same schema; it lasts until the store is closed. */
  readonly openChannel: () => Channel;
}

type Limits = Omit<ServersOptions, 'settings'>;

const usual: Limits = { connectMs: 3_000, queryMs: 5_000 };
/** A schema of its own, so that the database can be shared. */
const DEFAULT_SCHEMA = 'write_ledger';
const MATCHES_INDEX = 'create index if not exists entries_matches on entries using gin (matches)';

/**
 * Connects, checks the server, and creates missing tables. Rejects with LEDGER_UNUSABLE, which says what to change. `clock` replaces the
 * server's.
 */
export async function startPostgresStore(
  url: string,
  log: Log,
  clock: Clock | null = null,
  limits: Limits = usual,
): Promise<PostgresStore> {
  const schema = schemaOf(url);
  const name = describePostgres(url);
  const servers = openPostgresServers(url, { ...limits, settings: [`set search_path = "${schema}"`] });
  const database = postgresSql(servers, schema, clock);
  try {
    await check(servers, name, log);
    await createTables(database, schema).catch((cause: Error) => {
      throw unusable(
        `The write ledger ${name} lacks tables, and they cannot be made: ${cause.message}. Let the user create the schema ${schema}, or make one that belongs to it.`,
        cause,
      );
    });
  } catch (error) {
    await servers.close();
    throw error;
  }
  return {
    store: storeIn({ ...database, close: servers.close }),
    openChannel: () => openPostgresChannel(database, servers, schema),
  };
}

async function check(servers: PostgresServers, name: string, log: Log): Promise<void> {
  const { settings, encoding, isPooled } = await servers
    .run(async (query) => ({ ...(await readSettings(query)), isPooled: await isPooledWith(query, servers) }))
    .catch((cause: Error) => {
      throw unusable(
        `The write ledger ${name} cannot be used: ${cause.message}. Start a PostgreSQL server that takes writes, or correct LEDGER_URL.`,
        cause,
      );
    });
  if (isPooled)
    throw unusable(
      `The write ledger ${name} cannot be used: a pooler gives its sessions to several clients. Set the pooler to session mode, or connect to the server itself.`,
    );
  if (!encodings.has(encoding))
    throw unusable(
      `The write ledger ${name} cannot be used: the database has the encoding ${encoding}, which lacks characters. Create one with the encoding UTF8.`,
    );
  const { synchronous_commit: commit, fsync, synchronous_standby_names: standbys } = settings;
  if (commit === 'off' || fsync === 'off')
    log.warn(
      { ...settings },
      'a crash of the PostgreSQL server may lose the latest writes; set fsync and synchronous_commit on',
    );
  else if (commit === 'local' && standbys !== '')
    log.warn(
      { ...settings },
      'a failover may lose the latest writes, since no commit waits for the standby; set synchronous_commit on',
    );
}

/** Those that keep any text. */
const encodings: ReadonlySet<unknown> = new Set(['UTF8', 'SQL_ASCII']);

async function readSettings(query: Query) {
  const [row = {}] = await query(
    `select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
       current_setting('synchronous_standby_names') as synchronous_standby_names, current_setting('server_encoding') as encoding`,
  );
  const { encoding, ...settings } = row;
  return { encoding, settings };
}

/**
 * Whether a pooler gives a session of the server to other clients between two transactions. The settings of a connection, such as its
 * schema, would then hold for other connections, and not for this one.
 */
async function isPooledWith(query: Query, servers: PostgresServers): Promise<boolean> {
  const sessionOf = async (run: Query) => (await run('select pg_backend_pid() as pid'))[0]?.['pid'];
  const own = await sessionOf(query);
  const others = await servers.run(sessionOf);
  return others === own || (await sessionOf(query)) !== own;
}

/** Creates the missing tables, all or none. If none is missing, it needs no right to create any. */
async function createTables({ query, transact, dialect }: SqlDatabase, schema: string): Promise<void> {
  const statements = [...tablesIn(dialect), MATCHES_INDEX];
  const names = statements.flatMap((statement) => /^create table if not exists (\w+)/.exec(statement)?.[1] ?? []);
  const rows = await query('select tablename from pg_tables where schemaname = $1', [schema]);
  const existing = rows.map(({ tablename }) => tablename);
  if (names.every((each) => existing.includes(each))) return;
  await transact('tables', async (run) => {
    const schemas = await run('select 1 from pg_namespace where nspname = $1', [schema]);
    if (schemas.length === 0) await run(`create schema "${schema}"`);
    for (const statement of statements) await run(statement);
  });
}

/** The part of the URL that distinguishes gateways that share a database. */
function schemaOf(url: string): string {
  const [first = url] = eachHost(url);
  return new URL(first).searchParams.get('schema') ?? DEFAULT_SCHEMA;
}

function unusable(message: string, cause?: Error): Fault {
  return new Fault('LEDGER_UNUSABLE', message, { cause });
}
