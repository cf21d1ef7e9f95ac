/**
 * Where the services of a test have their databases: in files in the project `reference`, or one database of the cluster per
 * data folder in the project `postgresql`. The same tests run in both.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';
import type { ReferenceOptions } from '../../../src/reference/options.ts';

export type DatabaseLocation = Pick<ReferenceOptions, 'dataDir' | 'databaseUrl'>;

/** Long runs, which are not started by the test runner, have no cluster. */
const clusterOfRun = () => (process.env['VITEST'] === undefined ? undefined : inject('cluster'));

export const onPostgresql = (): boolean => clusterOfRun() !== undefined;

const created = new Set<string>();

/** The place of a data folder's database: the folder itself, or a database of the cluster, created on first use. */
export function locationOf(dataDir: string, template = 'template1'): DatabaseLocation {
  const cluster = clusterOfRun();
  if (cluster === undefined) return { dataDir };
  const name = `test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  if (!created.has(name)) psql('postgres', `create database ${name} template ${template} strategy file_copy`);
  created.add(name);
  return { dataDir, databaseUrl: `postgresql:///${name}?host=${cluster.socketDir}&user=postgres` };
}

/** The first value that a statement returns, read directly from the database; numbers as numbers. */
export function valueIn({ dataDir, databaseUrl }: DatabaseLocation, sql: string): unknown {
  if (databaseUrl !== undefined) {
    const text = psql(new URL(databaseUrl).pathname.slice(1), sql);
    return /^\d+$/.test(text) ? Number(text) : text;
  }
  const database = new DatabaseSync(join(dataDir, 'reference.sqlite'));
  try {
    return Object.values(database.prepare(sql).get() ?? {})[0];
  } finally {
    database.close();
  }
}

function psql(database: string, statement: string): string {
  const cluster = inject('cluster');
  const where = ['-h', cluster.socketDir, '-U', 'postgres', '-d', database];
  const quiet = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
  return execFileSync(join(cluster.binaries, 'psql'), [...where, ...quiet, '-c', statement], {
    encoding: 'utf8',
  }).trim();
}
