/**
 * In-flight reads, shared by the requests that need the same data (single-flight). The key begins with the grant of the read, so that two
 * grants never share one. A caller that disconnects ends only its own wait; the read is aborted when its last caller leaves. Nothing is
 * cached after a read ends, and after a write, no request joins a read that began before it. A read that waits for a slot, or was sent with
 * little time left, can be joined by its own caller only: other callers have their own queues, in which they wait less.
 */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { type AbortSignalLike, SimpleAbortSignal } from '@realty-forms/platform/v8/abort-signal.ts';
import type { SendListener } from '../../upstream/call.ts';
import { UpstreamFault } from '../../upstream/faults.ts';

/** A read, as its call sees it: the signal aborts when no caller waits for the read any more. */
export type SharedRead = SendListener & { readonly signal?: SimpleAbortSignal };

export type StartRead<T> = (read: SharedRead) => Promise<T>;

/** The queue in which the reads of one request wait for a slot. */
export interface CallQueue {
  /** Takes a slot, at once (null) or when one is free. Rejects with ABORTED if `signal` aborts meanwhile. */
  readonly enter: (endpoint: EndpointName, signal: AbortSignalLike | undefined) => Promise<void> | null;
  /** Releases a slot in which no read has begun; a read releases its own slot when it ends. */
  readonly leave: () => void;
  /** The caller of the request; undefined if it has none. */
  readonly caller: () => string | undefined;
}

export type InFlightReads = Readonly<ReturnType<typeof createInFlightReads>>;

export function createInFlightReads() {
  const joinable = new JoinableReads();

  const begin = (endpoint: EndpointName, key: string, caller: string, start: StartRead<unknown>): InFlightRead => {
    const read = new InFlightRead(endpoint, key, caller, joinable);
    // Added before the read starts, because the read may be sent at once.
    joinable.add(read);
    try {
      read.follow(start(read));
    } catch (error) {
      joinable.remove(read);
      throw error;
    }
    return read;
  };

  return {
    /**
     * Returns the result of `start`, or of the same read if it is already in flight. `signal` ends only this wait. With `queue`, a read
     * begins when it has a slot, and no request joins it earlier, since it would wait in another request's queue.
     */
    join<T>(
      endpoint: EndpointName,
      key: string,
      start: StartRead<T>,
      signal: AbortSignalLike | undefined,
      queue?: CallQueue,
    ): Promise<T> {
      if (signal?.aborted) return Promise.reject(abortedFault(endpoint));
      const caller = queue?.caller() ?? '';
      const read = joinable.find(endpoint, key, caller);
      if (read !== undefined) return read.wait(signal) as Promise<T>;
      const startRead = (): Promise<T> => {
        try {
          return begin(endpoint, key, caller, start).wait(signal) as Promise<T>;
        } catch (error) {
          queue?.leave();
          return Promise.reject(error);
        }
      };
      const slot = queue?.enter(endpoint, signal) ?? null;
      if (slot === null) return startRead();
      return slot.then((): Promise<T> => {
        // Another request may have begun the same read meanwhile.
        const other = joinable.find(endpoint, key, caller);
        if (other === undefined && signal?.aborted !== true) return startRead();
        queue?.leave();
        return other === undefined ? Promise.reject(abortedFault(endpoint)) : (other.wait(signal) as Promise<T>);
      });
    },
    /** From now on, no request joins the reads in flight, because they may return the state before a write. */
    forget: () => joinable.clear(),
  };
}

/**
 * The reads that can be joined, by endpoint and key: some by all callers, others only by their own. A key has several reads only if callers
 * wait in queues of their own. The lists are emptied before they are removed, because old tables of their Map would otherwise retain reads
 * that have ended, with their bodies, until the next full garbage collection.
 */
class JoinableReads {
  readonly #reads = new Map<EndpointName, Map<string, InFlightRead[]>>();

  find(endpoint: EndpointName, key: string, caller: string): InFlightRead | undefined {
    const reads = this.#of(endpoint).get(key);
    return reads?.find(({ isOpen }) => isOpen) ?? reads?.find((read) => read.caller === caller);
  }

  add(read: InFlightRead): void {
    const byKey = this.#of(read.endpoint);
    const reads = byKey.get(read.key);
    if (reads === undefined) byKey.set(read.key, [read]);
    else reads.push(read);
  }

  /** Does nothing if the read can no longer be joined, because something was written since. */
  remove(read: InFlightRead): void {
    const byKey = this.#of(read.endpoint);
    const reads = byKey.get(read.key);
    const at = reads?.indexOf(read) ?? -1;
    if (at === -1) return;
    reads?.splice(at, 1);
    if (reads?.length === 0) byKey.delete(read.key);
  }

  clear(): void {
    this.#reads.clear();
  }

  #of(endpoint: EndpointName): Map<string, InFlightRead[]> {
    return this.#reads.getOrInsertComputed(endpoint, () => new Map());
  }
}

interface Waiter {
  readonly signal: AbortSignalLike | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
}

/** One read and the callers that wait for it. Its signal aborts when the last of them leaves. */
class InFlightRead implements SharedRead {
  readonly endpoint: EndpointName;
  readonly key: string;
  readonly caller: string;
  /** Whether requests of other callers may join too. */
  isOpen = false;
  readonly #joinable: JoinableReads;
  readonly signal = new SimpleAbortSignal();
  /** In order of arrival. */
  readonly #waiting: Waiter[] = [];

  constructor(endpoint: EndpointName, key: string, caller: string, joinable: JoinableReads) {
    this.endpoint = endpoint;
    this.key = key;
    this.caller = caller;
    this.#joinable = joinable;
  }

  follow(read: Promise<unknown>): void {
    read.then(
      (value) => this.#close((waiter) => waiter.resolve(value)),
      (error: unknown) => this.#close((waiter) => waiter.reject(error)),
    );
  }

  onSent(isInTime: boolean): void {
    if (isInTime) this.isOpen = true;
  }

  wait(signal: AbortSignalLike | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { signal, resolve, reject, onAbort: () => this.#leave(waiter) };
      this.#waiting.push(waiter);
      signal?.addEventListener('abort', waiter.onAbort, { once: true });
    });
  }

  /** The caller's signal has aborted. */
  #leave(waiter: Waiter): void {
    waiter.reject(abortedFault(this.endpoint));
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
    if (this.#waiting.length > 0) return;
    this.#joinable.remove(this);
    this.signal.abort();
  }

  /** Ends the read; no request can join it any more. */
  #close(end: (waiter: Waiter) => void): void {
    this.#joinable.remove(this);
    this.#endNext(end);
  }

  /** Resolves one waiter per turn of the event loop: if all callers decoded a long list in one turn, they would block the event loop. */
  #endNext(end: (waiter: Waiter) => void): void {
    const waiter = this.#waiting.shift();
    if (waiter === undefined) return;
    waiter.signal?.removeEventListener('abort', waiter.onAbort);
    end(waiter);
    if (this.#waiting.length > 0) setImmediate(() => this.#endNext(end));
  }
}

export function abortedFault(endpoint: EndpointName): UpstreamFault {
  return new UpstreamFault('ABORTED', 'aborted by the caller', { endpoint, sent: false });
}
