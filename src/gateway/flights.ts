/**
 * Reads that are under way, shared by the requests that want the same: the key begins with the grant that it is read under,
 * so that no two grants ever share. One caller's leaving ends its wait; the read itself ends when nobody waits for it any
 * more. Nothing outlives the read, and a write ends the joining of all that began before it.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { UpstreamFault } from '../upstream/faults.ts';

/** Starts a read; the signal falls when nobody waits for it any more. */
export type StartRead<T> = (signal: AbortSignal) => Promise<T>;

export interface Flights {
  /** What `start` gives, or what the same read gives that is under way. `signal` ends this wait alone. */
  readonly join: <T>(
    endpoint: EndpointName,
    key: readonly unknown[],
    start: StartRead<T>,
    signal: AbortSignal | undefined,
  ) => Promise<T>;
  /** From now on nobody joins what is under way: it may show the state before a write. */
  readonly forget: () => void;
}

interface Flight {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
  landed: boolean;
}

export function createFlights(): Flights {
  const open = new Map<string, Flight>();

  const begin = (name: string, start: StartRead<unknown>): Flight => {
    const controller = new AbortController();
    const answer = start(controller.signal).finally(() => {
      flight.landed = true;
      close(name, flight);
    });
    const flight: Flight = { answer, controller, waiting: 0, landed: false };
    open.set(name, flight);
    return flight;
  };
  const close = (name: string, flight: Flight): void => {
    if (open.get(name) === flight) open.delete(name);
  };

  return {
    async join<T>(
      endpoint: EndpointName,
      key: readonly unknown[],
      start: StartRead<T>,
      signal: AbortSignal | undefined,
    ) {
      if (signal?.aborted) throw givenUp(endpoint);
      const name = JSON.stringify([endpoint, ...key]);
      const flight = open.get(name) ?? begin(name, start);
      flight.waiting += 1;
      try {
        return (await untilLeft(flight.answer, endpoint, signal)) as T;
      } finally {
        flight.waiting -= 1;
        if (flight.waiting === 0 && !flight.landed) {
          close(name, flight);
          flight.controller.abort();
        }
      }
    },
    forget: () => open.clear(),
  };
}

/** Waits for what others may wait for too. */
function untilLeft<T>(answer: Promise<T>, endpoint: EndpointName, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const onLeft = (): void => reject(givenUp(endpoint));
    signal?.addEventListener('abort', onLeft, { once: true });
    void answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onLeft));
  });
}

function givenUp(endpoint: EndpointName): UpstreamFault {
  return new UpstreamFault('ABORTED', 'given up by the caller', { endpoint, sent: false });
}
