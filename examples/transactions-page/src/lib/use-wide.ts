/** Whether list and transaction are side by side, as in layout.css. */
import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(width > 56rem)');

export function useWide(): boolean {
  return useSyncExternalStore(watch, () => wide.matches);
}

function watch(notify: () => void): () => void {
  wide.addEventListener('change', notify);
  return () => wide.removeEventListener('change', notify);
}
