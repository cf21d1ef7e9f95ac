/**
 * The service in a separate process, for tests that kill it or measure its memory. Run as a program, this file starts the service
 * with the options in its first argument, prints its URL, and then its memory for every line on standard input.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { collect } from '@realty-forms/platform/v8/garbage-collection.ts';
import type { ReferenceOptions } from '@realty-forms/reference/options.ts';
import { createReferenceServer } from '@realty-forms/reference/server.ts';
import { endWithScript } from '../programs/script-resources.ts';

export interface Standalone {
  readonly url: string;
  readonly pid: number;
  /** What its main thread holds, in bytes, without garbage: how much of that waits depends on the machine. */
  readonly memory: () => Promise<number>;
  /** kill -9: no handler runs. Resolves when the process has ended. */
  readonly kill: () => Promise<void>;
}

export async function startStandalone(options: ReferenceOptions): Promise<Standalone> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  endWithScript(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the service ended without a word');
    return value;
  };
  const url = await line();
  return {
    url,
    pid: child.pid ?? 0,
    async memory() {
      child.stdin.write('\n');
      return Number(await line());
    },
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await createReferenceServer(JSON.parse(process.argv[2] ?? '') as ReferenceOptions);
  console.log(server.url);
  for await (const _line of createInterface({ input: process.stdin })) {
    collect({ type: 'major', flavor: 'last-resort' });
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    console.log(arrayBuffers + heapUsed);
  }
  await server.close();
}
