/**
 * The cut, what ends a call's waits: as much of an AbortSignal as they need, so that every AbortSignal is one, and one of our
 * own that costs a fraction of it, for a call has several. Refuses listeners for anything but its fall.
 */
export interface Cut {
  /** It has fallen. Who comes by then is told nothing any more. */
  readonly aborted: boolean;
  /** Why it fell. */
  readonly reason: unknown;
  readonly addEventListener: (type: 'abort', listener: CutListener, options: { readonly once: true }) => void;
  readonly removeEventListener: (type: 'abort', listener: CutListener) => void;
}

/** A function, or whoever handles the fall itself and needs none made for it. */
export type CutListener = (() => void) | { readonly handleEvent: () => void };

/** A cut with the means to let it fall. */
export class Cutter implements Cut {
  aborted = false;
  reason: unknown = undefined;
  /** Most have one at a time; the others come after it. */
  #first: CutListener | undefined;
  #others: Set<CutListener> | undefined;

  addEventListener(_type: 'abort', listener: CutListener, _options: { readonly once: true }): void {
    if (this.aborted || listener === this.#first) return;
    if (this.#first === undefined && this.#others === undefined) this.#first = listener;
    else {
      this.#others ??= new Set();
      this.#others.add(listener);
    }
  }

  removeEventListener(_type: 'abort', listener: CutListener): void {
    if (listener === this.#first) this.#first = undefined;
    else this.#others?.delete(listener);
  }

  /** Falls, once: whoever listens is told in the order of coming, but for those that another takes off meanwhile. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    if (this.#first !== undefined) tell(this.#first);
    for (const listener of this.#others ?? []) tell(listener);
    this.#first = undefined;
    this.#others = undefined;
  }
}

function tell(listener: CutListener): void {
  if (typeof listener === 'function') listener();
  else listener.handleEvent();
}
