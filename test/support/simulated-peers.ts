/**
 * Processes that share leases, counts, texts and messages in simulated time, over something that may be away, and that loses, delays
 * and repeats messages.
 */
import { createLeaseTable } from '@realty-forms/platform/peers/lease-table.ts';
import type { Peers } from '@realty-forms/platform/peers/peers.ts';
import { createCountTable, createShareTable, createTextTable } from '@realty-forms/platform/peers/shared-tables.ts';

interface SimulatedProcess {
  readonly peers: Peers;
  /** Nothing is heard of it any more, and it hears nothing. */
  readonly kill: () => void;
}

export interface SimulatedPeers {
  /** While it is away, every question is refused and messages are lost. */
  isAway: boolean;
  /** How long an answer takes. */
  answerMs: number;
  /** How many questions have been answered. */
  answered: number;
  /** After how many milliseconds the next message arrives, each time that it does. */
  fate: () => readonly number[];
  readonly messages: (readonly [name: string, text: string | null])[];
  readonly join: () => SimulatedProcess;
}

type Listener = (name: string, text: string | null) => void;

export function simulatedPeers(clock = { now: () => Date.now() }): SimulatedPeers {
  const leases = createLeaseTable(clock);
  const counts = createCountTable(clock);
  const shares = createShareTable(clock);
  const texts = createTextTable(clock);
  const listeners = new Map<number, Listener[]>();
  let lastNumber = 0;
  const publishToOthers = (sender: number, name: string, text: string | null): void => {
    if (hub.isAway) return;
    hub.messages.push([name, text]);
    for (const ms of hub.fate()) {
      setTimeout(() => {
        for (const [number, each] of listeners)
          if (number !== sender) for (const listener of each) listener(name, text);
      }, ms);
    }
  };
  const hub: SimulatedPeers = {
    isAway: false,
    answerMs: 0,
    answered: 0,
    fate: () => [0],
    messages: [],
    join() {
      lastNumber += 1;
      const number = lastNumber;
      let isAlive = true;
      listeners.set(number, []);
      /** A dead process gets no answers, but what it has asked for holds. */
      const ask = async <T>(answer: () => T): Promise<T> => {
        if (hub.isAway) throw new Error('away');
        if (!isAlive) return new Promise(() => {});
        hub.answered += 1;
        const found = answer();
        if (hub.answerMs > 0) await new Promise((resolve) => setTimeout(resolve, hub.answerMs));
        return isAlive ? found : new Promise(() => {});
      };
      return {
        peers: {
          async lease(name, ms) {
            if (hub.isAway) throw new Error('away');
            return isAlive ? leases.take(name, number, ms) : 0;
          },
          release(name) {
            if (isAlive && !hub.isAway && leases.release(name, number)) publishToOthers(number, name, null);
          },
          publish(name, text) {
            if (isAlive) publishToOthers(number, name, text);
          },
          listen: (listener) => void listeners.get(number)?.push(listener),
          count: (added) => ask(() => counts.add(added)),
          share: (name, claim) => ask(() => shares.claim(name, number, claim)),
          keep: (name, text, ms) => ask(() => texts.keep(name, text, ms)),
          kept: (name) => ask(() => texts.kept(name)),
          discard: (name, text) => ask(() => texts.discard(name, text)),
          close: async () => {},
        },
        kill() {
          isAlive = false;
          listeners.delete(number);
        },
      };
    },
  };
  return hub;
}
