/** Processes that share leases and messages in simulated time, over something that may be away, and that loses, delays and repeats messages. */
import type { Replicas } from '@realty-forms/platform/replicas/replicas.ts';

interface SimulatedProcess {
  readonly replicas: Replicas;
  /** Nothing is heard of it any more, and it hears nothing. */
  readonly kill: () => void;
}

export interface SimulatedReplicas {
  /** While it is away, every lease is refused and messages are lost. */
  isAway: boolean;
  /** After how many milliseconds the next message arrives, each time that it does. */
  fate: () => readonly number[];
  readonly messages: (readonly [name: string, text: string | null])[];
  readonly join: () => SimulatedProcess;
}

type Listener = (name: string, text: string | null) => void;

export function simulatedReplicas(clock = { now: () => Date.now() }): SimulatedReplicas {
  const leases = new Map<string, { readonly holder: number; readonly until: number }>();
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
  const hub: SimulatedReplicas = {
    isAway: false,
    fate: () => [0],
    messages: [],
    join() {
      lastNumber += 1;
      const number = lastNumber;
      let isAlive = true;
      listeners.set(number, []);
      return {
        replicas: {
          async lease(name, ms) {
            if (hub.isAway) throw new Error('away');
            if (!isAlive) return 0;
            const lease = leases.get(name);
            if (lease !== undefined && lease.holder !== number && lease.until > clock.now())
              return lease.until - clock.now();
            leases.set(name, { holder: number, until: clock.now() + ms });
            return 0;
          },
          release(name) {
            if (!isAlive || hub.isAway || leases.get(name)?.holder !== number) return;
            leases.delete(name);
            publishToOthers(number, name, null);
          },
          publish(name, text) {
            if (isAlive) publishToOthers(number, name, text);
          },
          listen: (listener) => void listeners.get(number)?.push(listener),
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
