/**
 * What becomes of rows that an agent's list no longer has. The service is asked for each by its number, and only what it does not have any
 * more is deleted. A transaction that is there and names the agent stays. One that names others only has left the list, unless the list was
 * wrong: it goes when the list still lacks it some time later.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { listedRecord } from '../../live/tracking/change-window.ts';
import { namesAgent } from '../../reading/response-checks.ts';
import type { SearchIndex } from '../index.ts';
import type { AgentReads } from './agent-reads.ts';
import { isKept, toIndexed } from './retention.ts';

type Writer = Pick<SearchIndex, 'saveWritten' | 'remove' | 'forget'>;

export type Verdict = 'gone' | 'kept' | 'expired' | 'doubted';

/** `isDoubted` says that the list has lacked it before, some time ago. */
export async function confirmMissing(
  index: Writer,
  reads: AgentReads,
  transId: string,
  isDoubted: boolean,
): Promise<Verdict> {
  const { source, grant, options } = reads;
  const seenAt = options.clock.now();
  const flat = await source.record(transId);
  const isElsewhere = flat !== null && !namesAgent(flat, grant.nrdsId);
  if (isElsewhere && !isDoubted) return 'doubted';
  if (flat === null || isElsewhere) {
    await index.remove(grant.nrdsId, [transId], seenAt);
    return 'gone';
  }
  const record = listedRecord(options.decode, withNumber(flat, transId));
  if (!isKept(record, reads)) {
    await index.forget(grant.nrdsId, [transId]);
    return 'expired';
  }
  await index.saveWritten(grant.nrdsId, toIndexed(record, seenAt));
  return 'kept';
}

/** As a list has it: getTransById returns records without their numbers (2.4). */
export function withNumber(flat: FlatRecord, transId: string): FlatRecord {
  return { ...flat, transId };
}
