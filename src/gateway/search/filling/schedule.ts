/**
 * Decides what to do next for which agent. Each list is loaded once. Then its changes are read, more often if it is searched, and now and
 * then the whole list.
 */
import { type Clock, DAY_MS, elapsedSince, isAhead } from '@realty-forms/platform/clock.ts';
import type { UpstreamFault } from '../../fault.ts';
import type { AgentState } from '../index.ts';
import type { Interest } from './interest.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const SEARCHED_MS = MINUTE;
export const USUAL_MS = 10 * MINUTE;
/** The longest pause for an agent after failures. */
export const MAX_PAUSE_MS = 600 * SECOND;
/** The longest time until the whole list is read again. */
const MAX_LOAD_MS = 1.1 * DAY_MS;
const RELOAD_MS = 30 * SECOND;
const RELOAD_MS_PER_ROW = 30;

/** The work to do for one agent. */
export interface Task {
  readonly nrdsId: string;
  state: AgentState | null;
  /** When the whole list is read again: within a day, or as soon as it seems to lack something. */
  loadAt: number;
  /** When it was last read completely. */
  loadedAt: number;
  /** Rows that the list lacks, by their numbers, and since when. */
  lacking: ReadonlyMap<string, number>;
  /** Why the service failed to return a transaction that the list lacks, and when it is asked again; null if it returned all of them. */
  withheld: { readonly fault: UpstreamFault; readonly pauseMs: number } | null;
  /** How many more rows than records there were at the last count; 0 before the first count. */
  surplus: number;
  failures: number;
  notBefore: number;
  isRunning: boolean;
}

export type Work = 'load' | 'poll';

/** `random` spreads the times at which lists are read again. */
export function createTask(nrdsId: string, state: AgentState | null, now: number, random: () => number): Task {
  return {
    ...{ nrdsId, state, loadAt: now + DAY_MS * random(), loadedAt: Number.NEGATIVE_INFINITY },
    ...{ lacking: new Map(), withheld: null, surplus: 0, failures: 0, notBefore: 0, isRunning: false },
  };
}

/** The minimum time before a list is loaded again, which is longer for long lists. Once it seems to lack something, it is not polled in it. */
export const reloadMs = ({ rows }: AgentState): number => Math.min(USUAL_MS, RELOAD_MS + RELOAD_MS_PER_ROW * rows);

/** The whole list is read again in this time at the latest, because something may be wrong in it. */
export function loadWithin(ms: number, task: Task | undefined, clock: Clock): void {
  if (task !== undefined) task.loadAt = Math.min(task.loadAt, clock.now() + ms);
}

/** The most overdue work, in relation to how often it is done. Among lists that are not loaded yet, those of searched agents come first. */
export function nextOf(
  tasks: Iterable<Task>,
  interest: Pick<Interest, 'isSearched'>,
  clock: Clock,
): { readonly task: Task; readonly work: Work } | null {
  let next: {
    readonly task: Task;
    readonly isSearched: boolean;
    readonly work: Work;
    readonly lateness: number;
  } | null = null;
  for (const task of tasks) {
    const isSearched = interest.isSearched(task.nrdsId);
    const due = dueFor(task, isSearched ? SEARCHED_MS : USUAL_MS, clock);
    if (due === null) continue;
    const isFirst =
      next === null ||
      due.lateness > next.lateness ||
      (due.lateness === next.lateness && isSearched && !next.isSearched);
    if (isFirst) next = { task, isSearched, ...due };
  }
  return next;
}

/** The work for an agent and how late it is; at 1 it is due. A load takes the place of a poll, so it is at least as late as that. */
function dueFor(task: Task, pollMs: number, clock: Clock): { readonly work: Work; readonly lateness: number } | null {
  const { state, loadAt, loadedAt, notBefore } = task;
  if (task.isRunning || isAhead(notBefore, clock, MAX_PAUSE_MS)) return null;
  if (!state?.isComplete || state.isLoading) return { work: 'load', lateness: Number.POSITIVE_INFINITY };
  const asOf = state.asOf ?? 0;
  const lateness = isAhead(asOf, clock, pollMs) ? 0 : elapsedSince(asOf, clock) / pollMs;
  if (isAhead(loadAt, clock, MAX_LOAD_MS)) return lateness < 1 ? null : { work: 'poll', lateness };
  if (elapsedSince(loadedAt, clock) < reloadMs(state)) return null;
  // A list that a feed follows is never late to be polled.
  return { work: 'load', lateness: Math.max(lateness, 1 + elapsedSince(loadAt, clock) / pollMs) };
}
