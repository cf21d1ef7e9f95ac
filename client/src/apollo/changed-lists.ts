/** Tells who shows a list that it has changed while its pages were loaded, which only the cache sees: queries do not show warnings. */
import { notifyAll } from '../core/live/listeners.ts';

const watchers = new WeakMap<object, Set<() => void>>();

/** Calls `tell` whenever a page of a list in the cache had the warning LIST_CHANGED. Returns what ends that. */
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
