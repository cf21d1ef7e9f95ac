/**
 * Reads that are under way, shared by the requests that want the same: the key begins with the grant that it is read under,
 * so that no two grants ever share. One caller's leaving ends its wait; the read itself ends when nobody waits for it any
 * more. Nothing outlives the read, and a write ends the joining of all that began before it.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { type Cut, Cutter } from '../upstream/cut.ts';
import { UpstreamFault } from '../upstream/faults.ts';

/** Starts a read; the signal falls when nobody waits for it any more. */
export type StartRead<T> = (signal: Cut) => Promise<T>;

export interface Flights {
  /** What `start` gives, or what the same read gives that is under way. `signal` ends this wait alone. */
  readonly join: <T>(endpoint: EndpointName, key: string, start: StartRead<T>, signal: Cut | undefined) => Promise<T>;
  /** From now on nobody joins what is under way: it may show the state before a write. */
  readonly forget: () => void;
}

export function createFlights(): Flights {
  // No Map: its old tables would keep what has landed, bodies and all, until the next full collection.
  let open: Record<string, Flight | undefined> = Object.create(null);

  const begin = (name: string, start: StartRead<unknown>): Flight => {
    const flight = new Flight(() => {
      if (open[name] === flight) delete open[name];
    });
    flight.follow(start(flight.unwanted));
    open[name] = flight;
    return flight;
  };

  return {
    join<T>(endpoint: EndpointName, key: string, start: StartRead<T>, signal: Cut | undefined) {
      if (signal?.aborted) return Promise.reject(givenUp(endpoint));
      const name = `${endpoint} ${key}`;
      try {
        return (open[name] ?? begin(name, start)).wait(endpoint, signal) as Promise<T>;
      } catch (error) {
        return Promise.reject(error);
      }
    },
    forget() {
      open = Object.create(null);
    },
  };
}

/** One read and those who wait for it. */
class Flight {
  /** Falls when nobody waits any more. */
  readonly unwanted = new Cutter();
  readonly #waiting = new Set<Waiter>();
  readonly #close: () => void;

  constructor(close: () => void) {
    this.#close = close;
  }

  follow(read: Promise<unknown>): void {
    read.then(
      (value) => {
        for (const waiter of this.#land()) waiter.resolve(value);
      },
      (error: unknown) => {
        for (const waiter of this.#land()) waiter.reject(error);
      },
    );
  }

  wait(endpoint: EndpointName, signal: Cut | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { resolve, reject, signal, onLeft: undefined };
      this.#waiting.add(waiter);
      if (signal === undefined) return;
      waiter.onLeft = () => {
        this.#leave(waiter);
        reject(givenUp(endpoint));
      };
      signal.addEventListener('abort', waiter.onLeft, { once: true });
    });
  }

  #leave(waiter: Waiter): void {
    this.#waiting.delete(waiter);
    if (this.#waiting.size > 0) return;
    this.#close();
    this.unwanted.abort();
  }

  /** From here on nobody joins. */
  #land(): ReadonlySet<Waiter> {
    this.#close();
    for (const { signal, onLeft } of this.#waiting)
      if (onLeft !== undefined) signal?.removeEventListener('abort', onLeft);
    return this.#waiting;
  }
}

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: Cut | undefined;
  onLeft: (() => void) | undefined;
}

function givenUp(endpoint: EndpointName): UpstreamFault {
  return new UpstreamFault('ABORTED', 'given up by the caller', { endpoint, sent: false });
}
