/**
 * How the processes that follow the same list share their polls: one of them leads and polls, and publishes a mark of what it
 * has read; the others read only if the mark differs from their own. Ticks are shared, never data. A process that is alone leads.
 */
import type { Mark } from './following/follower.ts';

export interface Ticks {
  /** Whether this process polls the feed now: it leads, or nobody does any more. */
  readonly lead: (feed: string) => boolean | Promise<boolean>;
  /** Tells the others what this process has read. */
  readonly publish: (feed: string, mark: Mark) => void;
  /** Calls the listener with what others have read. */
  readonly onTick: (listener: (feed: string, mark: Mark) => void) => void;
}

export const soloTicks: Ticks = { lead: () => true, publish() {}, onTick() {} };
