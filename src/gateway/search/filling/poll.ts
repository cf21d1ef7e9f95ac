/** Reads what has changed in an agent's list since a cursor, and now and then how long the list is, which shows deletions. */
import { elapsedSince } from '@realty-forms/platform/clock.ts';
import type { AgentGrant } from '../../callers/grants.ts';
import { GatewayFault } from '../../fault.ts';
import type { ChangeCursors, OpenedCursor } from '../../live/tracking/change-cursors.ts';
import { ChangeTracker } from '../../live/tracking/change-tracker.ts';
import type { Changed } from '../../live/tracking/changes.ts';
import type { AgentReads } from './agent-reads.ts';

export interface Poll {
  readonly changes: readonly Changed[];
  /** When the read began: the list was not older. */
  readonly asOf: number;
  readonly cursor: string;
  /** How many records the list has, if it was counted exactly. */
  readonly length: number | null;
}

/** How often the list is counted, at least. */
const COUNT_MS = 10 * 60_000;

/** Null if the list has to be loaded anew: something was deleted, too much has changed, or the cursor is too old. */
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
  return {
    ...{ changes: [...changes, ...(counted?.changes ?? [])], asOf, cursor: tracker.cursor, length: tracker.length },
  };
}

/** A cursor of the index: sealed under a service's grant, or under that of the agent whose feed has saved it. Null for one that cannot be opened. */
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
