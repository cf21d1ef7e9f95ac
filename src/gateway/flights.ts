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

/** The line in which the reads of one request wait for their turn. */
export interface Turns {
  /** Takes a place, at once (null) or in turn; rejects with ABORTED where `signal` falls before. */
  readonly enter: (endpoint: EndpointName, signal: Cut | undefined) => Promise<void> | null;
  /** Gives a place back that no read has begun in; a read that ends gives back its own. */
  readonly leave: () => void;
}

export interface Flights {
  /**
   * What `start` gives, or what the same read gives that is under way. `signal` ends this wait alone. With `turns`, a read begins in
   * its turn, and nobody joins it before: whoever did would wait in another's line.
   */
  readonly join: <T>(
    endpoint: EndpointName,
    key: string,
    start: StartRead<T>,
    signal: Cut | undefined,
    turns?: Turns,
  ) => Promise<T>;
  /** From now on nobody joins what is under way: it may show the state before a write. */
  readonly forget: () => void;
}

export function createFlights(): Flights {
  const open = new Open();

  const begin = (name: string, start: StartRead<unknown>): Flight => {
    const flight = new Flight(name, open);
    flight.follow(start(flight));
    open.add(flight);
    return flight;
  };

  return {
    join<T>(endpoint: EndpointName, key: string, start: StartRead<T>, signal: Cut | undefined, turns?: Turns) {
      if (signal?.aborted) return Promise.reject(givenUp(endpoint));
      const name = `${endpoint} ${key}`;
      const flight = open.find(name);
      if (flight !== undefined) return flight.wait(endpoint, signal) as Promise<T>;
      const depart = (): Promise<T> => {
        try {
          return begin(name, start).wait(endpoint, signal) as Promise<T>;
        } catch (error) {
          turns?.leave();
          return Promise.reject(error);
        }
      };
      const turn = turns?.enter(endpoint, signal) ?? null;
      if (turn === null) return depart();
      return turn.then((): Promise<T> => {
        // Another request may have begun it meanwhile.
        const other = open.find(name);
        if (other === undefined && signal?.aborted !== true) return depart();
        turns?.leave();
        return other === undefined ? Promise.reject(givenUp(endpoint)) : (other.wait(endpoint, signal) as Promise<T>);
      });
    },
    forget: () => open.clear(),
  };
}

/** What can be joined. No Map: its old tables would keep what has landed, bodies and all, until the next full collection. */
class Open {
  #flights: Record<string, Flight | undefined> = Object.create(null);

  find(name: string): Flight | undefined {
    return this.#flights[name];
  }

  add(flight: Flight): void {
    this.#flights[flight.name] = flight;
  }

  remove(flight: Flight): void {
    if (this.#flights[flight.name] === flight) delete this.#flights[flight.name];
  }

  clear(): void {
    this.#flights = Object.create(null);
  }
}

/** One read and those who wait for it; as a cut, what falls when nobody does any more. */
class Flight extends Cutter {
  readonly name: string;
  readonly #open: Open;
  /** In the order of coming. */
  readonly #waiting: Waiter[] = [];

  constructor(name: string, open: Open) {
    super();
    this.name = name;
    this.#open = open;
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
      const waiter = new Waiter(this, endpoint, signal, resolve, reject);
      this.#waiting.push(waiter);
      signal?.addEventListener('abort', waiter, { once: true });
    });
  }

  leave(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
    if (this.#waiting.length > 0) return;
    this.#open.remove(this);
    this.abort();
  }

  /** From here on nobody joins. */
  #land(): readonly Waiter[] {
    this.#open.remove(this);
    for (const waiter of this.#waiting) waiter.signal?.removeEventListener('abort', waiter);
    return this.#waiting;
  }
}

class Waiter {
  readonly signal: Cut | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly #flight: Flight;
  readonly #endpoint: EndpointName;

  constructor(
    flight: Flight,
    endpoint: EndpointName,
    signal: Cut | undefined,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.#flight = flight;
    this.#endpoint = endpoint;
    this.signal = signal;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** Its caller has left. */
  handleEvent(): void {
    this.#flight.leave(this);
    this.reject(givenUp(this.#endpoint));
  }
}

function givenUp(endpoint: EndpointName): UpstreamFault {
  return new UpstreamFault('ABORTED', 'given up by the caller', { endpoint, sent: false });
}
