/**
 * The events of one listener, in order, as an async iterable. While the listener is busy, at most 64 changed transactions wait
 * unless it asks for more room, each with its last change; beyond that, it has to load the list again. A stale time that has ended meanwhile is not told.
 */
import type { FeedEvent } from './following/changes.ts';

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
