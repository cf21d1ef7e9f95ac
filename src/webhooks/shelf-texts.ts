/**
 * What is on the shelf, as texts by key: the letters that wait, the dead ones, the cursor for each hook and agent, the hooks that
 * want nothing any more, and since when a hook or an agent has not been configured. Beside it is a shelf on which commands leave what they ask for.
 */
import { hash } from 'node:crypto';
import type { ShelfChanges } from '../gateway/ledger/stores/store.ts';
import type { Letter } from './letter.ts';

export const SHELF = 'webhooks';
/** Keys are `retry ID` and `enable NAME`; whoever sends takes them away. */
export const ERRANDS_SHELF = 'webhook-errands';

/** As long as a cursor leads to what has changed since. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

type Kind = 'letter' | 'place' | 'gone' | 'absent';

/** Of a letter, a place or a hook; the last part of a letter's is empty if it says to load the list. */
export type ShelfKey = string;

const keyOf = (kind: Kind, ...parts: readonly string[]): ShelfKey => JSON.stringify([kind, ...parts]);

export const letterKey = (hook: string, nrdsId: string, transId: string): ShelfKey =>
  keyOf('letter', hook, nrdsId, transId);
export const placeKey = (hook: string, nrdsId: string): ShelfKey => keyOf('place', hook, nrdsId);
export const goneKey = (hook: string): ShelfKey => keyOf('gone', hook);
/** Of the time since when something is not configured: an agent of a hook, or a hook. */
const absentKey = (hook: string, nrdsId: string | undefined): ShelfKey =>
  keyOf('absent', hook, ...(nrdsId === undefined ? [] : [nrdsId]));
const isLetter = (key: ShelfKey): boolean => kindOf(key) === 'letter';

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
    const kind = kindOf(key);
    if (kind === 'letter') letters.set(key, JSON.parse(text) as Letter);
    else if (kind === 'place') places.set(key, text);
    else if (kind === 'gone') gone.set(key, JSON.parse(text) as Gone);
  }
  return { letters, places, gone };
}

function kindOf(key: ShelfKey): Kind {
  return (JSON.parse(key) as [Kind])[0];
}

/** The hook, and the agent if there is one, that a text is about. */
function subjectOf(key: ShelfKey): { readonly hook: string; readonly nrdsId: string | undefined } {
  const [, hook = '', nrdsId] = JSON.parse(key) as string[];
  return { hook, nrdsId };
}

interface Sorted {
  /** The texts that are about what is configured. */
  readonly own: ReadonlyMap<ShelfKey, string>;
  /** To be made on the shelf. */
  readonly changes: ShelfChanges;
  /** Letters that nobody is told of any more. */
  readonly dropped: number;
  /** When something is to be removed next. */
  readonly until: number;
}

/**
 * Finds what is about hooks and agents that are configured. While the file changes, processes with the former one and with the next take
 * turns, so what is about any other is left where it is for a week, and then removed: it goes on if the hook or agent is back before.
 */
export function sortOut(
  texts: ReadonlyMap<ShelfKey, string>,
  isConfigured: (hook: string, nrdsId: string | undefined) => boolean,
  now: number,
): Sorted {
  const own = new Map<ShelfKey, string>();
  const absent = new Map<ShelfKey, ShelfKey[]>();
  const marks = new Map<ShelfKey, number>();
  for (const [key, text] of texts) {
    const { hook, nrdsId } = subjectOf(key);
    const mark = absentKey(hook, nrdsId);
    if (key === mark) marks.set(key, Number(text));
    else if (isConfigured(hook, nrdsId)) own.set(key, text);
    else absent.getOrInsertComputed(mark, () => []).push(key);
  }

  const changes = new Map<ShelfKey, string | null>();
  let dropped = 0;
  let until = Number.POSITIVE_INFINITY;
  for (const mark of marks.keys()) if (!absent.has(mark)) changes.set(mark, null);
  for (const [mark, keys] of absent) {
    const since = marks.get(mark);
    if (since === undefined) changes.set(mark, String(now));
    const end = (since ?? now) + KEPT_MS;
    if (end > now) {
      until = Math.min(until, end);
      continue;
    }
    dropped += keys.filter(isLetter).length;
    for (const key of [mark, ...keys]) changes.set(key, null);
  }
  return { own, changes, dropped, until };
}
