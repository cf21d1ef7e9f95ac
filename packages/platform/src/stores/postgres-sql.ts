/** PostgreSQL, on one or several servers, as a database with transactions that can be made to wait for each other. */
import { hash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { PostgresServers } from './postgres-servers.ts';
import type { Dialect, SqlDatabase } from './sql.ts';

const SERVER_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Locks of one schema are others than those of another. `clock` replaces the server's. */
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
