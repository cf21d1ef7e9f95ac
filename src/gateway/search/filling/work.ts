/**
 * What is done for one agent: its list is loaded or its changes are read, and rows that the list no longer has are confirmed: the service is
 * asked for each by its number, and only what it does not have any more is deleted. A transaction that is there and names the agent stays. One
 * that names others only has left the list, unless the list was wrong: it goes when the list still lacks it some time later.
 */
import { type Clock, DAY_MS, elapsedSince } from '@realty-forms/platform/clock.ts';
import { listedRecord } from '../../live/tracking/change-window.ts';
import { namesAgent } from '../../reading/response-checks.ts';
import type { SearchIndex } from '../index.ts';
import { type AgentReads, isKept, toIndexed, withNumber } from './agent-reads.ts';
import { loadList } from './load.ts';
import { pollList } from './poll.ts';
import { suspect, type Task, USUAL_MS, type Work } from './schedule.ts';

export interface WorkOptions {
  readonly index: SearchIndex;
  /** Reports that the service no longer has these transactions. */
  readonly onDeleted: (nrdsId: string, transIds: readonly string[]) => void;
  readonly clock: Clock;
  readonly random?: () => number;
}

export async function runWork(work: Work, task: Task, reads: AgentReads, options: WorkOptions): Promise<void> {
  await { load, poll, confirm }[work](task, reads, options);
  task.state = await options.index.stateOf(task.nrdsId);
  task.failures = 0;
}

async function load(task: Task, reads: AgentReads, { index, clock, random = Math.random }: WorkOptions): Promise<void> {
  const loaded = await loadList(index, reads, task.state);
  if (loaded === null) return;
  task.suspectSince = null;
  task.loadedAt = clock.now();
  task.sweepAt = clock.now() + DAY_MS * (0.9 + 0.2 * random());
  if (loaded.expired.length > 0) await index.forget(task.nrdsId, loaded.expired);
  for (const each of loaded.missing) task.missing.add(each);
  for (const each of task.doubted.keys()) if (!task.missing.has(each)) task.doubted.delete(each);
}

async function poll(task: Task, reads: AgentReads, { index, clock }: WorkOptions): Promise<void> {
  const polled = await pollList(reads, task.state?.cursor ?? '');
  if (polled === null) {
    suspect(task, clock);
    return;
  }
  const kept = polled.changes.filter(({ record }) => isKept(record, reads));
  const rows = kept.map(({ record }) => toIndexed(record, polled.asOf));
  await index.saveChanges(task.nrdsId, rows, polled.asOf, polled.cursor);
}

async function confirm(task: Task, reads: AgentReads, { index, onDeleted, clock }: WorkOptions): Promise<void> {
  const gone: string[] = [];
  try {
    for (const transId of task.missing) {
      const doubtedSince = task.doubted.get(transId);
      const isDoubted = doubtedSince !== undefined && elapsedSince(doubtedSince, clock) >= USUAL_MS;
      const verdict = await confirmMissing(index, reads, transId, isDoubted);
      task.missing.delete(transId);
      if (verdict === 'gone') gone.push(transId);
      if (verdict !== 'doubted') task.doubted.delete(transId);
      else if (doubtedSince === undefined) task.doubted.set(transId, clock.now());
    }
    if (task.doubted.size > 0) task.sweepAt = Math.min(task.sweepAt, clock.now() + USUAL_MS);
  } finally {
    if (gone.length > 0) onDeleted(task.nrdsId, gone);
  }
}

/** `isDoubted` says that the list has lacked it before, some time ago. */
async function confirmMissing(
  index: SearchIndex,
  reads: AgentReads,
  transId: string,
  isDoubted: boolean,
): Promise<'gone' | 'kept' | 'expired' | 'doubted'> {
  const { source, grant, options } = reads;
  const seenAt = options.clock.now();
  const flat = await source.record(transId);
  const isElsewhere = flat !== null && !namesAgent(flat, grant.nrdsId);
  if (isElsewhere && !isDoubted) return 'doubted';
  if (flat === null || isElsewhere) {
    const removed = await index.remove(grant.nrdsId, [transId], seenAt);
    return removed.length > 0 ? 'gone' : 'kept';
  }
  const record = listedRecord(options.decode, withNumber(flat, transId));
  if (!isKept(record, reads)) {
    await index.forget(grant.nrdsId, [transId]);
    return 'expired';
  }
  await index.saveWritten(grant.nrdsId, toIndexed(record, seenAt));
  return 'kept';
}
