/**
 * Notifies components that show a list that it changed while its pages were loaded. Only the cache sees this, because queries do not expose
 * warnings.
 */
import { notifyAll } from '../core/live/listeners.ts';

const watchers = new WeakMap<object, Set<() => void>>();

/** Calls `tell` whenever a page of a list in the cache comes with the warning LIST_CHANGED. Returns a function that stops it. */
export function watchChangedLists(cache: object, tell: () => void): () => void {
  const ofCache = watchers.get(cache) ?? new Set();
  watchers.set(cache, ofCache);
  // The same function may watch twice.
  const watcher = () => tell();
  ofCache.add(watcher);
  return () => void ofCache.delete(watcher);
}

export function tellChangedList(cache: object): void {
  notifyAll(watchers.get(cache) ?? [], undefined);
}
