/**
 * The child processes of a benchmark, and what the operating system says of them. Each has its own environment, prints the address it
 * listens on, and is stopped with the benchmark. Output goes to files, including the gateway's log. Linux only.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createFolder, endWithScript, removeFolder } from '../test/support/programs/script-resources.ts';
import type { LoadCounts, LoadOptions } from './generator.ts';

const root = join(import.meta.dirname, '..');
const START_TIMEOUT_MS = 30_000;
/** Of one load. */
const LOAD_TIMEOUT_MS = 180_000;

export interface Server {
  readonly pid: number;
  /** The URL that accepts requests. */
  readonly url: string;
  /** Everything printed on standard error so far. */
  readonly errors: () => string;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  /** A path, relative to the project's folder. */
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
  const child = spawn(process.execPath, [...switches, resolve(root, file)], {
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

/** Sends requests from a separate process, and counts what comes back. */
export async function generate(options: LoadOptions): Promise<LoadCounts> {
  const script = join(import.meta.dirname, 'generator.ts');
  const generating = promisify(execFile)(process.execPath, [script], { timeout: LOAD_TIMEOUT_MS });
  endWithScript(generating.child);
  generating.child.stdin?.end(JSON.stringify(options));
  return JSON.parse((await generating).stdout) as LoadCounts;
}

/** Rejects unless all responses are good. */
export async function generateGood(options: LoadOptions): Promise<LoadCounts> {
  const counts = await generate(options);
  if (counts.good > 0 && counts.shed + counts.other === 0) return counts;
  throw new Error(`${options.url}: not all requests succeeded: ${JSON.stringify(counts)}`);
}

/** The CPU time of all threads of a process that still run, in microseconds, as the scheduler counts it: ticks of 10 ms are too coarse. */
export function cpuMicros(pid: number): number {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).reduce((sum, thread) => sum + runMicros(`${threads}/${thread}/schedstat`), 0);
}

/** The first of the file's three numbers is the time on a CPU in nanoseconds. A thread that has just ended has none. */
function runMicros(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ', 1)[0]) / 1_000;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Resident memory of a process, in MB. */
export const residentMb = (pid: number): number => memoryMb(pid, 'VmRSS');

/** The largest resident memory of a process so far, in MB. */
export const peakMb = (pid: number): number => memoryMb(pid, 'VmHWM');

function memoryMb(pid: number, row: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${row}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1_024;
}
