/**
 * What is on the shelf, as texts by key: the letters that wait, the dead ones, the cursor for each hook and agent, and the hooks that
 * want nothing any more. Beside it is a shelf on which commands leave what they ask for.
 */
import { hash } from 'node:crypto';
import type { Letter } from './letter.ts';

export const SHELF = 'webhooks';
/** Keys are `retry ID` and `enable NAME`; whoever sends takes them away. */
export const ERRANDS_SHELF = 'webhook-errands';

type Kind = 'letter' | 'place' | 'gone';

/** Of a letter, a place or a hook; the last part of a letter's is empty if it says to load the list. */
export type ShelfKey = string;

const keyOf = (kind: Kind, ...parts: readonly string[]): ShelfKey => JSON.stringify([kind, ...parts]);

export const letterKey = (hook: string, nrdsId: string, transId: string): ShelfKey =>
  keyOf('letter', hook, nrdsId, transId);
export const placeKey = (hook: string, nrdsId: string): ShelfKey => keyOf('place', hook, nrdsId);
export const goneKey = (hook: string): ShelfKey => keyOf('gone', hook);

/** A hook has answered that it wants nothing any more; another URL is another receiver. */
export interface Gone {
  readonly urlHash: string;
  readonly at: number;
}

export function urlHash(url: URL): string {
  return hash('sha256', url.href, 'base64url').slice(0, 16);
}

export interface ShelfContents {
  readonly letters: ReadonlyMap<ShelfKey, Letter>;
  /** Cursors by the keys of places. */
  readonly places: ReadonlyMap<ShelfKey, string>;
  readonly gone: ReadonlyMap<ShelfKey, Gone>;
}

export function readTexts(texts: ReadonlyMap<string, string>): ShelfContents {
  const letters = new Map<ShelfKey, Letter>();
  const places = new Map<ShelfKey, string>();
  const gone = new Map<ShelfKey, Gone>();
  for (const [key, text] of texts) {
    const [kind] = JSON.parse(key) as [Kind];
    if (kind === 'letter') letters.set(key, JSON.parse(text) as Letter);
    else if (kind === 'place') places.set(key, text);
    else gone.set(key, JSON.parse(text) as Gone);
  }
  return { letters, places, gone };
}

/** The hook, and the agent if there is one, that a text is about. */
export function subjectOf(key: ShelfKey): { readonly hook: string; readonly nrdsId: string | undefined } {
  const [, hook = '', nrdsId] = JSON.parse(key) as string[];
  return { hook, nrdsId };
}
