/**
 * The primary: keeps as many workers as configured on one port. One that dies is replaced while the others go on, unless its
 * kind dies right after its start again and again. Serves nothing itself; what workers want of each other goes through it.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Config } from './config.ts';
import type { Close, Common } from './embedded.ts';
import { Fault } from './platform/fault.ts';
import type { Log } from './platform/log.ts';
import { createFigures } from './worker-figures.ts';
import { read, type ToPrimary, type ToWorker } from './worker-messages.ts';
import { createRestarts, MOST_EARLY_DEATHS } from './worker-restarts.ts';

/** What a worker may take beyond its time of grace and that of a call under way, for what is closed after the server. */
const CLOSING_MS = 10_000;

export interface WorkersOptions {
  readonly config: Config;
  readonly common: Common;
  readonly closers: Close[];
  readonly log: Log;
  /** Called when no worker can be kept alive, with a line that says why. */
  readonly onGivenUp: (line: string) => void;
}

interface Life {
  readonly worker: Worker;
  servingSince: number | null;
  /** Why it did not start, where it said so. */
  failure: string | null;
}

/** How a life ended; `err` where there was no process for it. */
type End = { readonly code: number; readonly signal: string | null } | { readonly err: Error };

/** Resolves with the address of the port when all workers serve; rejects with the reason of the first that does not start. */
export async function startWorkers({ config, common, closers, log, onGivenUp }: WorkersOptions): Promise<string> {
  const restarts = createRestarts();
  const lives = new Map<number, Life>();
  const pauses = new Set<NodeJS.Timeout>();
  const figures = createFigures((scrape) => {
    const serving = [...lives].filter(([, { worker, servingSince }]) => servingSince !== null && worker.isConnected());
    for (const [, life] of serving) tell(life, { kind: 'measure', number: scrape });
    return serving.map(([number]) => number);
  });
  const port = config.PORT === 0 ? await freePort(config.HOST) : config.PORT;
  let isEnding = false;
  let isStarted = false;
  const started = Promise.withResolvers<string>();

  function start(number: number): void {
    let worker: Worker;
    try {
      worker = cluster.fork();
    } catch (error) {
      // The machine has no room for a process, or no memory: it may have some at the next try.
      mourn(number, { servingSince: null, failure: null }, { err: error as Error });
      return;
    }
    const life: Life = { worker, servingSince: null, failure: null };
    lives.set(number, life);
    tell(life, { kind: 'begin', worker: number, port, common });
    worker.on('message', (given) => hear(number, life, read<ToPrimary>(given)));
    worker.on('error', (err) => {
      // What cannot be told to one that is about to die: its end is what counts. One that was never born has no other end.
      if (worker.process.pid !== undefined) log.debug({ err, worker: number }, 'a worker could not be told');
      else if (lives.get(number) === life) mourn(number, life, { err });
    });
    worker.once('disconnect', () => {
      if (lives.get(number) === life) figures.drop(number);
    });
    worker.once('exit', (code, signal) => mourn(number, life, { code, signal }));
  }

  function hear(number: number, life: Life, message: ToPrimary | null): void {
    if (message === null) return;
    if (message.kind === 'failed') life.failure = message.line;
    else if (message.kind === 'measured') figures.take(message.number, number, message.text);
    else if (message.kind === 'measure') {
      void figures.all().then((text) => tell(life, { kind: 'measured', number: message.number, text }));
    } else {
      life.servingSince = performance.now();
      if (lives.size === config.WORKERS && [...lives.values()].every(({ servingSince }) => servingSince !== null)) {
        isStarted = true;
        started.resolve(message.url);
      }
    }
  }

  function mourn(number: number, { failure, servingSince }: Omit<Life, 'worker'>, end: End): void {
    lives.delete(number);
    figures.drop(number);
    if (isEnding) return;
    if (!isStarted && failure !== null) {
      started.reject(new Fault('WORKER_FAILED', failure));
      return;
    }
    const pause = restarts.afterDeath(servingSince === null ? 0 : performance.now() - servingSince);
    if (pause === null) {
      const why = failure ?? ('err' in end ? `The last one: ${end.err.message}.` : 'The log above may say why.');
      const line = `Workers end right after their start, ${MOST_EARLY_DEATHS} times in a row. ${why}`;
      if (isStarted) onGivenUp(line);
      else started.reject(new Fault('WORKER_FAILED', line));
      return;
    }
    const told = { worker: number, ...end, reason: failure ?? undefined, nextTryMs: pause };
    log.error(told, 'err' in end ? 'a worker could not be started' : 'a worker ended');
    const timer = setTimeout(() => {
      pauses.delete(timer);
      start(number);
    }, pause);
    pauses.add(timer);
  }

  closers.push(async () => {
    isEnding = true;
    for (const timer of pauses) clearTimeout(timer);
    const patience = config.DRAIN_DELAY_MS + config.DRAIN_GRACE_MS + config.UPSTREAM_DEADLINE_MS + CLOSING_MS;
    await Promise.all([...lives].map(([number, { worker }]) => end(worker, patience, log.child({ worker: number }))));
  });
  for (let number = 1; number <= config.WORKERS; number += 1) start(number);
  return await started.promise;
}

function tell({ worker }: Life, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

async function end(worker: Worker, patienceMs: number, log: Log): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  const limit = setTimeout(() => {
    log.warn({ patienceMs }, 'a worker did not end in time, and is killed');
    worker.process.kill('SIGKILL');
  }, patienceMs);
  worker.process.kill('SIGTERM');
  await exited;
  clearTimeout(limit);
}

/** One that all workers share, also after the last of them died: to 0, each new one would be given another. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen({ host: host.replace(/^\[|\]$/g, ''), port: 0, exclusive: true });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
