/**
 * The door to upstream that use cases get: it counts the calls of the request that they are made for, whichever use case
 * makes them, and lets so many of them be under way at once. What is called outside a request (the directory's loads) is not
 * counted. After a write it ends the joining of older reads.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { Line } from '../platform/line.ts';
import type { Upstream } from '../upstream/call.ts';
import type { Cut } from '../upstream/cut.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import type { Flights, Turns } from './flights.ts';

/** The calls of one request so far; what another request had under way already is none of them. */
export interface Tally {
  readonly made: number;
}

export interface Calls {
  readonly upstream: Upstream;
  /** For reads that several requests share: who calls has entered before. */
  readonly reads: Pick<Upstream, 'call'> & Turns;
  /**
   * Runs one request: its calls are counted together, take turns, and carry its id. `departure` gives what falls when its caller
   * goes away; asked for once, by the first write: what has not been sent of one by then is not.
   */
  readonly within: <T>(run: () => T, requestId?: string, departure?: () => Cut) => T;
  /** Of the request that is running; of none, one that stays empty. */
  readonly tally: () => Tally;
  /** Of the same. */
  readonly requestId: () => string | undefined;
}

interface Running {
  made: number;
  underWay: number;
  readonly waiting: Line<() => void>;
  readonly requestId: string | undefined;
  readonly departure: (() => Cut) | undefined;
  left: Cut | undefined;
}

export function createCalls(upstream: Upstream, flights: Flights, parallel: number): Calls {
  const running = new AsyncLocalStorage<Running>();

  const enter: Turns['enter'] = (endpoint, signal) => {
    const current = running.getStore();
    if (current === undefined) return null;
    if (current.underWay >= parallel) return turn(current, endpoint, signal);
    current.underWay += 1;
    return null;
  };

  const leave = (): void => {
    const current = running.getStore();
    if (current !== undefined) pass(current);
  };

  /** In a place that is taken, and given back at the end. */
  const counted = <T>(endpoint: EndpointName, send: (requestId: string | undefined) => Promise<T>): Promise<T> => {
    const current = running.getStore();
    if (current !== undefined) current.made += 1;
    const answer = send(current?.requestId);
    const end = (): void => {
      if (current !== undefined) pass(current);
      if (endpoints[endpoint].effect === 'write') flights.forget();
    };
    // Told beside whoever waits for the answer, and before.
    answer.then(end, end);
    return answer;
  };

  // Of several requests that join in one call, it carries the id of the first.
  const call: Upstream['call'] = (endpoint, request, options) =>
    counted(endpoint, (id) => upstream.call(endpoint, request, withId(options, id)));

  const leaver = (): Cut | undefined => {
    const current = running.getStore();
    if (current !== undefined) current.left ??= current.departure?.();
    return current?.left;
  };

  const inTurn = <T>(endpoint: EndpointName, signal: Cut | undefined, make: () => Promise<T>): Promise<T> => {
    const wait = enter(endpoint, signal);
    return wait === null ? make() : wait.then(make);
  };

  return {
    upstream: {
      ...upstream,
      call: (endpoint, request, options) => {
        const asked = endpoints[endpoint].effect === 'read' ? options : { signal: leaver(), ...options };
        return inTurn(endpoint, asked?.signal, () => call(endpoint, request, asked));
      },
      upload: (request, file, options) => {
        const signal = leaver();
        return inTurn('uploadfiles', signal, () =>
          counted('uploadfiles', (id) => upstream.upload(request, file, withId({ signal, ...options }, id))),
        );
      },
    },
    reads: { call, enter, leave },
    within: (run, requestId, departure) =>
      running.run({ made: 0, underWay: 0, waiting: new Line(), requestId, departure, left: undefined }, run),
    tally: () => running.getStore() ?? { made: 0 },
    requestId: () => running.getStore()?.requestId,
  };
}

const withId = <O extends object>(options: O | undefined, requestId: string | undefined) =>
  requestId === undefined ? options : { ...options, requestId };

/** Waits for the place of a call that ends; in the order of coming. */
function turn({ waiting }: Running, endpoint: EndpointName, signal: Cut | undefined): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const onLeft = (): void => {
      waiting.leave(place);
      reject(new UpstreamFault('ABORTED', 'given up by the caller', { endpoint, sent: false }));
    };
    const place = waiting.join(() => {
      signal?.removeEventListener('abort', onLeft);
      resolve();
    });
    signal?.addEventListener('abort', onLeft, { once: true });
  });
}

/** The place goes to whoever has waited longest, or becomes free. */
function pass(request: Running): void {
  const next = request.waiting.shift();
  if (next === undefined) request.underWay -= 1;
  else next();
}
