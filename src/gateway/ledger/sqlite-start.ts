/**
 * Starts a SQLite store in a thread of its own, because a durable commit waits for the disk. A thread that ends fails every step
 * from then on, so that no write is sent.
 */
import { Worker } from 'node:worker_threads';
import { Fault } from '../../platform/fault.ts';
import type { Step, ThreadMessage } from './sqlite-thread.ts';
import type { LedgerStore } from './store.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const steps = [
  'reserve',
  'read',
  'markSent',
  'settle',
  'release',
  'releaseUnsent',
  'claim',
  'unclaimed',
  'orphans',
  'beat',
] as const;

/** Resolves when the file is open; a file that cannot be used rejects with LEDGER_UNUSABLE. */
export async function startSqliteStore(path: string): Promise<LedgerStore> {
  const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: path, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ending: Error | null = null;

  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const end = (error: Error): void => {
    ending ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('ready' in message) resolve();
      else if ('failed' in message) reject(new Error(message.failed));
      else if ('number' in message) {
        // Whatever else comes is Node's own: under `--watch` each thread tells which files it loads.
        const step = waiting.get(message.number);
        waiting.delete(message.number);
        if ('error' in message) step?.reject(new Error(message.error));
        else step?.resolve(message.result);
      }
    });
    worker.once('error', (error) => {
      end(error as Error);
      reject(error as Error);
    });
    worker.once('exit', (code) => {
      end(new Error(`the ledger's thread has ended with ${code}`));
      reject(ending ?? new Error('ended'));
    });
  });
  try {
    await ready;
  } catch (cause) {
    await worker.terminate();
    throw new Fault('LEDGER_UNUSABLE', `The write ledger ${path} cannot be used: ${(cause as Error).message}.`, {
      cause,
    });
  }

  const call = (name: Step['name'], given: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ending !== null) return reject(ending);
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ number: last, name, given } satisfies Step);
    });
  const store = Object.fromEntries(steps.map((name) => [name, (...given: unknown[]) => call(name, given)]));
  return {
    ...(store as unknown as Omit<LedgerStore, 'close'>),
    async close() {
      if (ending === null) await call('close', []);
      await exited;
    },
  };
}
