/**
 * Configuration, start, signals. Whatever prevents the start is reported as one clear line on standard error, with exit code 1;
 * an upstream that cannot be reached is waited for. One process serves by itself, or supervises workers that do.
 */
import cluster from 'node:cluster';
import { type Config, loadConfig } from './config/config.ts';
import { Fault } from './platform/fault.ts';
import { createLog, type Log } from './platform/observing/log.ts';
import { announcement } from './process/announcement.ts';
import { type Close, type SharedSetup, startShared } from './process/embedded.ts';

/**
 * A signal repeated within this time counts as the same one: a terminal sends it to every process, and so do some parent
 * processes.
 */
const SAME_SIGNAL_MS = 1_000;

interface ProcessContext {
  readonly closers: Close[];
  readonly log: Log;
  /** Shuts the process down in order; calling it again waits for the same shutdown. */
  readonly stop: (code: number, line?: string) => Promise<void>;
}

async function run(): Promise<void> {
  const result = loadConfig();
  if (cluster.isPrimary) for (const warning of result.warnings) console.error(warning);
  if ('faults' in result) {
    for (const fault of result.faults) console.error(fault);
    process.exit(1);
  }
  const { config } = result;
  if (cluster.isWorker) await runWorker(config);
  else {
    const log = createLog(config.LOG_LEVEL);
    log.info({ upstream: config.upstreamName }, 'the gateway starts');
    await runProcess(config.WORKERS === 1 ? runAlone : runPrimary, config, log, printLine);
  }
}

async function runAlone(config: Config, { closers, log }: ProcessContext): Promise<void> {
  const shared = await startShared(config, closers, log);
  const { serve } = await import('./process/serve.ts');
  const onServing = (url: string) => announce(url, config, shared);
  await serve({ config, shared, port: config.PORT, closers, log, onServing });
}

function announce(url: string, config: Config, shared: SharedSetup): void {
  console.log(announcement(url, config, shared, process.stdout.isTTY));
}

async function runPrimary(config: Config, { closers, log, stop }: ProcessContext): Promise<void> {
  // Created here, so that a problem with them is reported once.
  config.loadIdKeys();
  const shared = await startShared(config, closers, log);
  const { startWorkers } = await import('./process/workers.ts');
  const url = await startWorkers({ config, shared, closers, log, onGiveUp: (line) => void stop(1, line) });
  announce(url, config, shared);
}

async function runWorker(config: Config): Promise<void> {
  const { openChannel } = await import('./process/worker.ts');
  const channel = await openChannel();
  const { shared, port, worker } = channel.assignment;
  const serveAsWorker = async (_: Config, { closers, log }: ProcessContext) => {
    const { serve } = await import('./process/serve.ts');
    await serve({ config, shared, port, closers, log, channel, onServing: channel.reportServing });
  };
  await runProcess(serveAsWorker, config, createLog(config.LOG_LEVEL).child({ worker }), channel.reportFailure);
}

/** Runs `start`, and shuts down on a signal or if the start fails; `report` reports why it failed. */
async function runProcess(
  start: (config: Config, context: ProcessContext) => Promise<void>,
  config: Config,
  log: Log,
  report: (line: string) => Promise<void>,
): Promise<void> {
  const closers: Close[] = [];
  let stopping: Promise<void> | undefined;
  const shutDown = async (code: number, line?: string): Promise<void> => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'a component failed to close'));
    }
    if (line !== undefined) await report(line);
    process.exit(code);
  };
  const stop: ProcessContext['stop'] = (code, line) => {
    stopping ??= shutDown(code, line);
    return stopping;
  };
  stopOnSignals(() => void stop(0));
  try {
    await start(config, { closers, log, stop });
  } catch (error) {
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

async function printLine(line: string): Promise<void> {
  console.error(line);
}

await run();
