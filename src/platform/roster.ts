/**
 * Who is here at the moment, where many come and go. A Set grows a new table every few dozen changes, and each old one points to
 * the next and to what it held: once one of them is old, all that was ever in the set survives until the next full
 * collection. Here a place that is left is emptied and taken again.
 */
export class Roster<T> implements Iterable<T> {
  readonly #places: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** The place, to leave by, once. */
  enter(member: T): number {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = member;
    return place;
  }

  leave(place: number): void {
    this.#places[place] = undefined;
    this.#free.push(place);
  }

  /** In no order. */
  *[Symbol.iterator](): Generator<T> {
    for (const member of this.#places) if (member !== undefined) yield member;
  }
}
