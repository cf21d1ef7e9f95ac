/**
 * How one agent's list is read for the index, and what the index keeps of it. A poll reads what has changed since a cursor and, now and
 * then, the length of the list, which shows deletions. `load.ts` reads the whole list.
 */
import type { PropertyStatusName } from '@realty-forms/contract/columns/codes.ts';
import { selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { DAY_MS, elapsedSince } from '@realty-forms/platform/clock.ts';
import type { AgentGrant } from '../../callers/grants.ts';
import { GatewayFault } from '../../fault.ts';
import type { IndexSource } from '../../live/list-sources.ts';
import type { ChangeCursors, OpenedCursor } from '../../live/tracking/change-cursors.ts';
import { ChangeTracker } from '../../live/tracking/change-tracker.ts';
import type { ChangeWindowOptions, ListedRecord } from '../../live/tracking/change-window.ts';
import type { Changed } from '../../live/tracking/changes.ts';
import type { IndexedRecord } from '../index.ts';

export interface AgentReads {
  /** A grant like a service's. */
  readonly grant: AgentGrant;
  readonly source: IndexSource;
  readonly cursors: ChangeCursors;
  readonly options: ChangeWindowOptions;
  /** After how many days without a change closed transactions are dropped; null to keep them. */
  readonly closedDays: number | null;
}

export interface Poll {
  readonly changes: readonly Changed[];
  /** When the read began: the list is at least as recent. */
  readonly asOf: number;
  readonly cursor: string;
  /** The length of the list, if it was counted exactly. */
  readonly length: number | null;
}

/** The longest time between two counts of a list. */
const COUNT_MS = 10 * 60_000;

/** Null if the list has to be loaded again: something was deleted, too much has changed, or the cursor is too old. */
export async function pollList({ source, grant, cursors, options }: AgentReads, cursor: string): Promise<Poll | null> {
  const opened = openIndexCursor(cursors, grant, cursor);
  if (opened === null || opened.isVoid) return null;
  const asOf = options.clock.now();
  const tracker = new ChangeTracker(source.list, grant, cursors, options);
  const { changesAfter } = await tracker.poll([opened]);
  const changes = changesAfter(opened);
  if (changes === null) return null;
  if (elapsedSince(tracker.countedAt, options.clock) < COUNT_MS)
    return { changes, asOf, cursor: tracker.cursor, length: null };
  const counted = await tracker.count();
  if (counted !== null && counted.changes === null) return null;
  const all = [...changes, ...(counted?.changes ?? [])];
  return { changes: all, asOf, cursor: tracker.cursor, length: tracker.length };
}

/**
 * Opens a cursor of the index. It was sealed under a service's grant, or under that of the agent whose feed saved it. Null if it cannot be
 * opened.
 */
export function openIndexCursor(cursors: ChangeCursors, grant: AgentGrant, cursor: string): OpenedCursor | null {
  for (const holder of ['', grant.nrdsId]) {
    try {
      return cursors.open({ ...grant, holder }, cursor);
    } catch (error) {
      if (!(error instanceof GatewayFault)) throw error;
    }
  }
  return null;
}

const over: ReadonlySet<unknown> = new Set<PropertyStatusName>([
  'CLOSED',
  'EXPIRED',
  'LEASED_RENTED',
  'REJECTED',
  'TERMINATED',
  'WITHDRAWN',
]);
const status = selectGroups('summary');

/** False for transactions that have been closed for the days in INDEX_CLOSED_DAYS. A record whose times cannot be read is kept. */
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
