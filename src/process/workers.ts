/**
 * The primary: keeps the configured number of workers on one port. A worker that dies is replaced while the others continue, unless workers
 * keep dying right after their start. The primary itself serves nothing.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Config, Values } from '../config/config.ts';
import type { Close, SharedSetup } from './shared-setup.ts';

/** The only message to a worker: what to serve. It contains secrets, which do not belong in an environment. */
export interface Assignment {
  /** A replacement gets the number of the worker that it replaces. */
  readonly worker: number;
  readonly shared: SharedSetup;
  /** The settings of the start. A replacement also runs with them, even if the files have changed since. */
  readonly values: Values;
}

interface WorkersOptions extends Pick<Assignment, 'shared' | 'values'> {
  readonly config: Config;
  readonly closers: Close[];
  readonly log: Log;
  /** Called when no worker can be kept alive, with a line that says why unless a worker has printed one. */
  readonly onGiveUp: (line?: string) => void;
}

/**
 * How much longer a worker may take during shutdown than its grace period and the deadline of a running call, to close the parts after the
 * server.
 */
const CLOSING_MS = 10_000;

/** How a worker ended; `err` if it had no process. */
type WorkerExit = { readonly code: number; readonly signal: string | null } | { readonly err: Error };

/**
 * Resolves with the server's URL when all workers serve. The first one starts alone, so that a problem that prevents the start is printed
 * once.
 */
export async function startWorkers({
  config,
  values,
  shared,
  closers,
  log,
  onGiveUp,
}: WorkersOptions): Promise<string> {
  const afterDeath = createRestartPolicy();
  const workers = new Map<number, Worker>();
  /** When each worker began to serve. */
  const serving = new Map<number, number>();
  const restartTimers = new Set<NodeJS.Timeout>();
  const first = Promise.withResolvers<string>();
  const all = Promise.withResolvers<void>();
  let isStarted = false;
  let isStopping = false;

  function start(number: number): void {
    let worker: Worker;
    try {
      worker = cluster.fork();
    } catch (err) {
      // Node reports some errors of the system by an event, as below, and throws others, such as a lack of memory.
      onEnd(number, { err: err as Error });
      return;
    }
    workers.set(number, worker);
    worker.on('error', (err) => {
      // A worker that never got a process, because the system is out of them, has no exit event; those of others are handled below.
      if (worker.process.pid === undefined && workers.get(number) === worker) onEnd(number, { err });
      else log.debug({ err, worker: number }, 'a message to a worker could not be delivered');
    });
    worker.on('message', (url: unknown) => {
      // Other messages come from Node itself, under `--watch`.
      if (typeof url !== 'string') return;
      serving.set(number, performance.now());
      first.resolve(url);
      if (serving.size === config.WORKERS) all.resolve();
    });
    worker.once('exit', (code, signal) => onEnd(number, { code, signal }));
    if (worker.isConnected()) worker.send({ worker: number, shared, values } satisfies Assignment);
  }

  function onEnd(number: number, end: WorkerExit): void {
    const since = serving.get(number);
    workers.delete(number);
    serving.delete(number);
    if (isStopping) return;
    // The worker has printed what is wrong, and the next one would print the same.
    if (!isStarted && 'code' in end && end.code === 1) {
      onGiveUp();
      return;
    }
    const nextTryMs = afterDeath(since === undefined ? 0 : performance.now() - since);
    if (nextTryMs === null) {
      const why = 'err' in end ? `The last error: ${end.err.message}.` : 'The log above may contain the reason.';
      onGiveUp(`Workers exit right after their start, ${MAX_EARLY_DEATHS} times in a row. ${why}`);
      return;
    }
    const what = 'err' in end ? 'a worker could not be started' : 'a worker exited';
    log.error({ worker: number, ...end, nextTryMs }, what);
    const timer = setTimeout(() => {
      restartTimers.delete(timer);
      start(number);
    }, nextTryMs);
    restartTimers.add(timer);
  }

  closers.push(async () => {
    isStopping = true;
    for (const timer of restartTimers) clearTimeout(timer);
    const patience = config.DRAIN_DELAY_MS + config.DRAIN_GRACE_MS + config.UPSTREAM_DEADLINE_MS + CLOSING_MS;
    await Promise.all(
      [...workers].map(([number, worker]) => endWorker(worker, patience, log.child({ worker: number }))),
    );
  });
  start(1);
  const url = await first.promise;
  for (let number = 2; number <= config.WORKERS; number += 1) start(number);
  await all.promise;
  isStarted = true;
  return url;
}

/** Asks the worker to exit, and kills it if it does not in time. */
export async function endWorker(worker: Worker, patienceMs: number, log: Log): Promise<void> {
  if (worker.isDead()) return;
  // events.once would reject for an 'error', such as a message that could not be delivered.
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const killTimer = setTimeout(() => {
    log.warn({ patienceMs }, 'a worker did not exit in time and is being killed');
    worker.process.kill('SIGKILL');
  }, patienceMs);
  worker.process.kill('SIGTERM');
  await exited;
  clearTimeout(killTimer);
}

/**
 * Decides when a dead worker is replaced: at once if it had served for a while, after a growing pause if it died right after its start, and
 * not at all after several such deaths in a row.
 */
const STABLE_AFTER_MS = 2_000;
const RESTART_DELAYS_MS = [200, 400, 800, 1_600];

const MAX_EARLY_DEATHS = RESTART_DELAYS_MS.length + 1;

export function createRestartPolicy() {
  let earlyDeaths = 0;
  /** Milliseconds until the replacement starts, or null to give up; `servedMs` is 0 for a worker that never served. */
  return (servedMs: number): number | null => {
    if (servedMs >= STABLE_AFTER_MS) {
      earlyDeaths = 0;
      return 0;
    }
    earlyDeaths += 1;
    return RESTART_DELAYS_MS[earlyDeaths - 1] ?? null;
  };
}
