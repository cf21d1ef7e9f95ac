/**
 * Starts the service in a thread of its own, so that its database never holds up the gateway. A start that fails rejects with
 * the service's own fault; a thread that ends later is told of, never thrown.
 */
import { Worker } from 'node:worker_threads';
import { Fault } from '../platform/fault.ts';
import type { ReferenceFaultCode, ReferenceOptions, RunningReference } from './options.ts';
import type { ThreadMessage } from './thread.ts';

export interface StartedReference extends RunningReference {
  /** Resolves when the thread ends without having been closed; never rejects. */
  readonly ended: Promise<Fault<ReferenceFaultCode>>;
}

/** Resolves when the service listens. */
export async function startReference(options: Omit<ReferenceOptions, 'clock'>): Promise<StartedReference> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: options, execArgv: [] });
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  const failed = new Promise<unknown>((resolve) => worker.once('error', resolve));
  let closing = false;
  const ended = new Promise<Fault<ReferenceFaultCode>>((resolve) => {
    const end = (cause?: unknown) => {
      if (!closing) resolve(new Fault('THREAD_ENDED', `the service's thread ended: ${String(cause)}`, { cause }));
    };
    void failed.then(end);
    void exited.then((code) => end(`exit code ${code}`));
  });

  const said = new Promise<ThreadMessage>((resolve) => {
    worker.on('message', (given) => {
      if (isOurs(given)) resolve(given);
    });
  });
  const message = await Promise.race([said, ended]);
  if (message instanceof Fault) throw message;
  if ('failed' in message) {
    await worker.terminate();
    throw new Fault(message.failed.code as ReferenceFaultCode, message.failed.message);
  }
  return {
    url: message.listening,
    ended,
    async close() {
      if (!closing) worker.postMessage('close');
      closing = true;
      await exited;
    },
  };
}

/** Under `--watch`, Node has each thread tell which files it loads, by messages among the thread's own. */
function isOurs(given: unknown): given is ThreadMessage {
  return typeof given === 'object' && given !== null && ('listening' in given || 'failed' in given);
}
