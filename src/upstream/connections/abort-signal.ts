/**
 * A lightweight abort signal, which ends a call's waits. The interface is the part of AbortSignal that is needed, so that
 * every AbortSignal is an `AbortSignalLike`. `SimpleAbortSignal` implements it at a fraction of AbortController's cost, since
 * a call has several. It supports the `abort` event only.
 */
export interface AbortSignalLike {
  /** Whether it has aborted. Listeners added after that are never called. */
  readonly aborted: boolean;
  /** The reason of the abort. */
  readonly reason: unknown;
  /** Whether the time before its abort was spent on waiting here, so that it says nothing about the party that is awaited. */
  readonly isLate?: boolean;
  readonly addEventListener: (type: 'abort', listener: AbortListener, options: { readonly once: true }) => void;
  readonly removeEventListener: (type: 'abort', listener: AbortListener) => void;
}

/** A function, or an object with its own handler, which saves creating a closure. */
export type AbortListener = (() => void) | { readonly handleEvent: () => void };

/** An `AbortSignalLike` that can be aborted. */
export class SimpleAbortSignal implements AbortSignalLike {
  aborted = false;
  reason: unknown = undefined;
  /** Most signals have one listener at a time; further ones are called after it. */
  #first: AbortListener | undefined;
  #others: Set<AbortListener> | undefined;

  addEventListener(_type: 'abort', listener: AbortListener, _options: { readonly once: true }): void {
    if (this.aborted || listener === this.#first) return;
    if (this.#first === undefined && this.#others === undefined) this.#first = listener;
    else {
      this.#others ??= new Set();
      this.#others.add(listener);
    }
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    if (listener === this.#first) this.#first = undefined;
    else this.#others?.delete(listener);
  }

  /** Aborts once. Calls the listeners in the order in which they were added, except those that another listener removes meanwhile. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    if (this.#first !== undefined) notify(this.#first);
    for (const listener of this.#others ?? []) notify(listener);
    this.#first = undefined;
    this.#others = undefined;
  }
}

function notify(listener: AbortListener): void {
  if (typeof listener === 'function') listener();
  else listener.handleEvent();
}
