/**
 * A Redis server of a test's own: Debian's, on a free port of 127.0.0.1, with its files in a folder of its own. It ends with the
 * process that started it, and removes its folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = '/usr/bin/redis-server';

export const notInstalled =
  'Redis is not installed (Debian: apt-get install redis-server): the tests of the write ledger on it do not run';

export const isInstalled = (): boolean => existsSync(PROGRAM);

export interface RedisServer {
  readonly url: string;
  /** Stops and lets go on: meanwhile nobody is answered. */
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  readonly close: () => Promise<void>;
}

/** Ends the server and removes its folder when the one that started it is gone, and with it the pipe. */
const guard = 'cd /; "$@" & echo "pid $!"; cat >/dev/null; kill -CONT $!; kill -KILL $!; wait $!; rm -rf "$0"';

/** `settings` are those of redis.conf, over an append-only file that throws nothing out. */
export async function startRedis(settings: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await freePort();
  const given = {
    port: String(port),
    bind: '127.0.0.1',
    dir,
    save: '',
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    ...settings,
  };
  const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn('sh', ['-c', guard, dir, PROGRAM, ...flags], { stdio: 'pipe' });
  const ended = once(server, 'exit');
  const pid = await readiness(server.stdout);
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => void process.kill(pid, signal),
    async close() {
      server.stdin.end();
      await ended;
    },
  };
}

async function readiness(messages: NodeJS.ReadableStream): Promise<number> {
  let told = '';
  for await (const message of messages) {
    told += String(message);
    if (told.includes('Ready to accept connections')) return Number(/pid (\d+)/.exec(told)?.[1]);
  }
  throw new Error(`the Redis server did not start: ${told}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
