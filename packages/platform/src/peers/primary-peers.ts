/**
 * Workers as peers of each other, by messages over their primary, which keeps what they share. Both sides are here; how messages
 * get from one to the other is not.
 */
import { type Clock, systemClock } from '../clock.ts';
import { createLeaseTable } from './lease-table.ts';
import type { Added, Claim, Counted, Kept, Peers, Share } from './peers.ts';
import { createCountTable, createShareTable, createTextTable } from './shared-tables.ts';

type Question =
  | { readonly about: 'lease'; readonly name: string; readonly ms: number }
  | { readonly about: 'count'; readonly added: readonly Added[] }
  | { readonly about: 'share'; readonly name: string; readonly claim: Claim }
  | { readonly about: 'keep'; readonly name: string; readonly text: string; readonly ms: number }
  | { readonly about: 'kept'; readonly name: string }
  | { readonly about: 'discard'; readonly name: string; readonly text: string };

type Answer = number | Counted | Share | Kept | null;

export type FromPeer =
  | { readonly kind: 'ask'; readonly number: number; readonly question: Question }
  | { readonly kind: 'release'; readonly name: string }
  | { readonly kind: 'publish'; readonly name: string; readonly text: string };

export type ToPeer =
  /** Of the question in the message of this number. */
  | { readonly kind: 'answer'; readonly number: number; readonly answer: Answer }
  /** Null: the lease was given back. */
  | { readonly kind: 'published'; readonly name: string; readonly text: string | null };

/** A worker's side; `send` takes a message to the primary, `hear` what comes from there. */
export function createPrimaryPeers(send: (message: FromPeer) => void) {
  const asked = new Map<number, (answer: unknown) => void>();
  const listeners: ((name: string, text: string | null) => void)[] = [];
  let lastNumber = 0;
  const ask = <T extends Answer | undefined>(question: Question): Promise<T> => {
    lastNumber += 1;
    const { promise, resolve } = Promise.withResolvers<T>();
    asked.set(lastNumber, resolve as (answer: unknown) => void);
    send({ kind: 'ask', number: lastNumber, question });
    return promise;
  };
  const peers: Peers = {
    lease: (name, ms) => ask({ about: 'lease', name, ms }),
    release: (name) => send({ kind: 'release', name }),
    publish: (name, text) => send({ kind: 'publish', name, text }),
    listen: (listener) => void listeners.push(listener),
    count: (added) => ask({ about: 'count', added }),
    share: (name, claim) => ask({ about: 'share', name, claim }),
    keep: async (name, text, ms) => void (await ask({ about: 'keep', name, text, ms })),
    kept: (name) => ask({ about: 'kept', name }),
    discard: async (name, text) => void (await ask({ about: 'discard', name, text })),
    // Its primary learns of its end.
    close: async () => {},
  };
  return {
    peers,
    hear(message: ToPeer): void {
      if (message.kind === 'published') for (const listener of listeners) listener(message.name, message.text);
      else {
        asked.get(message.number)?.(message.answer);
        asked.delete(message.number);
      }
    },
  };
}

/** The primary's side; `send` takes a message to one worker, `others` are all workers but one. */
export function createPeerTable(
  send: (worker: number, message: ToPeer) => void,
  others: (worker: number) => Iterable<number>,
  clock: Clock = systemClock,
) {
  const leases = createLeaseTable(clock);
  const counts = createCountTable(clock);
  const shares = createShareTable(clock);
  const texts = createTextTable(clock);
  const publishToOthers = (worker: number, name: string, text: string | null): void => {
    for (const other of others(worker)) send(other, { kind: 'published', name, text });
  };
  const answers: {
    readonly [About in Question['about']]: (worker: number, question: Question & { about: About }) => Answer;
  } = {
    lease: (worker, { name, ms }) => leases.take(name, worker, ms),
    count: (_, { added }) => counts.add(added),
    share: (worker, { name, claim }) => shares.claim(name, worker, claim),
    keep: (_, { name, text, ms }) => texts.keep(name, text, ms) ?? null,
    kept: (_, { name }) => texts.kept(name),
    discard: (_, { name, text }) => texts.discard(name, text) ?? null,
  };
  return {
    hear(worker: number, message: FromPeer): void {
      if (message.kind === 'ask') {
        const { number, question } = message;
        const answer = (answers[question.about] as (worker: number, question: Question) => Answer)(worker, question);
        send(worker, { kind: 'answer', number, answer });
      } else if (message.kind === 'publish') publishToOthers(worker, message.name, message.text);
      else if (leases.release(message.name, worker)) publishToOthers(worker, message.name, null);
    },
    /** A worker has ended: others may do what it did, and use what it used. */
    drop(worker: number): void {
      for (const name of leases.releaseAll(worker)) publishToOthers(worker, name, null);
      shares.releaseAll(worker);
    },
  };
}
