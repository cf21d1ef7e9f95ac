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
const MAX_SWEEP_MS = 1.1 * DAY_MS;
/** The minimum time before a suspect list is read again. It grows while the list stays suspect. */
const RELOAD_MS = 30 * SECOND;
const RELOAD_MS_PER_ROW = 30;

/** The work to do for one agent. */
export interface Task {
  readonly nrdsId: string;
  state: AgentState | null;
  /** When the whole list is read again in any case. */
  sweepAt: number;
  loadedAt: number;
  /** When something in the list first looked wrong, so that the whole list has to be read; null if nothing does. */
  suspectSince: number | null;
  /** When that was last noticed. */
  suspectedAt: number;
  /** Rows that the list lacks although the service has their transactions: since when, and in which load they were first missing. */
  readonly unlisted: Map<string, { readonly since: number; readonly load: number }>;
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
    ...{ nrdsId, state, sweepAt: now + DAY_MS * random(), loadedAt: Number.NEGATIVE_INFINITY },
    ...{ suspectSince: null, suspectedAt: 0, unlisted: new Map(), withheld: null, surplus: 0 },
    ...{ failures: 0, notBefore: 0, isRunning: false },
  };
}

export function suspect(task: Task | undefined, clock: Clock): void {
  if (task === undefined) return;
  task.suspectedAt = clock.now();
  task.suspectSince ??= task.suspectedAt;
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

/** The work for an agent and how late it is; at 1 it is due. */
function dueFor(task: Task, pollMs: number, clock: Clock): { readonly work: Work; readonly lateness: number } | null {
  const now = clock.now();
  const { state } = task;
  if (task.isRunning || isAhead(task.notBefore, clock, MAX_PAUSE_MS)) return null;
  if (!state?.isComplete || state.isLoading) return { work: 'load', lateness: Number.POSITIVE_INFINITY };
  if (task.suspectSince !== null) {
    const reloadMs = Math.min(USUAL_MS, RELOAD_MS + RELOAD_MS_PER_ROW * state.rows);
    if (elapsedSince(task.loadedAt, clock) < reloadMs) return null;
    return { work: 'load', lateness: 1 + (now - task.suspectSince) / pollMs };
  }
  const isPolled = state.asOf !== null && isAhead(state.asOf, clock, pollMs);
  const poll = isPolled ? 0 : state.asOf === null ? 1 : elapsedSince(state.asOf, clock) / pollMs;
  // What the list lacks stays in searches until then.
  const sweepMs = task.unlisted.size > 0 ? pollMs : DAY_MS;
  const sweep = isAhead(task.sweepAt, clock, MAX_SWEEP_MS) ? 0 : 1 + elapsedSince(task.sweepAt, clock) / sweepMs;
  const [work, lateness] = sweep > poll ? (['load', sweep] as const) : (['poll', poll] as const);
  return lateness < 1 ? null : { work, lateness };
}
