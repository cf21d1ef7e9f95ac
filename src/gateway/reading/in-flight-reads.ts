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

export function createInFlightReads() {
  const joinable = new Map<string, InFlightRead>();
  return {
    /** Returns the result of `start`, or of the same read if it is already in flight. `signal` ends only this wait. */
    join<T>(endpoint: EndpointName, key: string, start: StartRead<T>, signal: AbortSignalLike | undefined): Promise<T> {
      if (signal?.aborted) return Promise.reject(abortedFault(endpoint));
      const name = `${endpoint} ${key}`;
      const joined = joinable.get(name);
      if (joined !== undefined) return joined.wait(signal) as Promise<T>;
      const read = new InFlightRead(endpoint, () => {
        // After a write, it may be another read that is joined.
        if (joinable.get(name) === read) joinable.delete(name);
      });
      joinable.set(name, read);
      read.follow(Promise.try(start, read.signal));
      return read.wait(signal) as Promise<T>;
    },
    /** From now on, no request joins the reads in flight, because they may return the state before a write. */
    forget: () => joinable.clear(),
  };
}

interface Waiter {
  readonly signal: AbortSignalLike | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
}

/**
 * One read and the requests that wait for it. It keeps no result: former tables of the map above, which V8 collects late, refer to reads that
 * have ended, so a scavenge would move their results to the old generation.
 */
class InFlightRead {
  readonly signal = new SimpleAbortSignal();
  readonly #endpoint: EndpointName;
  readonly #onEnd: () => void;
  /** In order of arrival. */
  readonly #waiting: Waiter[] = [];

  /** `onEnd` is called when the read must not be joined any more. */
  constructor(endpoint: EndpointName, onEnd: () => void) {
    this.#endpoint = endpoint;
    this.#onEnd = onEnd;
  }

  follow(read: Promise<unknown>): void {
    const end = (endWait: (waiter: Waiter) => void): void => {
      this.#onEnd();
      this.#endNext(endWait);
    };
    read.then(
      (value) => end((waiter) => waiter.resolve(value)),
      (error: unknown) => end((waiter) => waiter.reject(error)),
    );
  }

  wait(signal: AbortSignalLike | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { signal, resolve, reject, onAbort: () => this.#leave(waiter) };
      this.#waiting.push(waiter);
      signal?.addEventListener('abort', waiter.onAbort, { once: true });
    });
  }

  /** The request's signal has aborted. */
  #leave(waiter: Waiter): void {
    waiter.reject(abortedFault(this.#endpoint));
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
    if (this.#waiting.length > 0) return;
    this.#onEnd();
    this.signal.abort();
  }

  /** Resolves one waiter per turn of the event loop: if all requests decoded a long list in one turn, they would block the event loop. */
  #endNext(endWait: (waiter: Waiter) => void): void {
    const waiter = this.#waiting.shift();
    if (waiter === undefined) return;
    waiter.signal?.removeEventListener('abort', waiter.onAbort);
    endWait(waiter);
    if (this.#waiting.length > 0) setImmediate(() => this.#endNext(endWait));
  }
}

export function abortedFault(endpoint: EndpointName): UpstreamFault {
  return new UpstreamFault('ABORTED', 'aborted by the caller', { endpoint, sent: false });
}
