/**
 * Starts the service in its own thread, so that its database never blocks the gateway. A start that fails rejects with the
 * service's own fault; a thread that ends later is reported by `ended`, never thrown.
 */
import { Worker } from 'node:worker_threads';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { ReferenceFaultCode, ReferenceOptions, RunningReference } from './options.ts';
import type { ThreadMessage } from './thread.ts';

export interface StartedReference extends RunningReference {
  /** Resolves if the thread ends without having been closed; never rejects. */
  readonly ended: Promise<Fault<ReferenceFaultCode>>;
}

/** Resolves when the service listens. */
export async function startReference(options: Omit<ReferenceOptions, 'clock'>): Promise<StartedReference> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: options, execArgv: [] });
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  const failed = new Promise<unknown>((resolve) => worker.once('error', resolve));
  let isClosing = false;
  const ended = new Promise<Fault<ReferenceFaultCode>>((resolve) => {
    const end = (cause?: unknown) => {
      if (!isClosing) resolve(new Fault('THREAD_ENDED', `the service's thread ended: ${String(cause)}`, { cause }));
    };
    void failed.then(end);
    void exited.then((code) => end(`exit code ${code}`));
  });

  const firstMessage = new Promise<ThreadMessage>((resolve) => {
    worker.on('message', (value) => {
      if (isThreadMessage(value)) resolve(value);
    });
  });
  const message = await Promise.race([firstMessage, ended]);
  if (message instanceof Fault) throw message;
  if ('failed' in message) {
    await worker.terminate();
    throw new Fault(message.failed.code as ReferenceFaultCode, message.failed.message);
  }
  return {
    url: message.listening,
    ended,
    async close() {
      if (!isClosing) worker.postMessage('close');
      isClosing = true;
      await exited;
    },
  };
}

/** Under `--watch`, Node makes every thread report the files it loads, in messages among the thread's own. */
function isThreadMessage(value: unknown): value is ThreadMessage {
  return typeof value === 'object' && value !== null && ('listening' in value || 'failed' in value);
}
