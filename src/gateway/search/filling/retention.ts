/** Which records the index keeps: not those that are over for so many days, as INDEX_CLOSED_DAYS says. */
import type { PropertyStatusName } from '@realty-forms/contract/columns/codes.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import type { ListedRecord } from '../../live/tracking/change-window.ts';
import type { IndexedRecord } from '../index.ts';
import type { AgentReads } from './agent-reads.ts';

const over: ReadonlySet<unknown> = new Set<PropertyStatusName>([
  'CLOSED',
  'EXPIRED',
  'LEASED_RENTED',
  'REJECTED',
  'TERMINATED',
  'WITHDRAWN',
]);
const status = new Set(['summary'] as const);

/** A record whose times cannot be read is kept. */
export function isKept(
  { flat, updated, inserted }: ListedRecord,
  { closedDays, options: { clock, decode } }: Pick<AgentReads, 'closedDays' | 'options'>,
): boolean {
  const changed = updated ?? inserted;
  if (closedDays === null || changed === null || clock.now() - changed.ms < closedDays * DAY_MS) return true;
  return !over.has(decode.transaction(flat, status).record.status);
}

export function toIndexed({ transId, flat }: ListedRecord, seenAt: number): IndexedRecord {
  return { transId, record: flat, seenAt };
}
