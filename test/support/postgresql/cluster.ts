/** One temporary PostgreSQL cluster for a whole test run: started before the first file of the project `postgresql`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReferenceServer } from '@realty-forms/reference/server.ts';
import type { TestProject } from 'vitest/node';
import { findBinaries } from './binaries.ts';
import { startPostgres } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster that holds the databases of this project's services; if absent, they use files. */
    readonly cluster: { readonly socketDir: string; readonly binaries: string };
  }
}

/** What nearly every service of a test is seeded with. */
export const smallSeed = { agents: 16, offices: 3, transactions: 60, seed: 1 } as const;

/** A database with this data, which others are made from. */
export const SEEDED = 'seeded';

export default async function startCluster(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const binaries = findBinaries();
  if (binaries === null) return undefined;
  const { dir, run, close } = await startPostgres({ port: '5432', listen_addresses: '' });
  run(`create database ${SEEDED}`);
  await seed(dir);
  project.provide('cluster', { socketDir: dir, binaries });
  return close;
}

async function seed(dir: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'seeding-'));
  try {
    const databaseUrl = `postgresql:///${SEEDED}?host=${dir}&user=postgres`;
    const service = { host: '127.0.0.1', port: 0, clients: [], timeZone: 'UTC', logLevel: 'silent' } as const;
    const { close } = await createReferenceServer({ ...service, dataDir, databaseUrl, seed: smallSeed });
    await close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
