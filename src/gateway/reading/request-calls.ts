/**
 * The upstream client for use cases. It counts all calls of the current request, and limits how many are in flight at once. Calls outside a
 * request (the directory's loads) are not counted. After a write, no read joins one that began before it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import type { Upstream } from '../../upstream/call.ts';
import { abortedFault, type CallQueue, type InFlightReads } from './in-flight-reads.ts';

/** The calls that one request has made so far, without the reads of other requests that it joined. */
export interface Tally {
  readonly made: number;
}

interface CurrentRequest {
  made: number;
  inFlight: number;
  caller: string | undefined;
  /** In the order of arrival; a request rarely has many calls waiting. */
  readonly waiting: (() => void)[];
  readonly requestId: string | undefined;
  readonly disconnectSignal: (() => AbortSignalLike) | undefined;
  signal: AbortSignalLike | undefined;
}

export function createRequestCalls(upstream: Upstream, inFlightReads: InFlightReads, maxParallel: number) {
  const requestStorage = new AsyncLocalStorage<CurrentRequest>();

  const enter: CallQueue['enter'] = (endpoint, signal) => {
    const current = requestStorage.getStore();
    if (current === undefined) return null;
    if (current.inFlight >= maxParallel) return waitForSlot(current, endpoint, signal);
    current.inFlight += 1;
    return null;
  };

  const leave = (): void => {
    const current = requestStorage.getStore();
    if (current !== undefined) releaseSlot(current);
  };

  /** Makes a call in a slot that was taken before, and releases the slot when the call ends. */
  const callInSlot = <T>(
    endpoint: EndpointName,
    send: (current: CurrentRequest | undefined) => Promise<T>,
  ): Promise<T> => {
    const current = requestStorage.getStore();
    if (current !== undefined) current.made += 1;
    const response = send(current);
    const end = (): void => {
      if (current !== undefined) releaseSlot(current);
      if (endpoints[endpoint].effect === 'write') inFlightReads.forget();
    };
    // Registered before the caller's own handlers, so that it runs before they see the response.
    response.then(end, end);
    return response;
  };

  // A call that several requests share carries the id and the caller of the first one.
  const call: Upstream['call'] = (endpoint, request, options) =>
    callInSlot(endpoint, (current) => upstream.call(endpoint, request, optionsFor(current, options)));

  const currentDisconnectSignal = (): AbortSignalLike | undefined => {
    const current = requestStorage.getStore();
    if (current !== undefined) current.signal ??= current.disconnectSignal?.();
    return current?.signal;
  };

  const whenSlotFree = <T>(
    endpoint: EndpointName,
    signal: AbortSignalLike | undefined,
    start: () => Promise<T>,
  ): Promise<T> => {
    const wait = enter(endpoint, signal);
    return wait === null ? start() : wait.then(start);
  };

  const requestUpstream: Upstream = {
    ...upstream,
    call: (endpoint, request, options) => {
      const callOptions =
        endpoints[endpoint].effect === 'read' ? options : { signal: currentDisconnectSignal(), ...options };
      return whenSlotFree(endpoint, callOptions?.signal, () => call(endpoint, request, callOptions));
    },
    upload: (request, file, options) => {
      const signal = currentDisconnectSignal();
      return whenSlotFree('uploadfiles', signal, () =>
        callInSlot('uploadfiles', (current) =>
          upstream.upload(request, file, optionsFor(current, { signal, ...options })),
        ),
      );
    },
  };
  /** `call` takes no slot: its callers take one with `enter` first. */
  const reads: Pick<Upstream, 'call'> & CallQueue = {
    call,
    enter,
    leave,
    caller: () => requestStorage.getStore()?.caller,
  };

  return {
    upstream: requestUpstream,
    /** For reads that several requests share. */
    reads,
    /**
     * Runs one request: its calls are counted together, queue for slots, and carry its id. `disconnectSignal` returns the signal that
     * aborts when the client disconnects; the first write calls it, once. A write that has not been sent when the signal aborts is not
     * sent.
     */
    runRequest<T>(run: () => T, requestId?: string, disconnectSignal?: () => AbortSignalLike): T {
      return requestStorage.run(
        { made: 0, inFlight: 0, caller: undefined, waiting: [], requestId, disconnectSignal, signal: undefined },
        run,
      );
    },
    /** Sets the caller of the current request, once it is known. The caller's calls compete for slots with those of other callers. */
    setCaller(caller: string): void {
      const current = requestStorage.getStore();
      if (current !== undefined) current.caller = caller;
    },
    /** The tally of the current request; outside a request, one that stays at 0. */
    tally: (): Tally => requestStorage.getStore() ?? { made: 0 },
    /** The id of the current request; undefined outside a request. */
    requestId: () => requestStorage.getStore()?.requestId,
  };
}

/** Adds the request for which a call is made to its options. */
const optionsFor = <O extends object>(current: CurrentRequest | undefined, options: O | undefined) =>
  current === undefined ? options : { ...options, requestId: current.requestId, caller: current.caller };

/** Waits in the queue for a slot; rejects with ABORTED if the signal aborts meanwhile. */
function waitForSlot(
  { waiting }: CurrentRequest,
  endpoint: EndpointName,
  signal: AbortSignalLike | undefined,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    // A signal that has already aborted does not fire again.
    if (signal?.aborted) return reject(abortedFault(endpoint));
    const onAbort = (): void => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(abortedFault(endpoint));
    };
    const enter = (): void => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    waiting.push(enter);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Passes the slot to the call that has waited longest, or frees it. */
function releaseSlot(request: CurrentRequest): void {
  const next = request.waiting.shift();
  if (next === undefined) request.inFlight -= 1;
  else next();
}
