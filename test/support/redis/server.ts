/**
 * A Redis server for one test: Debian's, on a free port of 127.0.0.1, with its files in a temporary folder. It is stopped when
 * the process that started it ends, and its folder is removed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

const PROGRAM = '/usr/bin/redis-server';

export const notInstalled =
  'Redis is not installed (Debian: apt-get install redis-server): the tests of the write ledger on it do not run';

export const isInstalled = (): boolean => existsSync(PROGRAM);

export interface RedisServer {
  readonly url: string;
  /** Pauses and resumes the server; while paused, it does not respond. */
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  readonly close: () => Promise<void>;
}

/**
 * Stops the server and removes its folder when the process that started it ends, and with it the pipes. Ctrl-C signals the guard
 * and the server too: the guard ignores it, and then has nobody to tell that the server is gone.
 */
const guard =
  'trap "" INT TERM PIPE; cd /; "$@" & echo "pid $!"; cat >/dev/null; kill -CONT $!; kill -KILL $!; wait $!; rm -rf "$0"';

/** `settings` are added to the configuration, which by default has an append-only file and evicts nothing. */
export async function startRedis(settings: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await freePort();
  const configuration = {
    port: String(port),
    bind: '127.0.0.1',
    dir,
    save: '',
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    ...settings,
  };
  const flags = Object.entries(configuration).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn('sh', ['-c', guard, dir, PROGRAM, ...flags], { stdio: 'pipe' });
  const ended = once(server, 'exit');
  const pid = await waitUntilReady(server.stdout);
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => void process.kill(pid, signal),
    async close() {
      server.stdin.end();
      await ended;
    },
  };
}

async function waitUntilReady(messages: NodeJS.ReadableStream): Promise<number> {
  let output = '';
  for await (const message of messages) {
    output += String(message);
    if (output.includes('Ready to accept connections')) return Number(/pid (\d+)/.exec(output)?.[1]);
  }
  throw new Error(`the Redis server did not start: ${output}`);
}
