/**
 * The current members of a group that many join and leave. A Set allocates a new table every few dozen changes, and each old
 * table refers to the next one and to its own members: once one of them is in the old generation, everything that was ever in
 * the set survives until the next full collection. Here a slot that becomes free is cleared and reused.
 */
export class CompactSet<T> implements Iterable<T> {
  readonly #slots: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** Returns the slot to pass to `leave`, once. */
  enter(member: T): number {
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = member;
    return slot;
  }

  leave(slot: number): void {
    this.#slots[slot] = undefined;
    this.#free.push(slot);
  }

  /** In no particular order. */
  *[Symbol.iterator](): Generator<T> {
    for (const member of this.#slots) if (member !== undefined) yield member;
  }
}
