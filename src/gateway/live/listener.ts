/** One who listens to a feed: where it begins, and the queue of what it is told. */
import { EventQueue } from './event-queue.ts';
import type { Changed, FeedEvent } from './following/changes.ts';
import type { OpenedCursor } from './following/cursors.ts';
import type { Followed } from './following/follower.ts';

export class Listener {
  readonly queue: EventQueue;
  /** Null to begin with READY. */
  readonly after: OpenedCursor | null;
  hasBegun = false;

  constructor(after: OpenedCursor | null, room: number | undefined, leave: (listener: Listener) => void) {
    this.queue = new EventQueue(() => leave(this), room);
    this.after = after;
  }

  tell(events: readonly FeedEvent[]): void {
    for (const event of events) this.queue.push(event);
  }

  /** `missed` is what has changed since its cursor; without it, it loads the list. */
  begin(follower: Pick<Followed, 'cursor'>, missed: readonly Changed[] | null = null): void {
    this.hasBegun = true;
    if (this.after === null || missed === null) {
      this.tell([{ kind: 'READY', cursor: follower.cursor }]);
      return;
    }
    // A cursor ages even while nothing changes.
    const cursor = missed.length === 0 ? follower.cursor : this.after.text;
    this.tell([{ kind: 'RESUMED', cursor }, ...missed]);
  }

  /** If it has not begun, it goes on where it came from. */
  tellStale({ cursor, noCursor }: Pick<Followed, 'cursor' | 'noCursor'>): void {
    this.tell([{ kind: 'STALE', cursor: this.hasBegun ? cursor : (this.after?.text ?? noCursor) }]);
  }
}
