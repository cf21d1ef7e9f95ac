/**
 * The ledger's entries in PostgreSQL, for several replicas: with a synchronous standby, what was recorded survives the loss of the
 * server. Times are the server's own, so the replicas' clocks need not agree.
 */
import { hash } from 'node:crypto';
import type { Clock } from '@realty-forms/platform/clock.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import {
  openPostgresServers,
  type Query,
  type ServersOptions,
} from '@realty-forms/platform/stores/postgres-servers.ts';
import { describePostgres, eachHost } from '@realty-forms/platform/stores/postgres-url.ts';
import type { LedgerStore } from '../store.ts';
import { shelfSteps } from './postgres-shelves.ts';
import { type Database, entrySteps } from './postgres-steps.ts';

type Limits = Omit<ServersOptions, 'settings'>;

const usual: Limits = { connectMs: 3_000, queryMs: 5_000 };
/** A schema of its own, so that the database can be shared. */
const DEFAULT_SCHEMA = 'write_ledger';
const SERVER_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** `fixed` is the entry as it was reserved; `matches` has all hashes by which another entry can be like it. */
const tables = `
create table if not exists entries (
  id text primary key, attempt text not null, owner text not null, fixed text not null, matches text[] not null,
  created_at bigint not null, state text not null, sent_at bigint, content_hash text, result text,
  found text, made text, is_part boolean not null default false
);
create index if not exists entries_open on entries (state) where state in ('RESERVED', 'SENT');
create index if not exists entries_created on entries (created_at);
create index if not exists entries_matches on entries using gin (matches);
create table if not exists claims (claim text primary key, entry_id text not null, claimed_at bigint not null);
create index if not exists claims_claimed on claims (claimed_at);
create table if not exists owners (owner text primary key, lease_until bigint not null);
create table if not exists shelves (shelf text, key text, text text not null, primary key (shelf, key));
create table if not exists shelf_owners (shelf text primary key, owner text not null);
`;

/**
 * Connects, checks the server, and makes the tables if they are missing; rejects with LEDGER_UNUSABLE, which says what to change.
 * `clock` replaces the server's.
 */
export async function startPostgresStore(
  url: string,
  log: Log,
  clock: Clock | null = null,
  limits: Limits = usual,
): Promise<LedgerStore> {
  const schema = schemaOf(url);
  const name = describePostgres(url);
  const servers = openPostgresServers(url, { ...limits, settings: [`set search_path = "${schema}"`] });
  const query: Query = (sql, parameters) => servers.run((run) => run(sql, parameters));
  const database: Database = {
    query,
    transact: (lock, work) =>
      servers.run(async (run) => {
        const wait = lock === null ? '' : `; select pg_advisory_xact_lock(${lockNumberOf(`${schema}:${lock}`)})`;
        await run(`begin${wait}`);
        const result = await work(run);
        await run('commit');
        return result;
      }),
    now: () => (clock === null ? SERVER_NOW : String(clock.now())),
  };
  try {
    await check(query, name, log);
    await createTables(query, schema).catch((cause: Error) => {
      throw unusable(
        `The write ledger ${name} has no tables, and they cannot be made: ${cause.message}. Let the user create the schema ${schema}, or make one that belongs to it.`,
        cause,
      );
    });
  } catch (error) {
    await servers.close();
    throw error;
  }
  return { ...entrySteps(database), ...shelfSteps(database), close: servers.close };
}

async function check(query: Query, name: string, log: Log): Promise<void> {
  const [settings] = await query(
    `select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
       current_setting('synchronous_standby_names') as synchronous_standby_names`,
  ).catch((cause: Error) => {
    throw unusable(
      `The write ledger ${name} cannot be used: ${cause.message}. Start a PostgreSQL server that takes writes, or correct LEDGER_URL.`,
      cause,
    );
  });
  const { synchronous_commit: commit, fsync, synchronous_standby_names: standbys } = settings ?? {};
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

/** Makes what is missing, all of it or nothing; whoever finds all tables needs no right to make any. */
async function createTables(query: Query, schema: string): Promise<void> {
  const names = [...tables.matchAll(/^create table if not exists (\w+)/gm)].map(([, name]) => name);
  const existing = await query('select 1 from pg_tables where schemaname = $1 and tablename = any($2)', [
    schema,
    names,
  ]);
  if (existing.length === names.length) return;
  const found = await query('select 1 from pg_namespace where nspname = $1', [schema]);
  const create = found.length > 0 ? '' : `create schema if not exists "${schema}";`;
  await query(`begin; select pg_advisory_xact_lock(hashtext('${schema}')); ${create} ${tables} commit`);
}

/** The part of the URL that tells gateways apart which share a database. */
function schemaOf(url: string): string {
  const [first = url] = eachHost(url);
  return new URL(first).searchParams.get('schema') ?? DEFAULT_SCHEMA;
}

/** The number of an advisory lock, of 64 bits. */
function lockNumberOf(name: string): bigint {
  return hash('sha256', name, 'buffer').readBigInt64BE();
}

function unusable(message: string, cause: Error): Fault {
  return new Fault('LEDGER_UNUSABLE', message, { cause });
}
