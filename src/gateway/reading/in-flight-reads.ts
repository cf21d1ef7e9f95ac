/**
 * In-flight reads, which the requests of one caller share if they need the same data (single-flight). The key contains the caller and the
 * grant of the read, so that two callers or two grants never share one. A request that disconnects ends only its own wait; the read is
 * aborted when the last of its requests leaves. Nothing is cached after a read ends, and after a write, no request joins a read that began
 * before it.
 */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { type AbortSignalLike, SimpleAbortSignal } from '@realty-forms/platform/v8/abort-signal.ts';
import { UpstreamFault } from '../../upstream/faults.ts';

/** Starts a read; the signal aborts when no request waits for it any more. */
export type StartRead<T> = (signal: AbortSignalLike) => Promise<T>;

export type InFlightReads = Readonly<ReturnType<typeof createInFlightReads>>;

interface InFlightRead {
  readonly result: Promise<unknown>;
  /** Ends the waits of its requests, in order of arrival. */
  readonly waiting: Set<() => void>;
  readonly signal: SimpleAbortSignal;
}

export function createInFlightReads() {
  const joinable = new Map<string, InFlightRead>();
  const leave = (name: string, read: InFlightRead): void => {
    // After a write, it may be another read that is joined.
    if (joinable.get(name) === read) joinable.delete(name);
  };
  const begin = (name: string, start: StartRead<unknown>): InFlightRead => {
    const signal = new SimpleAbortSignal();
    const read: InFlightRead = { result: Promise.try(start, signal), waiting: new Set(), signal };
    joinable.set(name, read);
    const end = (): void => {
      leave(name, read);
      endNext(read);
    };
    read.result.then(end, end);
    return read;
  };
  return {
    /** Returns the result of `start`, or of the same read if it is already in flight. `signal` ends only this wait. */
    join<T>(endpoint: EndpointName, key: string, start: StartRead<T>, signal: AbortSignalLike | undefined): Promise<T> {
      if (signal?.aborted) return Promise.reject(abortedFault(endpoint));
      const name = `${endpoint} ${key}`;
      const read = joinable.get(name) ?? begin(name, start);
      return new Promise<unknown>((resolve, reject) => {
        const onAbort = (): void => {
          reject(abortedFault(endpoint));
          read.waiting.delete(end);
          if (read.waiting.size > 0) return;
          leave(name, read);
          read.signal.abort();
        };
        const end = (): void => {
          signal?.removeEventListener('abort', onAbort);
          resolve(read.result);
        };
        read.waiting.add(end);
        signal?.addEventListener('abort', onAbort, { once: true });
      }) as Promise<T>;
    },
    /** From now on, no request joins the reads in flight, because they may return the state before a write. */
    forget: () => joinable.clear(),
  };
}

/** Ends one wait per turn of the event loop: if all requests decoded a long list in one turn, they would block the event loop. */
function endNext(read: InFlightRead): void {
  const [end] = read.waiting;
  if (end === undefined) return;
  read.waiting.delete(end);
  end();
  if (read.waiting.size > 0) setImmediate(endNext, read);
}

export function abortedFault(endpoint: EndpointName): UpstreamFault {
  return new UpstreamFault('ABORTED', 'aborted by the caller', { endpoint, sent: false });
}
