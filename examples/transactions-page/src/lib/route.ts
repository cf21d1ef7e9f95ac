/** The current view, in the URL's fragment, so that the browser's back, forward and bookmarks work. */
import { useSyncExternalStore } from 'react';

export type Route =
  | { readonly view: 'list' }
  | { readonly view: 'new' }
  | { readonly view: 'transaction'; readonly id: string };

export const listLink = '#/';
export const newLink = '#/new';

export function transactionLink(id: string): string {
  return `#/transactions/${id}`;
}

export function useRoute(): Route {
  return parse(useSyncExternalStore(subscribe, () => window.location.hash));
}

export function goTo(link: string): void {
  window.location.hash = link;
}

function parse(hash: string): Route {
  const id = /^#\/transactions\/([\w-]+)$/.exec(hash)?.[1];
  if (id !== undefined) return { view: 'transaction', id };
  return { view: hash === newLink ? 'new' : 'list' };
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
