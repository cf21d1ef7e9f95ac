/**
 * A FIFO queue whose members may leave at any time. A link that leaves forgets its neighbors: if it still referred to later
 * ones, one in the old generation would keep all of them alive until the next full collection.
 */
export class WaitQueue<T> implements Iterable<T> {
  length = 0;
  #first: QueueLink<T> | null = null;
  #last: QueueLink<T> | null = null;

  /** Returns the link to pass to `leave`. */
  join(member: T): QueueLink<T> {
    const link = new QueueLink(member, this.#last);
    if (this.#last === null) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.length += 1;
    return link;
  }

  /** Does nothing for a link that has already left. */
  leave(link: QueueLink<T>): void {
    const { previous, next } = link;
    if (previous === null && this.#first !== link) return;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    link.previous = null;
    link.next = null;
    this.length -= 1;
  }

  /** Removes and returns the member that has waited longest; undefined if the queue is empty. */
  shift(): T | undefined {
    const first = this.#first;
    if (first === null) return undefined;
    this.leave(first);
    return first.member;
  }

  /** The link that has waited longest. */
  get first(): QueueLink<T> | null {
    return this.#first;
  }

  /** The newest link. */
  get last(): QueueLink<T> | null {
    return this.#last;
  }

  /** In order of arrival. */
  *[Symbol.iterator](): Generator<T> {
    for (let link = this.#first; link !== null; link = link.next) yield link.member;
  }
}

/** A member's place in the queue. */
export class QueueLink<T> {
  readonly member: T;
  previous: QueueLink<T> | null;
  next: QueueLink<T> | null = null;

  constructor(member: T, previous: QueueLink<T> | null) {
    this.member = member;
    this.previous = previous;
  }
}
