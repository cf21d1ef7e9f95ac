/**
 * What is known of a write and could not be written down: kept until it can be, in order, with every beat. It is lost with the
 * process, and the entry is then one whose outcome is looked for.
 */
import type { Log } from '../../platform/log.ts';
import type { Entry } from './entry.ts';
import type { LedgerStore, Settlement } from './store.ts';

type Task =
  | { readonly kind: 'release'; readonly entry: Entry }
  | { readonly kind: 'settle'; readonly entry: Entry; readonly settlement: Settlement };

export interface Pending {
  /** Does it now, and later where that fails; false where it was not done now. */
  readonly now: (task: Task) => Promise<boolean>;
  /** Takes the entry out at the next beat: whether it is in is not known. */
  readonly release: (entry: Entry) => void;
  /** Does what waits, until something fails again; who comes meanwhile waits for the same. Never rejects. */
  readonly retry: () => Promise<void>;
}

const MOST = 10_000;

export function createPending(store: LedgerStore, log: Log): Pending {
  const tasks = new Set<Task>();
  let retrying: Promise<void> | null = null;
  let isForgetting = false;

  const keep = (task: Task): void => {
    const [oldest] = tasks;
    if (tasks.size >= MOST && oldest !== undefined) {
      tasks.delete(oldest);
      // Said once, until all are written down.
      if (!isForgetting)
        log.error({ most: MOST }, 'too many outcomes wait to be written down; the oldest are forgotten');
      isForgetting = true;
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
        log.error({ left: tasks.size, err: error }, 'outcomes of writes wait to be written down');
        return;
      }
      tasks.delete(task);
    }
    isForgetting = false;
  };

  return {
    async now(task) {
      try {
        return await run(task);
      } catch (error) {
        const { operation } = task.entry;
        log.error({ operation, kind: task.kind, err: error }, 'the outcome of a write could not be written down yet');
        keep(task);
        return false;
      }
    },
    release: (entry) => keep({ kind: 'release', entry }),
    retry() {
      retrying ??= runAll().finally(() => {
        retrying = null;
      });
      return retrying;
    },
  };
}
