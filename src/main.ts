/**
 * Configuration, start, signals. What keeps the gateway from starting is one clear line on standard error and exit code 1; an
 * upstream that cannot be reached is waited for. One process serves by itself, or keeps workers that do.
 */
import cluster from 'node:cluster';
import { announcement } from './announcement.ts';
import { type Config, loadConfig } from './config.ts';
import { type Close, startCommon } from './embedded.ts';
import { Fault } from './platform/fault.ts';
import { createLog, type Log } from './platform/log.ts';

/** A signal that comes again within this time is the same one: a terminal gives it to every process, and so do some parents. */
const SAME_SIGNAL_MS = 1_000;

interface Life {
  readonly closers: Close[];
  readonly log: Log;
  /** Ends the process in order; calling it again waits for the same end. */
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
  else await begin(config.WORKERS === 1 ? runAlone : runPrimary, config, createLog(config.LOG_LEVEL), printLine);
}

async function runAlone(config: Config, { closers, log }: Life): Promise<void> {
  const common = await startCommon(config, closers, log);
  const { serve } = await import('./serve.ts');
  const onServing = (url: string) => console.log(announcement(url, config, common));
  await serve({ config, common, port: config.PORT, closers, log, onServing });
}

async function runPrimary(config: Config, { closers, log, stop }: Life): Promise<void> {
  // Made here, so that what is wrong with them is told once.
  config.loadIdKeys();
  const common = await startCommon(config, closers, log);
  const { startWorkers } = await import('./workers.ts');
  const url = await startWorkers({ config, common, closers, log, onGivenUp: (line) => void stop(1, line) });
  console.log(announcement(url, config, common));
}

async function runWorker(config: Config): Promise<void> {
  const { openChannel } = await import('./worker.ts');
  const channel = await openChannel();
  const { common, port, worker } = channel.beginning;
  const serveAsWorker = async (_: Config, { closers, log }: Life) => {
    const { serve } = await import('./serve.ts');
    await serve({ config, common, port, closers, log, channel, onServing: channel.serving });
  };
  await begin(serveAsWorker, config, createLog(config.LOG_LEVEL).child({ worker }), channel.failed);
}

/** Runs one of these until a signal ends it, or the start fails; why it failed, `tell` is told. */
async function begin(
  start: (config: Config, life: Life) => Promise<void>,
  config: Config,
  log: Log,
  tell: (line: string) => Promise<void>,
): Promise<void> {
  const closers: Close[] = [];
  let ending: Promise<void> | undefined;
  const end = async (code: number, line?: string): Promise<void> => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'a part did not close'));
    }
    if (line !== undefined) await tell(line);
    process.exit(code);
  };
  const stop: Life['stop'] = (code, line) => {
    ending ??= end(code, line);
    return ending;
  };
  stopOnSignals(() => void stop(0));
  try {
    await start(config, { closers, log, stop });
  } catch (error) {
    if (!(error instanceof Fault)) log.error({ err: error }, 'the start failed');
    await stop(1, error instanceof Error ? error.message : String(error));
  }
}

/** The first signal ends in order. A later one ends at once, but not in a worker, which its primary looks after. */
function stopOnSignals(stop: () => void): void {
  let stoppedAt: number | null = null;
  const take = () => {
    if (stoppedAt === null) {
      stoppedAt = performance.now();
      stop();
    } else if (cluster.isPrimary && performance.now() - stoppedAt > SAME_SIGNAL_MS) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, take);
}

async function printLine(line: string): Promise<void> {
  console.error(line);
}

await run();
