/**
 * What the primary and its workers say to each other: plain data over the channel that Node keeps between them. Whatever else
 * comes along there is Node's own, and is passed over.
 */
import type { Common } from './embedded.ts';

export type ToWorker =
  /** What the worker is to serve, and its number, which it shares with those that it replaces. */
  | { readonly kind: 'begin'; readonly worker: number; readonly port: number; readonly common: Common }
  /** Asks for its own figures. */
  | { readonly kind: 'measure'; readonly number: number }
  /** The figures of all, which it asked for. */
  | { readonly kind: 'measured'; readonly number: number; readonly text: string };

export type ToPrimary =
  | { readonly kind: 'serving'; readonly url: string }
  /** Why it does not start, as a line for whoever started the program. */
  | { readonly kind: 'failed'; readonly line: string }
  /** Asks for the figures of all. */
  | { readonly kind: 'measure'; readonly number: number }
  /** Its own figures, which it was asked for. */
  | { readonly kind: 'measured'; readonly number: number; readonly text: string };

/** The message, where it is one of ours. */
export function read<Message extends ToWorker | ToPrimary>(given: unknown): Message | null {
  const isOurs = typeof given === 'object' && given !== null && 'kind' in given;
  return isOurs ? (given as Message) : null;
}
