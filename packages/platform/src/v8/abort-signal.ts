/**
 * A small abort signal with what each call needs. With Node's own, a request's objects survived the next collections of the young
 * generation, and moved to the old one. Every AbortSignal is an `AbortSignalLike`.
 */
import type { ServerResponse } from 'node:http';

export interface AbortSignalLike {
  /** Listeners added after the abort are never called. */
  readonly aborted: boolean;
  readonly reason: unknown;
  readonly addEventListener: (type: 'abort', listener: AbortListener, options: { readonly once: true }) => void;
  readonly removeEventListener: (type: 'abort', listener: AbortListener) => void;
}

/** An object with a handler of its own saves a closure. */
type AbortListener = (() => void) | { readonly handleEvent: () => void };

/** A signal that is its own controller. */
export class SimpleAbortSignal implements AbortSignalLike {
  aborted = false;
  reason: unknown = undefined;
  #listeners: AbortListener[] | undefined = undefined;

  addEventListener(_type: 'abort', listener: AbortListener, _options: { readonly once: true }): void {
    // A list that starts empty reserves room for 16 more, but most signals have one listener.
    if (this.#listeners === undefined) this.#listeners = [listener];
    else this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    const at = this.#listeners?.indexOf(listener) ?? -1;
    if (at !== -1) this.#listeners?.splice(at, 1);
  }

  /** Aborts once. Calls the listeners in order, except those that another listener removes meanwhile. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (let next = this.#listeners?.shift(); next !== undefined; next = this.#listeners?.shift()) {
      if (typeof next === 'function') next();
      else next.handleEvent();
    }
  }
}

/**
 * Aborts if the client disconnects before its response is written. Created only when needed, because not every request has something to
 * abort.
 */
export function disconnectSignal(response: ServerResponse): AbortSignalLike {
  const signal = new SimpleAbortSignal();
  const onClose = (): void => {
    if (!response.writableFinished) signal.abort();
  };
  if (response.destroyed) onClose();
  else response.on('close', onClose);
  return signal;
}
