/**
 * A worker's side of the channel to its primary: what it is to serve, what it says of itself, and what it asks of the others.
 * Without its primary a worker has no port; Node ends it then.
 */
import type { Log } from './platform/log.ts';
import type { ToPrimary, ToWorker } from './worker-messages.ts';
import { read } from './worker-messages.ts';

type Beginning = Extract<ToWorker, { readonly kind: 'begin' }>;

export interface WorkerChannel {
  readonly beginning: Beginning;
  readonly serving: (url: string) => void;
  /** Resolves when the primary has it. */
  readonly failed: (line: string) => Promise<void>;
  /** The figures of all workers, as text. */
  readonly figures: () => Promise<string>;
  /** From now on, gives this worker's own figures to whoever asks, and none where they cannot be had. */
  readonly measureBy: (own: () => Promise<string>, log: Log) => void;
}

type Primary = Pick<NodeJS.Process, 'on' | 'connected' | 'send'>;

/** Resolves when the primary has said what is to be served. */
export async function openChannel(primary: Primary = process): Promise<WorkerChannel> {
  const asked = new Map<number, (text: string) => void>();
  const beginning = Promise.withResolvers<Beginning>();
  let measure: () => Promise<string> = async () => '';
  let last = 0;

  const say = (message: ToPrimary): Promise<void> => tell(primary, message);

  primary.on('message', (given) => {
    const message = read<ToWorker>(given);
    if (message === null) return;
    if (message.kind === 'begin') beginning.resolve(message);
    else if (message.kind === 'measured') {
      asked.get(message.number)?.(message.text);
      asked.delete(message.number);
    } else {
      const { number } = message;
      void measure().then((text) => say({ kind: 'measured', number, text }));
    }
  });

  return {
    beginning: await beginning.promise,
    serving: (url) => void say({ kind: 'serving', url }),
    failed: (line) => say({ kind: 'failed', line }),
    figures() {
      last += 1;
      const number = last;
      const { promise, resolve } = Promise.withResolvers<string>();
      asked.set(number, resolve);
      void say({ kind: 'measure', number });
      return promise;
    },
    measureBy(own, log) {
      // Whoever only looks ends no worker.
      measure = () =>
        own().catch((error: unknown) => {
          log.error({ err: error }, 'the figures cannot be had');
          return '';
        });
    },
  };
}

/** Never rejects: a primary that is gone takes nothing, and this process ends by it. */
function tell(primary: Primary, message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    if (primary.connected) primary.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
