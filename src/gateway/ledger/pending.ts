/**
 * Outcomes that could not be recorded. They are kept in memory and retried in order at every heartbeat. If the process dies first, they are
 * lost, and reconciliation determines the outcomes of their entries.
 */
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import type { Entry } from './entry.ts';
import type { LedgerStore, Settlement } from './stores/store.ts';

type Task =
  | { readonly kind: 'release'; readonly entry: Entry }
  | { readonly kind: 'settle'; readonly entry: Entry; readonly settlement: Settlement };

const MAX_TASKS = 10_000;

export function createPending(store: LedgerStore, log: Log) {
  const tasks = new Set<Task>();
  let retrying: Promise<void> | null = null;
  let isDropping = false;
  const outage = new Outage((err) =>
    log.error({ left: tasks.size, err }, 'outcomes of writes are waiting to be recorded'),
  );

  const enqueue = (task: Task): void => {
    const [oldest] = tasks;
    if (tasks.size >= MAX_TASKS && oldest !== undefined) {
      tasks.delete(oldest);
      // Logged once, until everything pending has been recorded.
      if (!isDropping)
        log.error({ most: MAX_TASKS }, 'too many outcomes are waiting to be recorded; the oldest are dropped');
      isDropping = true;
    }
    tasks.add(task);
  };
  const run = ({ entry: { id, attempt }, ...task }: Task): Promise<boolean> =>
    task.kind === 'release' ? store.release(id, attempt) : store.settle(id, attempt, task.settlement);

  const runAll = async (): Promise<void> => {
    for (const task of tasks) {
      try {
        await run(task);
      } catch (error) {
        outage.fail(error);
        return;
      }
      tasks.delete(task);
    }
    isDropping = false;
    outage.succeed();
  };

  return {
    /** Runs the task now. If the store fails, returns false and tries again later. */
    async runNow(task: Task): Promise<boolean> {
      const { operation } = task.entry;
      try {
        const isDone = await run(task);
        // The entry of a write that awaits its answer disappears only if the store loses data.
        if (!isDone && task.kind === 'settle' && task.settlement.state !== 'UNKNOWN')
          log.error({ operation }, 'the write ledger has lost the entry of a write; a retry of it is sent again');
        return true;
      } catch (error) {
        log.error(
          { operation, kind: task.kind, err: error },
          'could not record the outcome of a write; retrying later',
        );
        enqueue(task);
        return false;
      }
    },
    /** Settles with a claim on what was found; false if it may be another write's, or the store fails. */
    async claimNow({ id, attempt }: Entry, { claim, result }: Settlement): Promise<boolean> {
      if (claim === null) return false;
      const claimed = await store.claim(id, attempt, claim, result ?? {}).catch(() => null);
      return claimed === 'CLAIMED';
    },
    /** Removes the entry at the next heartbeat; it is not known whether it was stored. */
    release: (entry: Entry) => enqueue({ kind: 'release', entry }),
    /** Runs the pending tasks until one fails; concurrent calls share one pass. Never rejects. */
    retry(): Promise<void> {
      retrying ??= runAll().finally(() => {
        retrying = null;
      });
      return retrying;
    },
  };
}
