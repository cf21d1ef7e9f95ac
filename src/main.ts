/**
 * Reads the configuration, starts the process, and handles signals: SIGTERM, SIGINT and a closed terminal stop it. If anything prevents the
 * start, it prints one clear line on standard error (in JSON unless that is a terminal) and exits with code 1. If upstream cannot be
 * reached, it waits. One process serves by itself, or supervises workers that do.
 */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { isatty } from 'node:tty';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createLog, type Log, logSync } from '@realty-forms/platform/observability/log.ts';
import { quoted } from '@realty-forms/platform/quote.ts';
import { enableCompilers } from '@realty-forms/platform/v8/compilers.ts';
import { type Config, configOf, loadConfig, type Values } from './config/config.ts';
import { announce } from './process/announcement.ts';
import { type Close, startShared } from './process/shared-setup.ts';
import type { Assignment } from './process/workers.ts';

/**
 * A signal that is repeated within this time counts as the same one: a terminal sends it to every process, and so do some parent processes.
 */
const SAME_SIGNAL_MS = 1_000;

interface ProcessContext {
  readonly closers: Close[];
  readonly log: Log;
  /** Aborts when the process shuts down, possibly before the start has ended. */
  readonly signal: AbortSignal;
  /** Shuts the process down in order; calling it again waits for the same shutdown. */
  readonly stop: (code: number, line?: string) => Promise<void>;
}

async function run(): Promise<void> {
  if (cluster.isWorker) return runWorker();
  const [argument] = process.argv.slice(2);
  if (argument !== undefined) {
    const advice = 'Settings come from the environment or from .env, such as PORT=5000; docs/settings.md lists them.';
    // The text after the name may be a secret.
    const name = quoted(argument.replace(/=.*/s, ''));
    logSync('stderr', 'fatal', {}, `The gateway takes no options, such as ${name}. ${advice}`);
    process.exit(1);
  }
  const result = loadConfig();
  for (const warning of result.warnings) logSync('stderr', 'warn', {}, warning);
  if ('faults' in result) {
    for (const fault of result.faults) logSync('stderr', 'fatal', {}, fault);
    process.exit(1);
  }
  const { config, values } = result;
  const log = createLog(config.LOG_LEVEL);
  log.info({ upstream: config.upstreamName }, 'the gateway starts');
  const start = (context: ProcessContext) =>
    config.WORKERS === 1 ? runAlone(config, context) : runPrimary(config, values, context);
  await runProcess(start, log);
}

async function runAlone(config: Config, { closers, log, signal }: ProcessContext): Promise<void> {
  const shared = await startShared(config, closers, log);
  const { serve } = await import('./process/serve.ts');
  const onServing = (url: string) => {
    enableCompilers();
    announce(url, config, shared);
  };
  await serve({ config, shared, closers, log, signal, onServing });
}

async function runPrimary(
  config: Config,
  values: Values,
  { closers, log, signal, stop }: ProcessContext,
): Promise<void> {
  // Loaded here, so that a problem with them is reported once.
  config.loadIdKeys();
  const shared = await startShared(config, closers, log);
  const { startWorkers } = await import('./process/workers.ts');
  // Nothing would end workers that are started now.
  signal.throwIfAborted();
  const onGiveUp = (line?: string) => void stop(1, line);
  const url = await startWorkers({ config, values, shared, closers, log, onGiveUp });
  enableCompilers();
  announce(url, config, shared);
}

/** Runs a worker. It reads no settings, but gets those of the primary, and sends the primary its URL once it serves. */
async function runWorker(): Promise<void> {
  const [{ worker, shared, values }] = (await once(process, 'message')) as [Assignment];
  const config = configOf(values);
  const start = async ({ closers, log, signal }: ProcessContext) => {
    const { serve } = await import('./process/serve.ts');
    const onServing = (url: string) => {
      enableCompilers();
      // If the primary is gone, a worker has no port, and Node ends it.
      process.send?.(url, undefined, undefined, () => undefined);
    };
    await serve({ config, shared, worker, closers, log, signal, onServing });
  };
  await runProcess(start, createLog(config.LOG_LEVEL).child({ worker }));
}

/** Runs `start`, and shuts down on a signal, or if the start fails, with a line that says why. */
async function runProcess(start: (context: ProcessContext) => Promise<void>, log: Log): Promise<void> {
  const closers: Close[] = [];
  let stopping: Promise<void> | undefined;
  const shuttingDown = new AbortController();
  const { signal } = shuttingDown;
  const shutDown = async (code: number, line?: string): Promise<void> => {
    shuttingDown.abort();
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'a component failed to close'));
    }
    if (line !== undefined) logSync('stderr', 'fatal', {}, line);
    else if (cluster.isPrimary) log.info('stopped');
    process.exit(code);
  };
  const stop: ProcessContext['stop'] = (code, line) => {
    stopping ??= shutDown(code, line);
    return stopping;
  };
  stopOnSignals(() => void stop(0));
  onHangup(() => void stop(0), log);
  try {
    await start({ closers, log, signal, stop });
  } catch (error) {
    // The shutdown has already closed what the start still needed.
    if (signal.aborted) return;
    if (!(error instanceof Fault)) log.error({ err: error }, 'failed to start');
    await stop(1, error instanceof Error ? error.message : String(error));
  }
}

/** The first signal shuts down in order. A later one exits at once, except in a worker, which its primary supervises. */
function stopOnSignals(stop: () => void): void {
  let stoppedAt: number | null = null;
  const onSignal = () => {
    if (stoppedAt === null) {
      stoppedAt = performance.now();
      stop();
    } else if (cluster.isPrimary && performance.now() - stoppedAt > SAME_SIGNAL_MS) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

/**
 * SIGHUP stops a process that was started in a terminal when the terminal closes. Otherwise it changes nothing: many programs reread their
 * settings then, so the log says that this one does not.
 */
function onHangup(stop: () => void, log: Log): void {
  const hasTerminal = () => [0, 1, 2].some(isatty);
  const hadTerminal = hasTerminal();
  process.on('SIGHUP', () => {
    if (hadTerminal && !hasTerminal()) stop();
    else log.warn('SIGHUP has no effect: restart the gateway, which then reads its settings again');
  });
}

await run();
