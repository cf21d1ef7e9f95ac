/**
 * The thread of a SQLite store: receives steps as messages, runs all that have arrived in one transaction, and responds when
 * they are on disk. If one fails, the transaction is rolled back and each step runs on its own, so that only that one fails.
 * While the disk is too full for the file to be opened, every step fails, and tries again to open it.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { diskFailureOf } from '@realty-forms/platform/stores/sqlite.ts';
import { collectOnceIdle } from '@realty-forms/platform/v8/garbage-collection.ts';
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts';
import type { StepName } from './store.ts';

export interface Step {
  readonly number: number;
  readonly name: StepName;
  readonly args: readonly unknown[];
}

/** What the thread sends: first that it is ready or why it failed, then the results of the steps. */
export type ThreadMessage =
  /** `problem` is why the file cannot be opened for the time being; null if it is open. */
  | { readonly ready: true; readonly problem: string | null }
  | { readonly failed: string }
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: string };

const MAX_BATCH = 256;
const port = parentPort;

const post = (message: ThreadMessage): void => port?.postMessage(message);
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let openStore: SqliteStore | null = null;
/** The batch under way: the next one begins after it. */
let running: Promise<void> = Promise.resolve();

async function open(): Promise<SqliteStore> {
  openStore ??= await openSqliteStore(String(workerData), null);
  return openStore;
}

function serve(): void {
  port?.on('message', (first: Step) => {
    running = running.then(() => runWithNext(first));
  });
}

/** With those that have arrived since. */
async function runWithNext(first: Step): Promise<void> {
  const steps = [first];
  while (steps.length < MAX_BATCH) {
    const received = port === null ? undefined : receiveMessageOnPort(port);
    if (received === undefined) break;
    steps.push(received.message as Step);
  }
  const work = steps.filter(({ name }) => name !== 'close');
  for (const message of await runBatch(work)) post(message);
  const last = steps.find(({ name }) => name === 'close');
  if (last === undefined) return;
  post(openStore === null ? { number: last.number, result: undefined } : await close(openStore, last));
  port?.close();
}

async function runBatch(steps: readonly Step[]): Promise<readonly ThreadMessage[]> {
  if (steps.length === 0) return [];
  try {
    const { steps: store, inTransaction } = await open();
    return await inTransaction(async () => {
      const results: ThreadMessage[] = [];
      for (const { number, name, args } of steps)
        results.push({ number, result: await (store[name] as (...args: readonly unknown[]) => unknown)(...args) });
      return results;
    });
  } catch (error) {
    const [only, ...others] = steps;
    if (only !== undefined && others.length === 0) return [{ number: only.number, error: textOf(error) }];
    const alone: ThreadMessage[] = [];
    for (const step of steps) alone.push(...(await runBatch([step])));
    return alone;
  }
}

async function close({ steps }: SqliteStore, { number }: Step): Promise<ThreadMessage> {
  try {
    return { number, result: await steps.close() };
  } catch (error) {
    return { number, error: textOf(error) };
  }
}

collectOnceIdle();
try {
  await open();
  serve();
  post({ ready: true, problem: null });
} catch (error) {
  if (diskFailureOf(error) !== null) {
    serve();
    post({ ready: true, problem: textOf(error) });
  } else post({ failed: textOf(error) });
}
