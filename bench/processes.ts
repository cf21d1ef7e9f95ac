/**
 * The processes of a benchmark: each is started in an environment of its own, says on standard output where it listens, and
 * ends with the benchmark. What they print goes to files, which is where the gateway's log goes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Orders, Sent } from './load.ts';

const root = join(import.meta.dirname, '..');
const PATIENCE_MS = 30_000;

export interface Server {
  readonly pid: number;
  /** Where it takes requests. */
  readonly url: string;
  /** What it has printed on standard error. */
  readonly errors: () => string;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  /** Below the project's folder. */
  readonly file: string;
  /** The address, as its first group, in what the server prints. */
  readonly announces: RegExp;
  readonly environment: Readonly<Record<string, string>>;
  /** For Node. */
  readonly switches?: readonly string[];
}

export async function startServer({ file, announces, environment, switches = [] }: ServerOptions): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const [out, err] = [join(folder, 'out'), join(folder, 'err')];
  const files = [openSync(out, 'w'), openSync(err, 'w')] as const;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...switches, join(root, file)], {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', ...files],
  });
  for (const each of files) closeSync(each);
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const errors = () => readFileSync(err, 'utf8');
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(10)) {
    const url = announces.exec(readFileSync(out, 'utf8'))?.[1];
    if (url !== undefined && child.pid !== undefined) return { pid: child.pid, url, errors, stop };
    if (child.exitCode !== null) break;
  }
  const problem = `${file} does not start: ${errors()}`;
  await stop();
  throw new Error(problem);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const killing = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(killing);
}

/** Sends requests from a process of its own. Rejects where one of them did not succeed. */
export async function sendLoad(orders: Orders): Promise<Sent> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  child.stdin.end(JSON.stringify(orders));
  await ended;
  const sent = JSON.parse(printed) as Sent;
  if (sent.failed > 0 || sent.succeeded !== orders.amount) {
    throw new Error(`${orders.url}: ${sent.failed} of ${orders.amount} requests failed, ${sent.succeeded} succeeded`);
  }
  return sent;
}
