/** The current view and the filters of the list, in the URL's fragment, so that reload, back, forward and a copied link restore both. */
import { useSyncExternalStore } from 'react';

type View =
  | { readonly view: 'list' }
  | { readonly view: 'new' }
  | { readonly view: 'transaction'; readonly id: string };

export type Route = View & {
  /** The text after the question mark; `choices.ts` interprets it. */
  readonly search: string;
};

export function linkTo(route: Route): string {
  return `#${pathOf(route)}${route.search && `?${route.search}`}`;
}

export function goTo(route: Route): void {
  window.location.hash = linkTo(route);
  // The browser's own event comes later, but a control whose value is in the address has to change at once.
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** For typing: not every letter should be an entry in the history. */
export function replaceRoute(route: Route): void {
  history.replaceState(null, '', linkTo(route));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  return parse(useSyncExternalStore(subscribe, () => window.location.hash));
}

function pathOf(route: Route): string {
  if (route.view === 'transaction') return `/transactions/${route.id}`;
  return route.view === 'new' ? '/new' : '/';
}

function parse(hash: string): Route {
  const [path = '', search = ''] = hash.slice(1).split('?', 2);
  const id = /^\/transactions\/([\w-]+)$/.exec(path)?.[1];
  if (id !== undefined) return { view: 'transaction', id, search };
  return { view: path === '/new' ? 'new' : 'list', search };
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
