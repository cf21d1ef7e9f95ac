/**
 * A FIFO queue whose members may leave at any time. Links are removed on leaving: if an entry that has left still referred to
 * later ones, one in the old generation would keep all of them alive until the next full collection.
 */
export class WaitQueue<T> implements Iterable<T> {
  length = 0;
  #first: QueueEntry<T> | null = null;
  #last: QueueEntry<T> | null = null;

  /** Returns the entry to pass to `leave`. */
  join(member: T): QueueEntry<T> {
    const entry = new QueueEntry(member, this.#last);
    if (this.#last === null) this.#first = entry;
    else this.#last.next = entry;
    this.#last = entry;
    this.length += 1;
    return entry;
  }

  /** Does nothing for an entry that has already left. */
  leave(entry: QueueEntry<T>): void {
    const { previous, next } = entry;
    if (previous === null && this.#first !== entry) return;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    entry.previous = null;
    entry.next = null;
    this.length -= 1;
  }

  /** Removes and returns the member that has waited longest; undefined if the queue is empty. */
  shift(): T | undefined {
    const first = this.#first;
    if (first === null) return undefined;
    this.leave(first);
    return first.member;
  }

  /** The entry that has waited longest. */
  get first(): QueueEntry<T> | null {
    return this.#first;
  }

  /** The newest entry. */
  get last(): QueueEntry<T> | null {
    return this.#last;
  }

  /** In order of arrival. */
  *[Symbol.iterator](): Generator<T> {
    for (let entry = this.#first; entry !== null; entry = entry.next) yield entry.member;
  }
}

/** An entry of the queue. */
export class QueueEntry<T> {
  readonly member: T;
  previous: QueueEntry<T> | null;
  next: QueueEntry<T> | null = null;

  constructor(member: T, previous: QueueEntry<T> | null) {
    this.member = member;
    this.previous = previous;
  }
}
