/**
 * Where the services of a test have their databases: in files in the project `reference`, or one database of the cluster per
 * data folder in the project `postgresql`. The same tests run in both.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ReferenceOptions } from '@realty-forms/reference/options.ts';
import { inject } from 'vitest';

export type DatabaseLocation = Pick<ReferenceOptions, 'dataDir' | 'databaseUrl'>;

/** Long runs, which are not started by the test runner, have no cluster. */
const clusterOfRun = () => (process.env['VITEST'] === undefined ? undefined : inject('cluster'));

export const onPostgresql = (): boolean => clusterOfRun() !== undefined;

/** By data folder. */
const taken = new Map<string, string>();
/** Databases that are not taken yet, by the template that they are copies of. */
const free = new Map<string, string[]>();
/** Starting a client takes half as long as copying a database, so each makes several. */
const AT_ONCE = 8;
let made = 0;

/** The place of a data folder's database: the folder itself, or a database of the cluster, taken on first use. */
export function locationOf(dataDir: string, template = 'template1'): DatabaseLocation {
  const cluster = clusterOfRun();
  if (cluster === undefined) return { dataDir };
  const name = taken.getOrInsertComputed(dataDir, () => takeDatabase(template));
  return { dataDir, databaseUrl: `postgresql:///${name}?host=${cluster.socketDir}&user=postgres` };
}

function takeDatabase(template: string): string {
  const names = free.getOrInsertComputed(template, () => []);
  if (names.length === 0) {
    const copies = Array.from({ length: AT_ONCE }, () => `test_${process.pid}_${++made}`);
    psql('postgres', ...copies.map((name) => `create database ${name} template ${template} strategy file_copy`));
    names.push(...copies);
  }
  return names.pop() ?? '';
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

function psql(database: string, ...statements: string[]): string {
  const cluster = inject('cluster');
  const where = ['-h', cluster.socketDir, '-U', 'postgres', '-d', database];
  const quiet = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
  const commands = statements.flatMap((statement) => ['-c', statement]);
  return execFileSync(join(cluster.binaries, 'psql'), [...where, ...quiet, ...commands], { encoding: 'utf8' }).trim();
}
