/**
 * A Redis server for one test: Debian's, on a free port of 127.0.0.1, with its files in a temporary folder. It is stopped when
 * the process that started it ends, and its folder is removed.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

const PROGRAM = '/usr/bin/redis-server';

export const notInstalled =
  'Redis is not installed (Debian: apt-get install redis-server): the tests of the write ledger on it do not run';

export const isInstalled = (): boolean => existsSync(PROGRAM);

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Pauses and resumes the server; while paused, it does not respond. */
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** kill -9; its files stay. */
  readonly kill: () => Promise<void>;
  /** Starts it again, with its files. */
  readonly restart: () => Promise<void>;
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
  const port = Number(settings['port'] ?? (await freePort()));
  const configuration = {
    save: '',
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    ...settings,
  };
  return await launch(port, lines(configuration), [], 'Ready to accept connections');
}

/** A sentinel; `lines` are its configuration, which it rewrites. */
export async function startSentinel(lines: readonly string[]): Promise<RedisServer> {
  return await launch(await freePort(), lines, ['--sentinel'], 'Sentinel ID is');
}

function lines(configuration: Readonly<Record<string, string>>): string[] {
  return Object.entries(configuration).map(([name, value]) => `${name} ${value === '' ? '""' : value}`);
}

async function launch(
  port: number,
  configuration: readonly string[],
  switches: readonly string[],
  readyMessage: string,
): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'redis-'));
  const file = join(dir, 'redis.conf');
  writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, ...configuration, ''].join('\n'));
  const guards: ChildProcessWithoutNullStreams[] = [];
  const start = async (): Promise<number> => {
    const started = spawn('sh', ['-c', guard, dir, PROGRAM, file, ...switches], { stdio: 'pipe' });
    guards.push(started);
    return await waitUntilReady(started.stdout, readyMessage);
  };
  let pid = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    signal: (signal) => void process.kill(pid, signal),
    async kill() {
      process.kill(pid, 'SIGKILL');
      while (isRunning(pid)) await new Promise(setImmediate);
    },
    async restart() {
      pid = await start();
    },
    async close() {
      const ended = guards.map((each) => once(each, 'exit'));
      for (const each of guards) each.stdin.end();
      await Promise.all(ended);
    },
  };
}

/** A killed one is left by its guard as a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function waitUntilReady(messages: NodeJS.ReadableStream, readyMessage: string): Promise<number> {
  let output = '';
  for await (const message of messages) {
    output += String(message);
    if (output.includes(readyMessage)) return Number(/pid (\d+)/.exec(output)?.[1]);
  }
  throw new Error(`the Redis server did not start: ${output}`);
}
