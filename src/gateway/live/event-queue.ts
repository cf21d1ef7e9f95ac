/**
 * One who listens to a feed: where it begins, and its events, in order, as an async iterable. While the listener is busy, at most 64 changed transactions wait
 * unless it asks for more room, each with its last change; beyond that, it has to load the list again. A stale time that has ended meanwhile is not told.
 */

import type { OpenedCursor } from './tracking/change-cursors.ts';
import type { Tracker } from './tracking/change-tracker.ts';
import type { Changed, FeedEvent } from './tracking/changes.ts';

const DEFAULT_ROOM = 64;

export class EventQueue implements AsyncIterableIterator<FeedEvent, undefined> {
  #waiting: FeedEvent[] = [];
  #reader: PromiseWithResolvers<IteratorResult<FeedEvent, undefined>> | null = null;
  #end: { readonly fault: unknown } | null = null;
  readonly #onClose: () => void;
  readonly #room: number;

  constructor(onClose: () => void, room = DEFAULT_ROOM) {
    this.#onClose = onClose;
    this.#room = room;
  }

  /** How many events wait to be read. */
  get length(): number {
    return this.#waiting.length;
  }

  push(event: FeedEvent): void {
    if (this.#end !== null) return;
    if (this.#reader !== null) {
      this.#reader.resolve({ value: event, done: false });
      this.#reader = null;
    } else this.#waiting = merge(this.#waiting, event, this.#room);
  }

  /** No event follows those that wait. With a fault, which the iterator then throws, they are dropped: the listener may see nothing more. */
  end(fault?: unknown): void {
    if (this.#end !== null) return;
    this.#end = { fault };
    if (fault !== undefined) this.#waiting = [];
    const reader = this.#reader;
    this.#reader = null;
    if (fault === undefined) reader?.resolve({ value: undefined, done: true });
    else reader?.reject(fault);
  }

  next(): Promise<IteratorResult<FeedEvent, undefined>> {
    const event = this.#waiting.shift();
    if (event !== undefined) return Promise.resolve({ value: event, done: false });
    if (this.#end === null) {
      this.#reader ??= Promise.withResolvers();
      return this.#reader.promise;
    }
    const { fault } = this.#end;
    this.#end = { fault: undefined };
    return fault === undefined ? Promise.resolve({ value: undefined, done: true }) : Promise.reject(fault);
  }

  /** Stops listening; what waits is dropped. */
  return(): Promise<IteratorResult<FeedEvent, undefined>> {
    this.#waiting = [];
    this.end();
    this.#onClose();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function merge(waiting: readonly FeedEvent[], event: FeedEvent, room: number): FeedEvent[] {
  switch (event.kind) {
    case 'READY':
      return [event];
    case 'RESUMED': {
      const others = waiting.filter(({ kind }) => kind !== 'STALE');
      return others.some(({ kind }) => kind === 'RESUMED') ? others : [...others, event];
    }
    case 'STALE':
      return [...waiting, event];
    case 'CHANGED': {
      const { transId } = event.record;
      const others = waiting.filter((each) => each.kind !== 'CHANGED' || each.record.transId !== transId);
      const changed = others.filter(({ kind }) => kind === 'CHANGED').length;
      return changed < room ? [...others, event] : [{ kind: 'READY', cursor: event.cursor }];
    }
  }
}

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
  begin(tracker: Pick<Tracker, 'cursor'>, missed: readonly Changed[] | null = null): void {
    this.hasBegun = true;
    if (this.after === null || missed === null) {
      this.tell([{ kind: 'READY', cursor: tracker.cursor }]);
      return;
    }
    // A cursor ages even while nothing changes.
    const cursor = missed.length === 0 ? tracker.cursor : this.after.text;
    this.tell([{ kind: 'RESUMED', cursor }, ...missed]);
  }

  /** If it has not begun, it goes on where it came from. */
  tellStale({ cursor, reloadCursor }: Pick<Tracker, 'cursor' | 'reloadCursor'>): void {
    this.tell([{ kind: 'STALE', cursor: this.hasBegun ? cursor : (this.after?.text ?? reloadCursor) }]);
  }
}

/** The events of one transaction among those of its agent's list. */
export class EventsOfOne implements AsyncIterableIterator<FeedEvent, undefined> {
  readonly #all: AsyncIterableIterator<FeedEvent, undefined>;
  readonly #transId: string;

  constructor(all: AsyncIterableIterator<FeedEvent, undefined>, transId: string) {
    this.#all = all;
    this.#transId = transId;
  }

  async next(): Promise<IteratorResult<FeedEvent, undefined>> {
    for (;;) {
      const found = await this.#all.next();
      if (found.done || found.value.kind !== 'CHANGED' || found.value.record.transId === this.#transId) return found;
    }
  }

  async return(): Promise<IteratorResult<FeedEvent, undefined>> {
    await this.#all.return?.();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
