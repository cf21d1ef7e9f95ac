/**
 * PostgreSQL servers for tests, on free ports of 127.0.0.1 with their files in temporary folders, stopped and removed however the run
 * ends. initdb refuses to run as root, so root uses the user postgres.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../free-port.ts';
import { placeForRun } from '../programs/seeded-folder.ts';
import { findBinaries, versionOf } from './binaries.ts';

export interface PostgresServer {
  /** Of its socket. */
  readonly dir: string;
  readonly port: string;
  /** The rows that the statement returns, as text; columns are separated by `|`. */
  readonly run: (sql: string, database?: string) => string;
  /** SIGQUIT ends it like a crash: no connection in order, and what was not sent to a standby is not. */
  readonly signal: (signal: 'SIGQUIT' | 'SIGSTOP' | 'SIGCONT') => void;
  readonly close: () => Promise<void>;
}

// The data does not outlive the run, so nothing needs to wait for the disk, or for cleaning up.
const settings = {
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  log_checkpoints: 'off',
};

/** Of the messages before it is ready. */
const MAX_MESSAGE_CHARACTERS = 65_536;

/** Stops the server and removes its folder when the process that started it ends, and with it the pipe on standard input. */
const guard =
  'cd /; "$@" & echo "pid $!"; cat >/dev/null; kill -CONT $!; kill -INT $! 2>/dev/null; wait $!; rm -rf "$0"';

/** A server with the database `postgres`, or a standby of another one, which has the same data. */
export async function startPostgres(
  given: Readonly<Record<string, string>> = {},
  primary: PostgresServer | null = null,
): Promise<PostgresServer> {
  const binaries = findBinaries() ?? '';
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const dir = mkdtempSync(join(tmpdir(), 'postgresql-'));
  if (owner.uid !== undefined) chownSync(dir, owner.uid, owner.gid);
  const run = { ...owner, cwd: dir, stdio: 'pipe' } as const;
  const data = join(dir, 'data');
  const make = (program: string, ...args: string[]) =>
    void execFileSync(join(binaries, program), ['-D', data, '--no-sync', '-U', 'postgres', ...args], run);
  if (primary !== null) make('pg_basebackup', '-R', '-c', 'fast', '-h', '127.0.0.1', '-p', primary.port);
  else copyOnce(data, () => make('initdb', '-A', 'trust', '-E', 'UTF8', '--locale=C', ...orderOf(binaries)));

  const { port = String(await freePort()) } = given;
  const all = { ...settings, ...given, port, unix_socket_directories: dir };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn('sh', ['-c', guard, dir, join(binaries, 'postgres'), '-D', data, ...flags], run);
  const ended = once(server, 'exit');
  const [pid] = await Promise.all([pidIn(server.stdout), waitUntilReady(server.stderr)]);
  return {
    dir,
    port,
    run(sql, database = 'postgres') {
      const where = ['-h', dir, '-p', port, '-U', 'postgres', '-d', database];
      const quiet = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
      return execFileSync(join(binaries, 'psql'), [...where, ...quiet, '-c', sql], { encoding: 'utf8' }).trim();
    },
    signal: (signal) => void process.kill(pid, signal),
    async close() {
      server.stdin.end();
      await ended;
    },
  };
}

/** As on most servers, texts are not compared byte by byte unless a statement says so. Older versions cannot, without a locale of the system. */
const orderOf = (binaries: string): readonly string[] =>
  versionOf(binaries) < 15 ? [] : ['--locale-provider=icu', '--icu-locale=en'];

/** Makes the files of a new server, which takes a second, once in a run of the tests; later ones get a copy of them. */
function copyOnce(data: string, make: () => void): void {
  const place = placeForRun();
  if (place === undefined) {
    make();
    return;
  }
  // With the owner, who is not whoever runs the tests if that is root.
  const copy = (from: string, to: string) => void execFileSync('cp', ['-a', from, to]);
  const original = join(place, 'postgresql');
  if (existsSync(original)) {
    copy(original, data);
    return;
  }
  make();
  const folder = mkdtempSync(join(place, 'new-'));
  copy(data, join(folder, 'data'));
  try {
    renameSync(join(folder, 'data'), original);
  } catch {
    // Another worker was as fast; its files are the same.
  }
}

async function pidIn(output: Readable): Promise<number> {
  const [text] = await once(output, 'data');
  return Number(/pid (\d+)/.exec(String(text))?.[1]);
}

/** Reads its messages to the end: a server whose messages nobody reads stands still once the pipe is full. */
async function waitUntilReady(messages: Readable): Promise<void> {
  let output = '';
  const { promise: isReady, resolve, reject } = Promise.withResolvers<void>();
  messages.on('data', (message: Buffer) => {
    if (output.length < MAX_MESSAGE_CHARACTERS) output += message;
    if (/ready to accept (read-only )?connections/.test(output)) resolve();
  });
  messages.on('end', () => reject(new Error(`the PostgreSQL server did not start: ${output}`)));
  await isReady;
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
