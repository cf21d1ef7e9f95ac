/**
 * The changes after a cursor, for clients that poll. Each page is read on its own: no process keeps any state for it.
 */
import { elapsedSince } from '@realty-forms/platform/clock.ts';
import type { AgentGrant } from '../callers/grants.ts';
import { badInput } from '../fault.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../paging/connection.ts';
import type { Loaders } from '../reading/loaders.ts';
import type { Detail, Transactions } from '../reading/transactions.ts';
import type { ChangeCursors } from './tracking/change-cursors.ts';
import { ChangeTracker } from './tracking/change-tracker.ts';
import type { ChangeWindowOptions, ListSource } from './tracking/change-window.ts';
import { type Changed, type TransactionChange, toTransactionChange } from './tracking/changes.ts';

export interface ChangeArguments {
  readonly after?: string | null;
  readonly first?: number | null;
}

export interface ChangePage {
  readonly changes: readonly TransactionChange[];
  readonly endCursor: string;
  readonly hasMore: boolean;
}

/** Decodes the selected part of each changed transaction; without `detail`, all of it. */
export type ListChanges = (
  loaders: Loaders,
  grant: AgentGrant,
  args: ChangeArguments,
  detail?: Pick<Detail, 'selection'>,
) => Promise<ChangePage>;

export interface ChangePageOptions extends ChangeWindowOptions {
  readonly cursors: ChangeCursors;
  /** 0: the list is never counted. */
  readonly countSeconds: number;
  readonly transactions: Pick<Transactions, 'fromRecord'>;
  readonly sourceOf: (loaders: Loaders, grant: AgentGrant) => ListSource;
}

export function createListChanges(options: ChangePageOptions): ListChanges {
  const { cursors, clock, transactions } = options;
  const countMs = options.countSeconds === 0 ? Number.POSITIVE_INFINITY : options.countSeconds * 1_000;

  return async (loaders, grant, { after, first }, detail) => {
    const size = first ?? DEFAULT_PAGE_SIZE;
    if (size < 1 || size > MAX_PAGE_SIZE) throw badInput('first', `must be from 1 to ${MAX_PAGE_SIZE}, not ${size}`);
    const opened = after == null ? null : cursors.open(grant, after);
    const tracker = new ChangeTracker(options.sourceOf(loaders, grant), grant, cursors, options);
    const { changesAfter } = await tracker.poll(opened === null ? [] : [opened]);
    if (opened === null) return { changes: [], endCursor: tracker.cursor, hasMore: false };
    const changes = await countAfter(tracker, changesAfter(opened), size);
    if (changes === null) return readyPage(tracker.cursor);
    const shown = changes.slice(0, size);
    const hasMore = changes.length > size;
    return {
      changes: shown.map((change) =>
        toTransactionChange(change, transactions.fromRecord(grant, change.record.flat, detail?.selection)),
      ),
      endCursor: hasMore ? (shown.at(-1) as Changed).cursor : tracker.cursor,
      hasMore,
    };
  };

  /** On the last page, also checks the length of the list, unless it was counted recently. */
  async function countAfter(tracker: ChangeTracker, changes: readonly Changed[] | null, size: number) {
    if (changes === null || changes.length > size || elapsedSince(tracker.countedAt, clock) < countMs) return changes;
    const counted = await tracker.count();
    if (counted === null) return changes;
    return counted.changes === null ? null : [...changes, ...counted.changes];
  }
}

function readyPage(cursor: string): ChangePage {
  return { changes: [toTransactionChange({ kind: 'READY', cursor }, null)], endCursor: cursor, hasMore: false };
}
