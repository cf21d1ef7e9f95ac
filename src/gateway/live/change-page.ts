/**
 * The changes after a cursor, for clients that poll. Each page is read on its own, and no process keeps any state for it. Deletions are
 * those that the index has confirmed. Without an index, only the length of the list shows that something is gone.
 */
import { hash } from 'node:crypto';
import { elapsedSince } from '@realty-forms/platform/clock.ts';
import type { Access } from '../callers/access.ts';
import type { AgentGrant } from '../callers/grants.ts';
import { badInput } from '../fault.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../paging/connection.ts';
import type { Parts } from '../parts.ts';
import type { Loaders } from '../reading/loaders.ts';
import type { Detail, Transactions } from '../reading/transactions.ts';
import type { SearchIndex } from '../search/index.ts';
import type { ListSources } from './list-sources.ts';
import type { ChangeCursors, LogPosition } from './tracking/change-cursors.ts';
import { ChangeTracker } from './tracking/change-tracker.ts';
import type { ChangeWindowOptions } from './tracking/change-window.ts';
import type { Changed, TransactionChange } from './tracking/changes.ts';

export interface ChangeArguments {
  readonly after?: string | null;
  readonly first?: number | null;
}

export interface ChangePage {
  readonly changes: readonly TransactionChange[];
  readonly endCursor: string;
  readonly hasMore: boolean;
}

interface ChangePageOptions extends ChangeWindowOptions, Pick<Parts, 'cursors'> {
  /** 0: lists are never counted. */
  readonly countSeconds: number;
  readonly transactions: Pick<Transactions, 'fromRecord'>;
  readonly sources: Pick<ListSources, 'ofRequest'>;
  readonly access: Pick<Access, 'ownTransaction' | 'transactionId'>;
  /** Null if there is none. */
  readonly index: Pick<SearchIndex, 'removalsSince'> | null;
}

interface Deletions {
  /** At most one more than fits on the page. */
  readonly removals: readonly { readonly transId: string; readonly notifiedUpTo: LogPosition }[];
  /** The client's position in the index's log once it has all of them. */
  readonly notifiedUpTo: LogPosition | null;
  /** Whether some may be missing, because the index was filled again since. */
  readonly isTorn: boolean;
}

export function createListChanges(options: ChangePageOptions) {
  const { cursors, clock, transactions, access, index } = options;
  const countMs = options.countSeconds === 0 ? Number.POSITIVE_INFINITY : options.countSeconds * 1_000;

  /** Decodes the selected part of each changed transaction; without `detail`, the whole record. */
  return async (
    loaders: Loaders,
    grant: AgentGrant,
    { after, first }: ChangeArguments,
    detail?: Pick<Detail, 'selection'>,
  ): Promise<ChangePage> => {
    const size = first ?? DEFAULT_PAGE_SIZE;
    if (size < 1 || size > MAX_PAGE_SIZE) throw badInput('first', `must be from 1 to ${MAX_PAGE_SIZE}, not ${size}`);
    const opened = after == null ? null : cursors.open(grant, after);
    // Read before the list, so that a deleted transaction that is back by then is among the changes after its deletion.
    const { removals, notifiedUpTo, isTorn } = await deletionsAfter(
      grant,
      opened && { notifiedUpTo: opened.notifiedUpTo },
      size,
    );
    const deleted = removals.slice(0, size).map(({ transId, notifiedUpTo: until }): TransactionChange => {
      const cursor = cursors.reseal(grant, after as string, until);
      const id = access.transactionId(access.ownTransaction(grant, transId));
      return { event: { kind: 'DELETED', transId, cursor }, transaction: null, deletedId: id };
    });
    const [lastDeleted] = deleted.slice(-1);
    if (removals.length > size)
      return { changes: deleted, endCursor: (lastDeleted as TransactionChange).event.cursor, hasMore: true };
    const sealing: ChangeCursors = { ...cursors, seal: (of, state) => cursors.seal(of, state, notifiedUpTo) };
    const tracker = new ChangeTracker(options.sources.ofRequest(loaders, grant), grant, sealing, options);
    const { changesAfter } = await tracker.poll([opened]);
    if (opened === null) return { changes: [], endCursor: tracker.cursor, hasMore: false };
    const rest = size - deleted.length;
    const changes = isTorn ? null : await countAfter(tracker, changesAfter(opened), rest);
    if (changes === null) {
      // The deletions follow on the next page, since READY comes alone.
      const cursor = deleted.length === 0 ? tracker.cursor : cursors.reseal(grant, tracker.cursor, opened.notifiedUpTo);
      const ready: TransactionChange = { event: { kind: 'READY', cursor }, transaction: null };
      return { changes: [ready], endCursor: cursor, hasMore: deleted.length > 0 };
    }
    const shown = changes.slice(0, rest);
    const hasMore = changes.length > rest;
    const changed = shown.map((event): TransactionChange => {
      return { event, transaction: transactions.fromRecord(grant, event.record.flat, detail?.selection) };
    });
    const lastShown = shown.at(-1) ?? lastDeleted?.event;
    return {
      changes: [...deleted, ...changed],
      endCursor: hasMore && lastShown !== undefined ? lastShown.cursor : tracker.cursor,
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

  /** `from` is null for the first page. A cursor without a position in the log was issued without an index, or by a stream. */
  async function deletionsAfter(
    { nrdsId }: AgentGrant,
    from: { readonly notifiedUpTo: LogPosition | null } | null,
    size: number,
  ): Promise<Deletions> {
    const before = from?.notifiedUpTo ?? null;
    const none = { removals: [], notifiedUpTo: before, isTorn: false };
    if (index === null) return none;
    const limit = before === null ? 0 : size + 1;
    // If the index cannot be read now, the client gets the deletions once it can.
    const read = await index.removalsSince(nrdsId, before?.change ?? 0, limit).catch(() => null);
    if (read === null) return none;
    const log = hash('sha256', read.log, 'base64url').slice(0, LOG_CHARACTERS);
    if (before?.log !== log) return { removals: [], notifiedUpTo: { log, change: read.last }, isTorn: before !== null };
    const removals = read.removals.map(({ transId, change }) => ({ transId, notifiedUpTo: { log, change } }));
    return { removals, notifiedUpTo: removals.at(-1)?.notifiedUpTo ?? before, isTorn: false };
  }
}

const LOG_CHARACTERS = 8;
