/**
 * The program as a separate process: src/start.js in an environment that contains only the given settings. Processes that are
 * still running are killed when the test ends.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fileKeyOf, keys } from '../../../src/config/settings.ts';
import { seededFolder } from './seeded-folder.ts';

const root = join(import.meta.dirname, '../../..');
const TIMEOUT_MS = 60_000;

interface ExitResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MainProcess {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the first match on standard output; rejects if the process ends without one. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly dataDir: string;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<ExitResult>;
}

/** Other settings are empty, which counts as unset and overrides a developer's `.env`. The index is filled only where a test asks for it. */
export function environment(overrides: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const empty = Object.fromEntries(keys.flatMap((key) => [key, fileKeyOf(key) ?? key]).map((key) => [key, '']));
  return { PATH, HOME, NODE_COMPILE_CACHE, ...empty, INDEX: 'off', ...overrides };
}

interface Program {
  /** The Node executable; by default the one that runs the tests. */
  readonly node?: string;
  /** The program's folder; by default this repository. */
  readonly folder?: string;
}

export function startMain(overrides: NodeJS.ProcessEnv, program: Program = {}): MainProcess {
  const { node = process.execPath, folder = root } = program;
  const env = ownEnvironment(overrides);
  const child = spawn(node, [join(folder, 'src/start.js')], { cwd: tmpdir(), env, stdio });
  return observe(child, env);
}

/** Starts the program as `npm run dev` does: under a process that restarts it whenever one of its files changes. */
export function startWatched(overrides: Readonly<Record<string, string>>): MainProcess {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, ...args] = scripts.dev.split(' ');
  // In its own process group, so that the program can be killed together with its watcher.
  const env = ownEnvironment(overrides);
  const child = spawn(process.execPath, args, { cwd: root, env, stdio, detached: true });
  return observe(child, env, () => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
}

/** Starts the program as npm does: from a shell, which keeps signals to itself. */
export function startByNpm(overrides: Readonly<Record<string, string>>): MainProcess {
  const env = ownEnvironment({ ...overrides, npm_lifecycle_event: 'start' });
  const command = `"${process.execPath}" src/start.js; exit $?`;
  const child = spawn('sh', ['-c', command], { cwd: root, env, stdio, detached: true });
  return observe(child, env, () => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
}

const stdio = ['ignore', 'pipe', 'pipe'] as const satisfies StdioOptions;

/** Free ports and a separate data folder, so that no two programs share a ledger. The embedded service finds its data there. */
export function ownEnvironment(overrides: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    UPSTREAM_URL: upstream = 'embedded',
    DATA_DIR = upstream === 'embedded' ? seededFolder() : temporaryFolder(),
  } = overrides;
  return environment({ PORT: '0', LOG_LEVEL: 'warn', ...overrides, DATA_DIR });
}

function observe(
  child: ChildProcess,
  { DATA_DIR: dataDir = '' }: NodeJS.ProcessEnv,
  kill = (): void => void child.kill('SIGKILL'),
): MainProcess {
  let stdout = '';
  let stderr = '';
  const pendingChecks = new Set<() => void>();
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
    for (const check of pendingChecks) check();
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<ExitResult>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) kill();
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    dataDir,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    signal: (signal) => void child.kill(signal),
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = (reason: string) =>
          reject(new Error(`${pattern} was not printed: ${reason}\n${stdout}\n${stderr}`));
        const timer = setTimeout(() => fail('too late'), TIMEOUT_MS);
        const check = () => {
          const match = pattern.exec(stdout);
          if (match === null) return;
          clearTimeout(timer);
          pendingChecks.delete(check);
          resolve(match[1] ?? match[0]);
        };
        pendingChecks.add(check);
        check();
        void ended.then(({ code }) => {
          clearTimeout(timer);
          fail(`it ended with ${code}`);
        });
      }),
  };
}

/** The lines that it wrote for whoever started it, each of which must be JSON. */
export function messagesIn(stderr: string): string[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).msg);
}

export function temporaryFolder(onCleanup: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Occupies a port of 127.0.0.1 until the test ends or `release` is called. */
export async function occupyPort(): Promise<{ readonly port: number; readonly release: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const release = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  onTestFinished(release);
  return { port: typeof address === 'object' && address !== null ? address.port : 0, release };
}
