/** How the list of one agent is read for the index, and what the index keeps of it. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { PropertyStatusName } from '@realty-forms/contract/columns/codes.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import type { AgentGrant } from '../../callers/grants.ts';
import type { IndexSource } from '../../live/list-sources.ts';
import type { ChangeCursors } from '../../live/tracking/change-cursors.ts';
import type { ChangeWindowOptions, ListedRecord } from '../../live/tracking/change-window.ts';
import type { IndexedRecord } from '../index.ts';

export interface AgentReads {
  /** As a service has it. */
  readonly grant: AgentGrant;
  readonly source: IndexSource;
  readonly cursors: ChangeCursors;
  readonly options: ChangeWindowOptions;
  /** After how many days without a change transactions that are over are not kept; null to keep them. */
  readonly closedDays: number | null;
}

const over: ReadonlySet<unknown> = new Set<PropertyStatusName>([
  'CLOSED',
  'EXPIRED',
  'LEASED_RENTED',
  'REJECTED',
  'TERMINATED',
  'WITHDRAWN',
]);
const status = new Set(['summary'] as const);

/** Not those that are over for so many days, as INDEX_CLOSED_DAYS says. A record whose times cannot be read is kept. */
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

/** As a list has it: getTransById returns records without their numbers (2.4). */
export function withNumber(flat: FlatRecord, transId: string): FlatRecord {
  return { ...flat, transId };
}
