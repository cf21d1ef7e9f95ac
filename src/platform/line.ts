/**
 * Who waits, in the order of coming; anybody may leave at any time. Links are undone on leaving: were one who has gone still to
 * lead to those who came later, an old one would keep all of them until the next full collection.
 */
export class Line<T> {
  length = 0;
  #first: Place<T> | null = null;
  #last: Place<T> | null = null;

  /** The place, to leave by. */
  join(member: T): Place<T> {
    const place = new Place(member, this.#last);
    if (this.#last === null) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
    this.length += 1;
    return place;
  }

  /** Nothing happens to one who has left before. */
  leave(place: Place<T>): void {
    const { previous, next } = place;
    if (previous === null && this.#first !== place) return;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    place.previous = null;
    place.next = null;
    this.length -= 1;
  }

  /** Whoever has waited longest, and waits no more; undefined where nobody does. */
  shift(): T | undefined {
    const first = this.#first;
    if (first === null) return undefined;
    this.leave(first);
    return first.member;
  }
}

/** Where somebody stands in a line. */
export class Place<T> {
  readonly member: T;
  previous: Place<T> | null;
  next: Place<T> | null = null;

  constructor(member: T, previous: Place<T> | null) {
    this.member = member;
    this.previous = previous;
  }
}
