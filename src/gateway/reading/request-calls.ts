/**
 * The upstream client for use cases. It counts all calls of the current request, and limits how many are in flight at once. Calls outside a
 * request (the directory's loads) are not counted. After a write, no read joins one that began before it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import type { CallOptions, Upstream } from '../../upstream/call.ts';
import { abortedFault, createInFlightReads, type InFlightReads } from './in-flight-reads.ts';

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

/** Makes reads that the requests of one caller share. */
export interface SharedReads extends Pick<Upstream, 'call'> {
  /** Joins the read with this key, or starts it; `start` makes its call with `call`. `signal` ends only this wait. */
  readonly join: InFlightReads['join'];
}

export function createRequestCalls(upstream: Upstream, maxParallel: number) {
  const requestStorage = new AsyncLocalStorage<CurrentRequest>();
  const inFlightReads = createInFlightReads();

  /** Does the work, such as a call, in one of the current request's slots. */
  const inSlot = async <T>(
    endpoint: EndpointName,
    signal: AbortSignalLike | undefined,
    work: () => Promise<T>,
  ): Promise<T> => {
    const current = requestStorage.getStore();
    if (current === undefined) return await work();
    if (current.inFlight < maxParallel) current.inFlight += 1;
    else await slotOf(current, endpoint, signal);
    try {
      return await work();
    } finally {
      releaseSlot(current);
    }
  };

  /** Makes a call for the current request. */
  const made = async <T>(
    endpoint: EndpointName,
    send: (own: Pick<CallOptions, 'requestId' | 'caller'>) => Promise<T>,
  ): Promise<T> => {
    const current = requestStorage.getStore();
    if (current !== undefined) current.made += 1;
    try {
      return await send(current === undefined ? {} : { requestId: current.requestId, caller: current.caller });
    } finally {
      if (endpoints[endpoint].effect === 'write') inFlightReads.forget();
    }
  };

  const call: Upstream['call'] = (endpoint, request, options) =>
    made(endpoint, (own) => upstream.call(endpoint, request, { ...options, ...own }));

  const currentDisconnectSignal = (): AbortSignalLike | undefined => {
    const current = requestStorage.getStore();
    if (current !== undefined) current.signal ??= current.disconnectSignal?.();
    return current?.signal;
  };

  const requestUpstream: Upstream = {
    ...upstream,
    call: (endpoint, request, options) => {
      const isRead = endpoints[endpoint].effect === 'read';
      const callOptions = isRead ? options : { signal: currentDisconnectSignal(), ...options };
      return inSlot(endpoint, callOptions?.signal, () => call(endpoint, request, callOptions));
    },
    upload: (request, file, options) => {
      const signal = currentDisconnectSignal();
      return inSlot('uploadfiles', signal, () =>
        made('uploadfiles', (own) => upstream.upload(request, file, { signal, ...options, ...own })),
      );
    },
  };

  /** A read can be joined once it has a slot, not while it waits in the queue of its request: one caller may stand for many people. */
  const sharedReads: SharedReads = {
    call,
    join: (endpoint, key, start, signal) =>
      inSlot(endpoint, signal, () => {
        const caller = requestStorage.getStore()?.caller ?? '';
        return inFlightReads.join(endpoint, `${key} ${caller}`, start, signal);
      }),
  };

  return {
    upstream: requestUpstream,
    sharedReads,
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

/** Waits in the queue for a slot; rejects with ABORTED if the signal aborts meanwhile. */
function slotOf(
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
