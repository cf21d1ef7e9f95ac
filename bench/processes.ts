/**
 * The child processes of a benchmark. Each has its own environment, prints the address it listens on, and is stopped with the
 * benchmark. Output goes to files, including the gateway's log.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createFolder, endWithScript, removeFolder } from '../test/support/programs/script-resources.ts';
import type { LoadOptions, LoadResult } from './load.ts';
import type { GeneratorCounts, GeneratorOptions } from './overload-generator.ts';

const root = join(import.meta.dirname, '..');
const START_TIMEOUT_MS = 30_000;

export interface Server {
  readonly pid: number;
  /** The URL that accepts requests. */
  readonly url: string;
  /** Everything printed on standard error so far. */
  readonly errors: () => string;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  /** Path relative to the project's folder. */
  readonly file: string;
  /** Matches the server's output once it listens; the first group is its URL. */
  readonly readyPattern: RegExp;
  readonly environment: Readonly<Record<string, string>>;
  /** Command-line switches for Node. */
  readonly switches?: readonly string[];
}

export async function startServer({ file, readyPattern, environment, switches = [] }: ServerOptions): Promise<Server> {
  const folder = createFolder('bench-');
  const [out, err] = [join(folder, 'out'), join(folder, 'err')];
  const files = [openSync(out, 'w'), openSync(err, 'w')] as const;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...switches, join(root, file)], {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', ...files],
  });
  endWithScript(child);
  for (const each of files) closeSync(each);
  const stop = async () => {
    await end(child);
    removeFolder(folder);
  };
  const errors = () => readFileSync(err, 'utf8');
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await delay(10)) {
    const url = readyPattern.exec(readFileSync(out, 'utf8'))?.[1];
    if (url !== undefined && child.pid !== undefined) return { pid: child.pid, url, errors, stop };
    if (child.exitCode !== null) break;
  }
  const problem = `${file} failed to start: ${errors()}`;
  await stop();
  throw new Error(problem);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(killTimer);
}

/** Sends requests from a separate process. Rejects if any of them failed. */
export async function sendLoad(options: LoadOptions): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  endWithScript(child);
  const ended = new Promise((resolve) => child.once('close', resolve));
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  child.stdin.end(JSON.stringify(options));
  await ended;
  const sent = JSON.parse(printed) as LoadResult;
  if (sent.failed > 0 || sent.succeeded !== options.amount) {
    throw new Error(`${options.url}: ${sent.failed} of ${options.amount} requests failed, ${sent.succeeded} succeeded`);
  }
  return sent;
}

/** Sends requests from a separate process in a closed loop, or at a fixed rate, and counts what comes back. */
export async function generate(options: GeneratorOptions): Promise<GeneratorCounts> {
  const script = join(import.meta.dirname, 'overload-generator.ts');
  const generating = promisify(execFile)(process.execPath, [script]);
  endWithScript(generating.child);
  generating.child.stdin?.end(JSON.stringify(options));
  return JSON.parse((await generating).stdout) as GeneratorCounts;
}
