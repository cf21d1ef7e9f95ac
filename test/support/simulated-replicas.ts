/** Processes that share messages in simulated time, over something that may be away, and that loses, delays and repeats messages. */
import type { Replicas } from '@realty-forms/platform/replicas/replicas.ts';

interface SimulatedProcess {
  readonly replicas: Replicas;
  /** Nothing is heard of it any more, and it hears nothing. */
  readonly kill: () => void;
}

export interface SimulatedReplicas {
  /** While it is away, messages are lost. */
  isAway: boolean;
  /** After how many milliseconds the next message arrives, each time that it does. */
  fate: () => readonly number[];
  readonly messages: (readonly [name: string, text: string])[];
  readonly join: () => SimulatedProcess;
}

type Listener = (name: string, text: string) => void;

export function simulatedReplicas(): SimulatedReplicas {
  const listeners = new Map<number, Listener[]>();
  let lastNumber = 0;
  const publishToOthers = (sender: number, name: string, text: string): void => {
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
