/**
 * Replicas: all processes that serve the same graph, workers included, and share one database. Through it, they send each other short texts,
 * any of which may be lost.
 */
import { randomUUID } from 'node:crypto';

export interface Replicas {
  /** Sends a text to all others. */
  readonly publish: (name: string, text: string) => void;
  /** Calls the listener with what others publish. */
  readonly listen: (listener: (name: string, text: string) => void) => void;
}

/** For a process that serves alone. */
export const noReplicas: Replicas = {
  publish() {},
  listen() {},
};

/** A message reaches all listening processes, in order, or is lost; then the call may reject. The sender may receive its own messages. */
export interface Channel {
  readonly send: (messages: readonly string[]) => Promise<unknown>;
  readonly listen: (listener: (message: string) => void) => void;
}

type Message = readonly [sender: string, name: string, text: string];

export function joinReplicas(channel: Channel): Replicas {
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

  return {
    publish(name, text) {
      waiting.push(JSON.stringify([self, name, text] satisfies Message));
      void sendWaiting();
    },
    listen: (listener) =>
      channel.listen((message) => {
        const [sender, name, text] = readMessage(message) ?? [self, '', ''];
        if (sender !== self) listener(name, text);
      }),
  };
}

/** Null for anything else: any user of the database can notify, and no notification may end a process. */
function readMessage(message: string): Message | null {
  try {
    const parsed: unknown = JSON.parse(message);
    if (!Array.isArray(parsed)) return null;
    const [sender, name, text] = parsed;
    return typeof name === 'string' && typeof text === 'string' ? [String(sender), name, text] : null;
  } catch {
    return null;
  }
}
