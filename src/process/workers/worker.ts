/**
 * A worker's side of the channel to its primary: what it is to serve, what it reports about itself, the metrics that it requests
 * from the others, and what it agrees on with them. Without its primary a worker has no port, and Node ends it.
 */
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Channel } from '@realty-forms/platform/peers/peers.ts';
import { readMessage, type ToPrimary, type ToWorker } from './worker-messages.ts';

type Assignment = Extract<ToWorker, { readonly kind: 'begin' }>;

export type WorkerChannel = Readonly<Awaited<ReturnType<typeof openChannel>>>;

type Primary = Pick<NodeJS.Process, 'on' | 'connected' | 'send'>;

/** Resolves when the primary has sent what is to be served. */
export async function openChannel(primary: Primary = process) {
  const pendingScrapes = new Map<number, (text: string) => void>();
  const assignment = Promise.withResolvers<Assignment>();
  let measure: () => Promise<string> = async () => '';
  let lastNumber = 0;

  const send = (message: ToPrimary): Promise<void> => sendToPrimary(primary, message);
  const listeners: ((text: string) => void)[] = [];
  const toOthers: Channel = {
    send: (text) => void send({ kind: 'told', text }),
    listen: (listener) => void listeners.push(listener),
  };

  primary.on('message', (value) => {
    const message = readMessage<ToWorker>(value);
    if (message === null) return;
    if (message.kind === 'begin') assignment.resolve(message);
    else if (message.kind === 'measured') {
      pendingScrapes.get(message.number)?.(message.text);
      pendingScrapes.delete(message.number);
    } else if (message.kind === 'told') for (const listener of listeners) listener(message.text);
    else {
      const { number } = message;
      void measure().then((text) => send({ kind: 'measured', number, text }));
    }
  });

  return {
    assignment: await assignment.promise,
    toOthers,
    reportServing: (url: string): void => void send({ kind: 'serving', url }),
    /** Resolves once the line is sent, or cannot be sent because the primary is gone. */
    reportFailure: (line: string): Promise<void> => send({ kind: 'failed', line }),
    /** The metrics of all workers, as text. */
    collectMetrics(): Promise<string> {
      lastNumber += 1;
      const number = lastNumber;
      const { promise, resolve } = Promise.withResolvers<string>();
      pendingScrapes.set(number, resolve);
      void send({ kind: 'measure', number });
      return promise;
    },
    /** From now on, `collectOwn` provides this worker's metrics on request; if it fails, they are empty. */
    provideMetrics(collectOwn: () => Promise<string>, log: Log): void {
      // A failed scrape must not end the worker.
      measure = () =>
        collectOwn().catch((error: unknown) => {
          log.error({ err: error }, 'the metrics are not available');
          return '';
        });
    },
  };
}

/** Never rejects: if the primary is gone, nothing is sent, and this process is about to end. */
function sendToPrimary(primary: Primary, message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    if (primary.connected) primary.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
