/**
 * The current members of a group that many join and leave. A Set allocates a new table every few dozen changes, and each old
 * table refers to the next one and to its own members: once one of them is in the old generation, everything that was ever in
 * the set survives until the next full collection. Here an index that becomes free is cleared and reused.
 */
export class CompactSet<T> implements Iterable<T> {
  readonly #members: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** Returns the index to pass to `leave`, once. */
  enter(member: T): number {
    const index = this.#free.pop() ?? this.#members.length;
    this.#members[index] = member;
    return index;
  }

  leave(index: number): void {
    this.#members[index] = undefined;
    this.#free.push(index);
  }

  /** In no particular order. */
  *[Symbol.iterator](): Generator<T> {
    for (const member of this.#members) if (member !== undefined) yield member;
  }
}
