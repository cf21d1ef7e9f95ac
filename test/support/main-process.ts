/**
 * The program as a process of its own: src/start.js under an environment in which nothing is set but what is given. Whatever
 * is left of it ends with the test.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { settings } from '../../src/config/settings.ts';

const root = join(import.meta.dirname, '../..');
const PATIENCE_MS = 20_000;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MainProcess {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The first match on standard output, waited for; rejects when the process ends without one. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
}

/** An empty key is one that is not set, and keeps a developer's `.env` out. */
export function environment(given: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '' } = process.env;
  const empty = Object.fromEntries(Object.keys(settings.shape).map((key) => [key, '']));
  return { PATH, HOME, ...empty, ...given };
}

interface Program {
  /** This very Node, or another copy of it. */
  readonly node?: string;
  /** Where the program lies: here, unless it is a copy. */
  readonly folder?: string;
}

export function startMain(given: Readonly<Record<string, string>>, program: Program = {}): MainProcess {
  const { node = process.execPath, folder = root } = program;
  const child = spawn(node, [join(folder, 'src/start.js')], { cwd: tmpdir(), env: ownEnvironment(given), stdio });
  return follow(child);
}

/** As `npm run dev` starts it: by a process that starts it anew whenever one of its files changes. */
export function startWatched(given: Readonly<Record<string, string>>): MainProcess {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, , ...args] = scripts.dev.split(' ');
  // In a group of its own, so that the program ends with whoever watches over it.
  const child = spawn(process.execPath, args, { cwd: root, env: ownEnvironment(given), stdio, detached: true });
  return follow(child, () => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
}

const stdio = ['ignore', 'pipe', 'pipe'] as const satisfies StdioOptions;

/** Free ports, and a ledger of its own, whatever stands behind it. */
function ownEnvironment(given: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return environment({ PORT: '0', REFERENCE_PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: temporaryFolder(), ...given });
}

function follow(child: ChildProcess, kill = (): void => void child.kill('SIGKILL')): MainProcess {
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
    for (const check of waiting) check();
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) kill();
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    signal: (signal) => void child.kill(signal),
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`${pattern} was not printed: ${why}\n${stdout}\n${stderr}`));
        const timer = setTimeout(() => fail('too late'), PATIENCE_MS);
        const check = () => {
          const match = pattern.exec(stdout);
          if (match === null) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(match[1] ?? match[0]);
        };
        waiting.add(check);
        check();
        void ended.then(({ code }) => {
          clearTimeout(timer);
          fail(`it ended with ${code}`);
        });
      }),
  };
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A port of 127.0.0.1 that somebody holds, until the test ends or it is let go. */
export async function holdPort(): Promise<{ readonly port: number; readonly release: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const release = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  onTestFinished(release);
  return { port: typeof address === 'object' && address !== null ? address.port : 0, release };
}
