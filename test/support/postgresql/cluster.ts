/**
 * One temporary PostgreSQL cluster for a whole test run: started before the first file of the project `postgresql`, on a socket in
 * a temporary folder, stopped and removed however the run ends. initdb refuses to run as root, so root uses the user postgres.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TestProject } from 'vitest/node';
import { createReferenceServer } from '../../../src/reference/server.ts';
import { findBinaries } from './binaries.ts';

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

// The data does not outlive the run, so nothing needs to wait for the disk, or for cleaning up.
const settings = [
  'autovacuum=off',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'listen_addresses=',
  'max_connections=300',
  'log_checkpoints=off',
];

/** Of the messages before it is ready. */
const MAX_MESSAGE_CHARACTERS = 65_536;

/** Stops the server and removes its folder when the process that started it ends, and with it the pipe on standard input. */
const guard = 'cd /; "$@" & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$0"';

export default async function startCluster(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const binaries = findBinaries();
  if (binaries === null) return undefined;
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const dir = mkdtempSync(join(tmpdir(), 'postgresql-'));
  if (owner.uid !== undefined) chownSync(dir, owner.uid, owner.gid);
  const run = { ...owner, cwd: dir, stdio: 'pipe' } as const;
  const data = join(dir, 'data');
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    run,
  );

  const flags = [...settings, `unix_socket_directories=${dir}`].flatMap((setting) => ['-c', setting]);
  const server = spawn('sh', ['-c', guard, dir, join(binaries, 'postgres'), '-D', data, ...flags], run);
  const ended = once(server, 'exit');
  await waitUntilReady(server.stderr);
  execFileSync(join(binaries, 'createdb'), ['-h', dir, '-U', 'postgres', SEEDED], run);
  await seed(dir);
  project.provide('cluster', { socketDir: dir, binaries });
  return async () => {
    server.stdin.end();
    await ended;
  };
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

/** Reads its messages to the end: a server whose messages nobody reads stands still once the pipe is full. */
async function waitUntilReady(messages: Readable): Promise<void> {
  let output = '';
  const { promise: isReady, resolve, reject } = Promise.withResolvers<void>();
  messages.on('data', (message: Buffer) => {
    if (output.length < MAX_MESSAGE_CHARACTERS) output += message;
    if (output.includes('ready to accept connections')) resolve();
  });
  messages.on('end', () => reject(new Error(`the PostgreSQL server did not start: ${output}`)));
  await isReady;
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
