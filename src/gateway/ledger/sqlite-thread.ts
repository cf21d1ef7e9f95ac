/**
 * The thread of a SQLite store: receives steps as messages, runs all that have arrived in one transaction, and responds when
 * they are on disk. If one fails, the transaction is rolled back and each step runs on its own, so that only that one fails.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/clock.ts';
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts';
import type { StepName } from './store-steps.ts';

export interface Step {
  readonly number: number;
  readonly name: StepName;
  readonly args: readonly unknown[];
}

/** What the thread sends: first that it is ready or why it failed, then the results of the steps. */
export type ThreadMessage =
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: string };

const MAX_BATCH = 256;
const port = parentPort;

const post = (message: ThreadMessage): void => port?.postMessage(message);
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function serve(store: SqliteStore): void {
  port?.on('message', (first: Step) => {
    const steps = [first];
    while (steps.length < MAX_BATCH) {
      const received = port === null ? undefined : receiveMessageOnPort(port);
      if (received === undefined) break;
      steps.push(received.message as Step);
    }
    const work = steps.filter(({ name }) => name !== 'close');
    for (const message of runBatch(store, work)) post(message);
    const last = steps.find(({ name }) => name === 'close');
    if (last === undefined) return;
    post(runAlone(store, last));
    port?.close();
  });
}

function runBatch(store: SqliteStore, steps: readonly Step[]): ThreadMessage[] {
  if (steps.length === 0) return [];
  try {
    return store.inTransaction(() => steps.map((step) => ({ number: step.number, result: apply(store, step) })));
  } catch (error) {
    const [only, ...others] = steps;
    if (only !== undefined && others.length === 0) return [{ number: only.number, error: textOf(error) }];
    return steps.map((step) => runAlone(store, step));
  }
}

function runAlone(store: SqliteStore, step: Step): ThreadMessage {
  try {
    return { number: step.number, result: apply(store, step) };
  } catch (error) {
    return { number: step.number, error: textOf(error) };
  }
}

function apply(store: SqliteStore, { name, args }: Step): unknown {
  return (store[name] as (...args: readonly unknown[]) => unknown)(...args);
}

try {
  const store = openSqliteStore(String(workerData), systemClock);
  serve(store);
  post({ ready: true });
} catch (error) {
  post({ failed: textOf(error) });
}
