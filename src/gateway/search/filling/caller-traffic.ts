/**
 * Saves in the index what this process reads and writes for callers. If a live feed follows an agent's list, the index need not poll the
 * list as well. A feed counts from the first poll that shows everything that has changed since the index was current; each later poll
 * continues the one before. A write is saved before it is answered, so that the writer finds it at once.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { flatOf, SelectedRecord } from '@realty-forms/contract/columns/selection.ts';
import { createTurns } from '@realty-forms/platform/turns.ts';
import type { AgentGrant } from '../../callers/grants.ts';
import type { WriteOnce } from '../../ledger/write-command.ts';
import type { ReadObserver } from '../../live/feed.ts';
import type { OpenedCursor } from '../../live/tracking/change-cursors.ts';
import { type ListedRecord, listedRecord } from '../../live/tracking/change-window.ts';
import type { Parts } from '../../parts.ts';
import type { SearchIndex } from '../index.ts';
import { openIndexCursor, toIndexed } from './agent-list.ts';
import type { Interest } from './interest.ts';

interface FollowedFeedsOptions extends Pick<Parts, 'cursors'> {
  readonly index: Pick<SearchIndex, 'stateOf' | 'saveChanges'>;
  readonly interest: Pick<Interest, 'note' | 'suspect'>;
}

export function createObserver({ index, cursors, interest }: FollowedFeedsOptions) {
  return (grant: AgentGrant): ReadObserver => {
    const { nrdsId } = grant;
    let isFollowed = false;
    let joined: OpenedCursor | null = null;
    /** How many more rows than records there were at the last count. */
    let surplus = 0;
    const inTurn = createTurns();
    /** What could not be saved is not in later reads either, so nothing is saved after it until the feed has read it again. */
    const afterSaving = (work: () => Promise<unknown>) =>
      inTurn(async () => isFollowed && (await work())).catch(() => {
        isFollowed = false;
      });
    return {
      async after() {
        if (isFollowed) return null;
        const state = await index.stateOf(nrdsId).catch(() => null);
        joined = state?.isComplete && state.cursor !== null ? openIndexCursor(cursors, grant, state.cursor) : null;
        return joined;
      },
      onRead(polled, readAt, { cursor }, isCount) {
        const changes = isFollowed ? polled.changes : joined && polled.changesAfter(joined);
        isFollowed = changes !== null;
        if (changes === null) {
          // The filling then reads the list soon, and all of it if something is gone.
          interest.note([nrdsId]);
          if (isCount) interest.suspect(nrdsId);
          return;
        }
        const rows = changes.map(({ record }) => toIndexed(record, readAt));
        void afterSaving(() => index.saveChanges(nrdsId, rows, readAt, cursor));
      },
      // As many deletions as insertions do not change the length of the list, but the index then has more rows.
      onCounted(length) {
        if (length === null || !isFollowed) return;
        void afterSaving(async () => {
          const more = ((await index.stateOf(nrdsId))?.rows ?? 0) - length;
          if (more > surplus) interest.suspect(nrdsId);
          surplus = more;
        });
      },
    };
  };
}

interface OwnWritesOptions extends Pick<Parts, 'clock' | 'decode'> {
  readonly index: Pick<SearchIndex, 'stateOf' | 'saveWritten'>;
  /** Reads a changed transaction, as a request would. */
  readonly readRecord: (transId: string) => Promise<FlatRecord | null>;
}

export function saveOwnWrites(writeOnce: WriteOnce, { index, readRecord, decode, clock }: OwnWritesOptions): WriteOnce {
  const recordOf = async (transId: string | null, result: unknown): Promise<ListedRecord | null> => {
    if (transId !== null) {
      const flat = await readRecord(transId);
      return flat && listedRecord(decode, { ...flat, transId });
    }
    const { flat } = (result ?? {}) as { readonly flat?: FlatRecord | SelectedRecord };
    return flat === undefined ? null : listedRecord(decode, flat instanceof SelectedRecord ? flatOf(flat) : flat);
  };
  return async (command) => {
    const startedAt = clock.now();
    const recorded = await writeOnce(command);
    const { agent, changes } = command;
    if (changes === 'no transaction' || recorded.outcome !== 'COMMITTED' || recorded.replayed) return recorded;
    try {
      if ((await index.stateOf(agent)) === null) return recorded;
      const transId = changes === 'a new transaction' ? null : changes.transId;
      const seenAt = transId === null ? startedAt : clock.now();
      const record = await recordOf(transId, recorded.result);
      if (record !== null) await index.saveWritten(agent, toIndexed(record, seenAt));
    } catch {
      // The next poll of the list finds it.
    }
    return recorded;
  };
}
