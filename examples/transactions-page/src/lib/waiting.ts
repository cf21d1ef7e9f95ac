/**
 * The parts of the page that could not be loaded without a connection. One banner stands for all of them, and loads them when the
 * connection is back.
 */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

type Load = () => unknown;

const waiting = new Set<Load>();
const watchers = new Set<() => void>();

/** Loads the component that calls this together with the others. */
export function useWaiting(load: Load): void {
  const onConnection = useEffectEvent(load);
  useEffect(() => {
    const loadAgain = () => void onConnection();
    waiting.add(loadAgain);
    notifyAll();
    return () => {
      waiting.delete(loadAgain);
      notifyAll();
    };
  }, []);
}

export function loadWaiting(): void {
  for (const load of [...waiting]) load();
}

/** Whether any part is waiting, or the browser itself knows that it is offline. */
export function useOffline(): boolean {
  return useSyncExternalStore(watch, () => waiting.size > 0 || !navigator.onLine);
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    watchers.delete(notify);
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

function notifyAll(): void {
  for (const notify of [...watchers]) notify();
}
