/**
 * Where a live feed follows an agent's list, what it reads is saved in the index, so that the list is not polled twice. A feed begins to count
 * with a poll that shows all that has changed since the index was current; then each of its polls continues the one before.
 */
import type { AgentGrant } from '../../callers/grants.ts';
import type { ReadObserver } from '../../live/feed.ts';
import type { ChangeCursors, OpenedCursor } from '../../live/tracking/change-cursors.ts';
import type { SearchIndex } from '../index.ts';
import type { Interest } from './interest.ts';
import { openIndexCursor } from './poll.ts';
import { toIndexed } from './retention.ts';

export interface FollowedFeedsOptions {
  readonly index: Pick<SearchIndex, 'stateOf' | 'saveChanges'>;
  readonly cursors: ChangeCursors;
  readonly interest: Pick<Interest, 'note' | 'suspect'>;
}

export function createObserver({ index, cursors, interest }: FollowedFeedsOptions) {
  return (grant: AgentGrant): ReadObserver => {
    const { nrdsId } = grant;
    let isFollowed = false;
    let joined: OpenedCursor | null = null;
    let saving: Promise<unknown> = Promise.resolve();
    return {
      async after() {
        if (isFollowed) return null;
        const state = await index.stateOf(nrdsId).catch(() => null);
        joined = state?.isComplete && state.cursor !== null ? openIndexCursor(cursors, grant, state.cursor) : null;
        return joined;
      },
      onRead(polled, readAt, { cursor }, isCount) {
        const changes = isFollowed ? polled.changes : joined && polled.changesAfter(joined);
        joined = null;
        isFollowed = changes !== null;
        if (changes === null) {
          // What fills the index reads the list soon, and all of it if something is gone.
          interest.note([nrdsId]);
          if (isCount) interest.suspect(nrdsId);
          return;
        }
        const rows = changes.map(({ record }) => toIndexed(record, readAt));
        saving = saving
          .then(() => index.saveChanges(nrdsId, rows, readAt, cursor))
          .catch(() => {
            isFollowed = false;
          });
      },
    };
  };
}
