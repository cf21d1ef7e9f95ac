/**
 * Who the reader is: the token, kept while the tab is open. When the gateway refuses it, the page stays below a notice, and refused
 * requests are sent again once the reader has signed in again. With an identity provider, only `renew` changes: see README.md.
 */
import { useSyncExternalStore } from 'react';

interface Session {
  readonly token: string | null;
  /** The gateway has refused the token. */
  readonly isOver: boolean;
}

const key = 'token';
const watchers = new Set<() => void>();
let session: Session = { token: sessionStorage.getItem(key), isOver: false };
/** Requests that wait for a new token; they are told whether it belongs to the same caller. */
const waiting: ((isSame: boolean) => void)[] = [];

export function useSession(): Session {
  return useSyncExternalStore(watch, () => session);
}

/** The current token, if it still belongs to this caller: nothing is sent in the name of another one. */
export function tokenOf(caller: string): string | null {
  return callerOf(session.token) === caller ? session.token : null;
}

/** Gets another token when the gateway refuses this one: here, only the reader can provide one. */
export function renew(caller: string): Promise<boolean> {
  return ask(caller);
}

/** Resolves once the reader has signed in again, with true if this caller's requests can be sent again. */
async function ask(caller: string): Promise<boolean> {
  if (tokenOf(caller) === null) return false;
  change({ ...session, isOver: true });
  return new Promise((resolve) => void waiting.push(resolve));
}

export function signIn(token: string): void {
  const isSame = callerOf(token) === callerOf(session.token);
  sessionStorage.setItem(key, token);
  change({ token, isOver: false });
  resume(isSame);
}

export function signOut(): void {
  sessionStorage.removeItem(key);
  change({ token: null, isOver: false });
  resume(false);
}

/** The caller of the token: nothing of another caller may stay on the page. The gateway verifies the token. */
export function callerOf(token: string | null): string | null {
  try {
    const { iss, sub } = JSON.parse(atob((token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return JSON.stringify([iss, sub]);
  } catch {
    return null;
  }
}

function resume(isSame: boolean): void {
  for (const resolve of waiting.splice(0)) resolve(isSame);
}

function change(next: Session): void {
  session = next;
  for (const notify of watchers) notify();
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
