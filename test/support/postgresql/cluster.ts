/**
 * One throw-away PostgreSQL cluster for a whole run: started before the first file of the project `postgresql`, on a socket in
 * a temporary folder, ended and removed with the run, whichever way that ends. initdb refuses root: there, it is postgres.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TestProject } from 'vitest/node';
import { findBinaries } from './binaries.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster that this project's services have their databases in; none: they have files. */
    readonly cluster: { readonly socketDir: string; readonly binaries: string };
  }
}

// Nothing here outlives the run, so nothing waits for the disk.
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'listen_addresses=',
  'max_connections=300',
];

/** Ends the server and removes its folder when the one that started it is gone, and with it the pipe. */
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
  await readiness(server.stderr);
  project.provide('cluster', { socketDir: dir, binaries });
  return async () => {
    server.stdin.end();
    await ended;
  };
}

async function readiness(messages: Readable): Promise<void> {
  let told = '';
  for await (const message of messages.iterator({ destroyOnReturn: false })) {
    told += message;
    if (told.includes('ready to accept connections')) {
      messages.resume();
      return;
    }
  }
  throw new Error(`the PostgreSQL server did not start: ${told}`);
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
