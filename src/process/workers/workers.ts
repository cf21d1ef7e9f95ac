/**
 * The primary: keeps the configured number of workers on one port. A worker that dies is replaced while the others continue,
 * unless workers keep dying right after their start. Serves nothing itself; workers reach each other through it.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Config, Values } from '../../config/config.ts';
import type { Close, SharedSetup } from '../shared-setup.ts';
import { readMessage, type ToPrimary, type ToWorker } from './worker-messages.ts';
import { createMetricsCollector } from './worker-metrics.ts';

/**
 * Time that a worker may take during shutdown beyond its grace period and the deadline of a running call, for the parts that
 * close after the server.
 */
const CLOSING_MS = 10_000;

export interface WorkersOptions {
  readonly config: Config;
  /** The settings from which it was made. A worker that replaces a dead one runs with them too, whatever the files have become. */
  readonly values: Values;
  readonly shared: SharedSetup;
  readonly closers: Close[];
  readonly log: Log;
  /** Called when no worker can be kept alive, with a line that says why. */
  readonly onGiveUp: (line: string) => void;
}

interface WorkerState {
  readonly worker: Worker;
  servingSince: number | null;
  /** Why the worker did not start, if it reported that. */
  failure: string | null;
}

/** How a worker ended; `err` if it had no process. */
type WorkerExit = { readonly code: number; readonly signal: string | null } | { readonly err: Error };

/** Resolves with the server's URL when all workers serve; rejects with the reason of the first that does not start. */
export async function startWorkers(options: WorkersOptions): Promise<string> {
  const { config, values, shared, closers, log, onGiveUp } = options;
  const restarts = createRestartPolicy();
  const workers = new Map<number, WorkerState>();
  const restartTimers = new Set<NodeJS.Timeout>();
  const metricsCollector = createMetricsCollector((scrape) => {
    const serving = [...workers].filter(
      ([, { worker, servingSince }]) => servingSince !== null && worker.isConnected(),
    );
    for (const [, state] of serving) send(state, { kind: 'measure', number: scrape });
    return serving.map(([number]) => number);
  });
  const port = config.PORT === 0 ? await findFreePort(config.HOST) : config.PORT;
  let isStopping = false;
  let isStarted = false;
  const started = Promise.withResolvers<string>();

  function start(number: number): void {
    let worker: Worker;
    try {
      worker = cluster.fork();
    } catch (error) {
      // The system is out of processes or memory; the next attempt may succeed.
      onWorkerEnd(number, { servingSince: null, failure: null }, { err: error as Error });
      return;
    }
    const state: WorkerState = { worker, servingSince: null, failure: null };
    workers.set(number, state);
    send(state, { kind: 'begin', worker: number, port, shared, values });
    worker.on('message', (given) => onWorkerMessage(number, state, readMessage<ToPrimary>(given)));
    worker.on('error', (err) => {
      // A message could not be delivered to a worker that is about to die: its exit is handled below. A worker that never got a
      // process has no exit.
      if (worker.process.pid !== undefined)
        log.debug({ err, worker: number }, 'a message to a worker could not be delivered');
      else if (workers.get(number) === state) onWorkerEnd(number, state, { err });
    });
    worker.once('disconnect', () => {
      if (workers.get(number) === state) metricsCollector.drop(number);
    });
    worker.once('exit', (code, signal) => onWorkerEnd(number, state, { code, signal }));
  }

  function onWorkerMessage(number: number, state: WorkerState, message: ToPrimary | null): void {
    if (message === null) return;
    if (message.kind === 'failed') state.failure = message.line;
    else if (message.kind === 'measured') metricsCollector.addPage(message.number, number, message.text);
    else if (message.kind === 'measure') {
      void metricsCollector.collect().then((text) => send(state, { kind: 'measured', number: message.number, text }));
    } else if (message.kind === 'told') {
      for (const [other, each] of workers) if (other !== number) send(each, message);
    } else {
      state.servingSince = performance.now();
      if (workers.size === config.WORKERS && [...workers.values()].every(({ servingSince }) => servingSince !== null)) {
        isStarted = true;
        started.resolve(message.url);
      }
    }
  }

  function onWorkerEnd(number: number, { failure, servingSince }: Omit<WorkerState, 'worker'>, end: WorkerExit): void {
    workers.delete(number);
    metricsCollector.drop(number);
    if (isStopping) return;
    if (!isStarted && failure !== null) {
      started.reject(new Fault('WORKER_FAILED', failure));
      return;
    }
    const pause = restarts.afterDeath(servingSince === null ? 0 : performance.now() - servingSince);
    if (pause === null) {
      const why =
        failure ?? ('err' in end ? `The last error: ${end.err.message}.` : 'The log above may contain the reason.');
      const line = `Workers exit right after their start, ${MAX_EARLY_DEATHS} times in a row. ${why}`;
      if (isStarted) onGiveUp(line);
      else started.reject(new Fault('WORKER_FAILED', line));
      return;
    }
    const fields = { worker: number, ...end, reason: failure ?? undefined, nextTryMs: pause };
    log.error(fields, 'err' in end ? 'a worker could not be started' : 'a worker exited');
    const timer = setTimeout(() => {
      restartTimers.delete(timer);
      start(number);
    }, pause);
    restartTimers.add(timer);
  }

  closers.push(async () => {
    isStopping = true;
    for (const timer of restartTimers) clearTimeout(timer);
    const patience = config.DRAIN_DELAY_MS + config.DRAIN_GRACE_MS + config.UPSTREAM_DEADLINE_MS + CLOSING_MS;
    await Promise.all(
      [...workers].map(([number, { worker }]) => endWorker(worker, patience, log.child({ worker: number }))),
    );
  });
  for (let number = 1; number <= config.WORKERS; number += 1) start(number);
  return await started.promise;
}

function send({ worker }: WorkerState, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** Asks the worker to exit, and kills it if it does not in time. */
export async function endWorker(worker: Worker, patienceMs: number, log: Log): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  const killTimer = setTimeout(() => {
    log.warn({ patienceMs }, 'a worker did not exit in time and is being killed');
    worker.process.kill('SIGKILL');
  }, patienceMs);
  worker.process.kill('SIGTERM');
  await exited;
  clearTimeout(killTimer);
}

/** A free port that all workers share, even after the last of them has died: with port 0, each new one would get another. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen({ host: host.replace(/^\[|\]$/g, ''), port: 0, exclusive: true });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Decides when a dead worker is replaced: at once if it had served for a while, after a growing pause if it died right after
 * its start, and not at all after several of those in a row.
 */
const STABLE_AFTER_MS = 2_000;
const RESTART_DELAYS_MS = [200, 400, 800, 1_600];

const MAX_EARLY_DEATHS = RESTART_DELAYS_MS.length + 1;

export function createRestartPolicy() {
  let earlyDeaths = 0;
  return {
    /** Milliseconds until the replacement starts, or null to give up; `servedMs` is 0 for a worker that never served. */
    afterDeath(servedMs: number): number | null {
      if (servedMs >= STABLE_AFTER_MS) {
        earlyDeaths = 0;
        return 0;
      }
      earlyDeaths += 1;
      return RESTART_DELAYS_MS[earlyDeaths - 1] ?? null;
    },
  };
}
