/**
 * The cut, what ends a call's waits: as much of an AbortSignal as they need, so that every AbortSignal is one, and one of our
 * own that costs a fraction of it, for a call has several. Refuses listeners for anything but its fall.
 */
export interface Cut {
  /** It has fallen. Who comes by then is told nothing any more. */
  readonly aborted: boolean;
  /** Why it fell. */
  readonly reason: unknown;
  readonly addEventListener: (type: 'abort', onCut: () => void, options: { readonly once: true }) => void;
  readonly removeEventListener: (type: 'abort', onCut: () => void) => void;
}

/** A cut with the means to let it fall. */
export class Cutter implements Cut {
  aborted = false;
  reason: unknown = undefined;
  #listeners: Set<() => void> | undefined;

  addEventListener(_type: 'abort', onCut: () => void, _options: { readonly once: true }): void {
    if (this.aborted) return;
    this.#listeners ??= new Set();
    this.#listeners.add(onCut);
  }

  removeEventListener(_type: 'abort', onCut: () => void): void {
    this.#listeners?.delete(onCut);
  }

  /** Falls, once: whoever listens is told in the order of coming, but for those that another takes off meanwhile. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const onCut of this.#listeners ?? []) onCut();
    this.#listeners = undefined;
  }
}
