/**
 * The thread of a SQLite store: takes steps as messages, runs all that have come in one transaction, and answers them when they
 * are on the disk. One that fails fails alone: the others run again without it.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/clock.ts';
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts';
import type { LedgerStore } from './store.ts';

export interface Step {
  readonly number: number;
  readonly name: keyof LedgerStore;
  readonly given: readonly unknown[];
}

/** What the thread says: once that it is ready, or why not; then the outcomes of steps. */
export type ThreadMessage =
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: string };

const MOST_TOGETHER = 256;
const port = parentPort;

const say = (message: ThreadMessage): void => port?.postMessage(message);
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function serve(store: SqliteStore): void {
  port?.on('message', (first: Step) => {
    const steps = [first];
    while (steps.length < MOST_TOGETHER) {
      const more = port === null ? undefined : receiveMessageOnPort(port);
      if (more === undefined) break;
      steps.push(more.message as Step);
    }
    const work = steps.filter(({ name }) => name !== 'close');
    for (const message of carryOut(store, work)) say(message);
    const last = steps.find(({ name }) => name === 'close');
    if (last === undefined) return;
    say(carryOutOne(store, last));
    port?.close();
  });
}

function carryOut(store: SqliteStore, steps: readonly Step[]): ThreadMessage[] {
  if (steps.length === 0) return [];
  try {
    return store.together(() => steps.map((step) => ({ number: step.number, result: apply(store, step) })));
  } catch (error) {
    const [only, ...others] = steps;
    if (only !== undefined && others.length === 0) return [{ number: only.number, error: textOf(error) }];
    return steps.map((step) => carryOutOne(store, step));
  }
}

function carryOutOne(store: SqliteStore, step: Step): ThreadMessage {
  try {
    return { number: step.number, result: apply(store, step) };
  } catch (error) {
    return { number: step.number, error: textOf(error) };
  }
}

function apply(store: SqliteStore, { name, given }: Step): unknown {
  return (store[name] as (...given: readonly unknown[]) => unknown)(...given);
}

try {
  const store = openSqliteStore(String(workerData), systemClock);
  serve(store);
  say({ ready: true });
} catch (error) {
  say({ failed: textOf(error) });
}
