/**
 * Starts a SQLite store in a thread of its own, because a durable commit waits for the disk. Once the thread has ended, every
 * step fails, so no write is sent.
 */
import { Worker } from 'node:worker_threads';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Step, ThreadMessage } from './sqlite-thread.ts';
import { type LedgerStore, type StepArguments, type StepName, type StepResults, storeOf } from './store.ts';

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Resolves when the file is open, or the disk is too full to open it, with a warning in the log: every step then fails until
 * there is space. Rejects with LEDGER_UNUSABLE if the file cannot be used for any other reason.
 */
export async function startSqliteStore(path: string, log: Log): Promise<LedgerStore> {
  const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: path, execArgv: [] });
  const pendingCalls = new Map<number, PendingCall>();
  let lastNumber = 0;
  let endError: Error | null = null;

  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const end = (error: Error): void => {
    endError ??= error;
    for (const { reject } of pendingCalls.values()) reject(error);
    pendingCalls.clear();
  };
  const ready = new Promise<string | null>((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('ready' in message) resolve(message.problem);
      else if ('failed' in message) reject(new Error(message.failed));
      else if ('number' in message) {
        // Other messages come from Node itself: under `--watch` each thread reports the files that it loads.
        const step = pendingCalls.get(message.number);
        pendingCalls.delete(message.number);
        if ('error' in message) step?.reject(new Error(message.error));
        else step?.resolve(message.result);
      }
    });
    worker.once('error', (error) => {
      end(error as Error);
      reject(error as Error);
    });
    worker.once('exit', (code) => {
      end(new Error(`the ledger's thread exited with code ${code}`));
      reject(endError ?? new Error('ended'));
    });
  });
  try {
    const problem = await ready;
    if (problem !== null)
      log.error({ reason: problem }, 'the write ledger cannot be opened; writes are rejected until the disk has space');
  } catch (cause) {
    await worker.terminate();
    const problem = `The write ledger ${path} cannot be used: ${(cause as Error).message}`;
    const advice = 'Set DATA_DIR to a writable folder, or LEDGER_URL';
    throw new Fault('LEDGER_UNUSABLE', `${problem}. ${advice}.`, { cause });
  }

  const call = <Name extends StepName>(name: Name, ...args: StepArguments[Name]): Promise<StepResults[Name]> =>
    new Promise((resolve, reject) => {
      if (endError !== null) return reject(endError);
      lastNumber += 1;
      pendingCalls.set(lastNumber, { resolve: resolve as PendingCall['resolve'], reject });
      worker.postMessage({ number: lastNumber, name, args } satisfies Step);
    });
  return {
    ...storeOf(call),
    async close() {
      if (endError === null) await call('close');
      await exited;
    },
  };
}
