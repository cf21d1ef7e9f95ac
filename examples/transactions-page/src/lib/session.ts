/**
 * Who the reader is: the token, kept while the tab is open. When the gateway refuses it, the page stays as it is under a note, and what was
 * refused is sent again once the reader has signed in again. With an identity provider, only `renew` changes: see README.md.
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
/** Those who wait for a new token; whether it is one of the same caller. */
const waiting: ((isSame: boolean) => void)[] = [];

export function useSession(): Session {
  return useSyncExternalStore(watch, () => session);
}

/** The token of the moment, if it is still this caller's: nothing is sent in the name of another. */
export function tokenOf(caller: string): string | null {
  return callerOf(session.token) === caller ? session.token : null;
}

/** Gets another token when the gateway refuses this one: here, only the reader has one. */
export function renew(caller: string): Promise<boolean> {
  return ask(caller);
}

/** Resolves once the reader has signed in again, with true if a request of this caller can be sent again. */
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

/** Whose token it is: of another caller, nothing may stay on the page. The gateway is what verifies it. */
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
