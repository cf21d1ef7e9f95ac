/**
 * A listener of a feed: where it begins, and its events, in order, as an async iterable. While the listener is busy, at most 64 changed
 * transactions wait, each with its last change, unless it asks for more capacity; beyond that, it has to load the list again. STALE is
 * dropped if the service can be read again before the listener has read it.
 */

import type { OpenedCursor } from './tracking/change-cursors.ts';
import type { Tracker } from './tracking/change-tracker.ts';
import { type Changed, type FeedEvent, transIdOf } from './tracking/changes.ts';

const DEFAULT_CAPACITY = 64;

export class EventQueue implements AsyncIterableIterator<FeedEvent, undefined> {
  #waiting: FeedEvent[] = [];
  #reader: PromiseWithResolvers<IteratorResult<FeedEvent, undefined>> | null = null;
  #end: { readonly fault: unknown } | null = null;
  readonly #onClose: () => void;
  readonly #capacity: number;

  constructor(onClose: () => void, capacity = DEFAULT_CAPACITY) {
    this.#onClose = onClose;
    this.#capacity = capacity;
  }

  /** How many events are waiting to be read. */
  get length(): number {
    return this.#waiting.length;
  }

  push(event: FeedEvent): void {
    if (this.#end !== null) return;
    if (this.#reader !== null) {
      this.#reader.resolve({ value: event, done: false });
      this.#reader = null;
    } else this.#waiting = merge(this.#waiting, event, this.#capacity);
  }

  /** Ends after the waiting events. With a fault, the iterator drops them and throws the fault: the listener may see nothing more. */
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

  /** Stops listening and drops the waiting events. */
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

function merge(waiting: readonly FeedEvent[], event: FeedEvent, capacity: number): FeedEvent[] {
  switch (event.kind) {
    case 'READY':
      return [event];
    case 'RESUMED': {
      const others = waiting.filter(({ kind }) => kind !== 'STALE');
      return others.some(({ kind }) => kind === 'RESUMED') ? others : [...others, event];
    }
    case 'STALE':
      return [...waiting, event];
    case 'CHANGED':
    case 'DELETED': {
      const transId = transIdOf(event);
      const others = waiting.filter((each) => transIdOf(each) !== transId);
      const changed = others.filter((each) => transIdOf(each) !== null).length;
      return changed < capacity ? [...others, event] : [{ kind: 'READY', cursor: event.cursor }];
    }
  }
}

export interface ListenerOptions {
  /** How many changed transactions may wait to be read. */
  readonly capacity?: number | undefined;
  /** Listens only for events about this transaction, or about the whole list. */
  readonly transId?: string | undefined;
  /** Whether this listener may still see what the feed reads; by default it always may. */
  readonly mayListen?: (() => Promise<boolean>) | undefined;
}

export class Listener {
  readonly queue: EventQueue;
  /** Null to begin with READY. */
  readonly after: OpenedCursor | null;
  hasBegun = false;
  readonly mayListen: ListenerOptions['mayListen'];
  readonly #transId: string | undefined;

  constructor(
    after: OpenedCursor | null,
    { capacity, transId, mayListen }: ListenerOptions = {},
    leave: (listener: Listener) => void,
  ) {
    this.queue = new EventQueue(() => leave(this), capacity);
    this.after = after;
    this.mayListen = mayListen;
    this.#transId = transId;
  }

  notify(events: readonly FeedEvent[]): void {
    for (const event of events) {
      const transId = transIdOf(event);
      if (transId === null || transId === (this.#transId ?? transId)) this.queue.push(event);
    }
  }

  notifyIfAllowed(events: readonly FeedEvent[]): void {
    if (this.mayListen === undefined) this.notify(events);
    // If that cannot be found out, the listener loads the list after the next poll.
    else this.mayListen().then((mayListen) => mayListen && this.notify(events), ignored);
  }

  /** `missed`: the changes since the listener's cursor; if it is null, the listener loads the list. */
  begin(tracker: Pick<Tracker, 'cursor'>, missed: readonly Changed[] | null = null): void {
    this.hasBegun = true;
    if (this.after === null || missed === null) {
      this.notify([{ kind: 'READY', cursor: tracker.cursor }]);
      return;
    }
    // Replaces the listener's cursor, which would expire even if nothing changed.
    const cursor = missed.length === 0 ? tracker.cursor : this.after.text;
    this.notify([{ kind: 'RESUMED', cursor }, ...missed]);
  }

  /** A listener that has not begun keeps its own cursor. */
  notifyStale({ cursor, reloadCursor }: Pick<Tracker, 'cursor' | 'reloadCursor'>): void {
    this.notify([{ kind: 'STALE', cursor: this.hasBegun ? cursor : (this.after?.text ?? reloadCursor) }]);
  }
}

const ignored = (): void => undefined;
