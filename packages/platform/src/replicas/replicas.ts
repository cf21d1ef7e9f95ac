/**
 * Replicas: all processes that serve the same graph, workers included, and share one database. Leases there decide who does what only one
 * process should do. The replicas also send each other short texts, any of which may be lost.
 */
import { randomUUID } from 'node:crypto';
import type { Leases } from '../stores/leases.ts';

export interface Replicas {
  /**
   * Takes or renews the lease of this name for some milliseconds. Returns 0 if this process has it, otherwise how long another process
   * still has it. Rejects if the database cannot be reached.
   */
  readonly lease: (name: string, ms: number) => Promise<number>;
  /** Releases a lease, if this process has it. */
  readonly release: (name: string) => void;
  /** Sends a text to all others. */
  readonly publish: (name: string, text: string) => void;
  /** Calls the listener with what others publish, and with null when a lease was released. */
  readonly listen: (listener: (name: string, text: string | null) => void) => void;
}

/** For a process that serves alone. */
export const noReplicas: Replicas = {
  lease: async () => 0,
  release() {},
  publish() {},
  listen() {},
};

/** A message reaches all listening processes, in order, or is lost; then the call may reject. The sender may receive its own messages. */
export interface Channel {
  readonly send: (messages: readonly string[]) => Promise<unknown>;
  readonly listen: (listener: (message: string) => void) => void;
}

/** How long a poll waits to learn whether another process makes it. */
const PATIENCE_MS = 1_000;

type Message = readonly [sender: string, name: string, text: string | null];

export function joinReplicas(
  { takeLease, releaseLease }: Pick<Leases, 'takeLease' | 'releaseLease'>,
  channel: Channel,
): Replicas {
  const self = randomUUID();
  let waiting: string[] = [];
  let isSending = false;

  /** Sends all waiting messages together; those that cannot be sent are lost. */
  async function sendWaiting(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const messages = waiting;
      waiting = [];
      await channel.send(messages).catch(() => undefined);
    }
    isSending = false;
  }

  function send(name: string, text: string | null): void {
    waiting.push(JSON.stringify([self, name, text] satisfies Message));
    void sendWaiting();
  }

  return {
    lease: (name, ms) => inTime(takeLease(name, self, ms)),
    // If this fails, the others wait until the lease ends.
    release: (name) =>
      void releaseLease(name, self).then(
        (isReleased) => (isReleased ? send(name, null) : undefined),
        () => undefined,
      ),
    publish: send,
    listen: (listener) =>
      channel.listen((message) => {
        const [sender, name, text] = readMessage(message) ?? [self, '', null];
        if (sender !== self) listener(name, text);
      }),
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the database did not answer in time')), PATIENCE_MS);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Null for anything else: any user of the database can notify, and no notification may end a process. */
function readMessage(message: string): Message | null {
  try {
    const parsed: unknown = JSON.parse(message);
    if (!Array.isArray(parsed)) return null;
    const [sender, name, text] = parsed;
    const isMessage = typeof name === 'string' && (typeof text === 'string' || text === null);
    return isMessage ? [String(sender), name, text] : null;
  } catch {
    return null;
  }
}
