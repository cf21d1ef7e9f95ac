/**
 * The work for one agent: loads the list, or reads its changes. A list may be wrong for a while, as one from a copy that lags behind. So if
 * it lacks rows, it is read again minutes later. The service is asked for each one that it then still lacks by its number, and only a
 * transaction that it no longer has, or has for other agents only, is removed. A transaction that the service fails to return stays, and is
 * asked for again later.
 */
import { type Clock, DAY_MS, elapsedSince } from '@realty-forms/platform/clock.ts';
import { UpstreamFault } from '../../fault.ts';
import { listedRecord } from '../../live/tracking/change-window.ts';
import { namesAgent } from '../../reading/response-checks.ts';
import type { SearchIndex } from '../index.ts';
import { type AgentReads, isKept, pollList, toIndexed } from './agent-list.ts';
import { type Loaded, loadList } from './load.ts';
import { loadWithin, reloadMs, type Task, USUAL_MS, type Work } from './schedule.ts';

/** How long a list has to lack a transaction: longer than copies usually lag behind. */
const LACKING_MS = 2 * 60_000;
/** How long an empty one has to: a service may find nothing at all for as long as its database is away. */
const EMPTY_MS = 10 * 60_000;

export interface WorkOptions {
  readonly index: SearchIndex;
  /** Reports that the service no longer has these transactions. */
  readonly onDeleted: (nrdsId: string, transIds: readonly string[]) => void;
  readonly clock: Clock;
  readonly random?: () => number;
}

export async function runWork(work: Work, task: Task, reads: AgentReads, options: WorkOptions): Promise<void> {
  if (work === 'load') await load(task, reads, options);
  const length = work === 'poll' ? await poll(task, reads, options) : null;
  task.state = await options.index.stateOf(task.nrdsId);
  if (length !== null && task.state !== null) compareRows(task, task.state.rows - length, reads, options.clock);
}

/**
 * If there are as many deletions as insertions, the length of the list does not show them, but the index has more rows than the list
 * records. It has fewer if it lacks some, unless old ones are not kept. A difference that a load did not remove shows nothing new: the
 * service may count more than it lists.
 */
function compareRows(task: Task, surplus: number, { closedDays }: AgentReads, clock: Clock): void {
  const isNew = closedDays === null ? surplus !== 0 && surplus !== task.surplus : surplus > task.surplus;
  if (isNew) loadWithin(0, task, clock);
  task.surplus = surplus;
}

async function load(task: Task, reads: AgentReads, options: WorkOptions): Promise<void> {
  const { index, clock, random = Math.random } = options;
  const { nrdsId } = task;
  if (!task.state?.isLoading) {
    task.state = await index.beginLoad(nrdsId);
    // What is noticed from now on may concern records that are read before it, so that another load follows.
    task.loadAt = clock.now() + DAY_MS * (0.9 + 0.2 * random());
  }
  const loaded = await loadList(index, reads, task.state);
  if (loaded === null) return;
  const lacking = await confirm(task, loaded, reads, options);
  await index.completeLoad(nrdsId, loaded.load, loaded.startedAt, loaded.cursor);
  // Only now: a load that has to be continued has read the list only once.
  task.lacking = lacking;
  task.loadedAt = clock.now();
}

/** Returns the length of the list, if it was counted. */
async function poll(task: Task, reads: AgentReads, { index, clock }: WorkOptions): Promise<number | null> {
  const polled = await pollList(reads, task.state?.cursor ?? '');
  if (polled === null) {
    loadWithin(0, task, clock);
    return null;
  }
  const kept = polled.changes.filter(({ record }) => isKept(record, reads));
  const rows = kept.map(({ record }) => toIndexed(record, polled.asOf));
  await index.saveChanges(task.nrdsId, rows, polled.asOf, polled.cursor);
  return polled.length;
}

/** Returns the rows that the list lacks and that stay for now, and since when it lacks them. */
async function confirm(
  task: Task,
  { missing, length }: Loaded,
  reads: AgentReads,
  { index, onDeleted, clock }: WorkOptions,
): Promise<Task['lacking']> {
  // A whole list is read each time, so it is read less and less often for a transaction that the service never returns.
  const pauseMs = task.withheld === null ? USUAL_MS : Math.min(DAY_MS, 2 * task.withheld.pauseMs);
  const gone: string[] = [];
  const lacking = new Map<string, number>();
  task.withheld = null;
  try {
    for (const transId of missing) {
      const since = task.lacking.get(transId) ?? clock.now();
      const lackedMs = elapsedSince(since, clock);
      const verdict = await confirmMissing(index, reads, transId, length === 0, lackedMs).catch(faultIfSent);
      if (verdict === 'gone') gone.push(transId);
      if (typeof verdict === 'string') continue;
      lacking.set(transId, since);
      if (verdict instanceof UpstreamFault) task.withheld = { fault: verdict, pauseMs };
      const waitMs = verdict instanceof UpstreamFault ? pauseMs : verdict;
      // Changes are polled until then, so not before it may be loaded.
      loadWithin(Math.max(waitMs, task.state === null ? 0 : reloadMs(task.state)), task, clock);
    }
    return lacking;
  } finally {
    if (gone.length > 0) onDeleted(task.nrdsId, gone);
  }
}

/** One transaction that the service fails to return must not keep the load of a list from completing. */
function faultIfSent(error: unknown): UpstreamFault {
  const isOwn = error instanceof UpstreamFault && error.code !== 'UPSTREAM_RATE_LIMITED' && error.sent !== false;
  if (isOwn) return error;
  throw error;
}

/** Returns a number if the list has not lacked the transaction for long enough: how much longer to wait. */
async function confirmMissing(
  index: SearchIndex,
  reads: AgentReads,
  transId: string,
  isListEmpty: boolean,
  lackedMs: number,
): Promise<'gone' | 'kept' | number> {
  const patienceMs = isListEmpty ? EMPTY_MS : LACKING_MS;
  if (lackedMs < patienceMs) return patienceMs - lackedMs;
  const { source, grant, options } = reads;
  const { nrdsId } = grant;
  const seenAt = options.clock.now();
  const flat = await source.record(transId);
  if (flat !== null && namesAgent(flat, nrdsId)) {
    // getTransById returns records without their numbers (2.4).
    const record = listedRecord(options.decode, { ...flat, transId });
    if (isKept(record, reads)) await index.saveWritten(nrdsId, toIndexed(record, seenAt));
    else await index.forget(nrdsId, [transId]);
    return 'kept';
  }
  // The list is wrong if it is empty although the service has transactions. Even then, the row goes before the next daily load.
  const wrongMs = 0.9 * DAY_MS;
  if (flat !== null && isListEmpty && lackedMs < wrongMs) return wrongMs - lackedMs;
  return (await index.remove(nrdsId, [transId], seenAt)).length > 0 ? 'gone' : 'kept';
}
