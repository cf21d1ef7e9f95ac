/**
 * What the ledger's store keeps for other parts of the gateway: texts by key, on a shelf of each part. They are as durable as the
 * entries. One process at a time owns a shelf: the one that works on what is on it.
 */

/** By key; null removes what is there. */
export type ShelfChanges = ReadonlyMap<string, string | null>;

/** Kept: no other process has owned it since. Refused: another one owns it, and is alive. */
export type Taken = 'kept' | 'taken' | 'refused';

export interface Shelves {
  /** Makes this process the owner for the next LEASE_MS, unless another one is. */
  readonly takeShelf: (shelf: string, owner: string) => Promise<Taken>;
  readonly readShelf: (shelf: string) => Promise<ReadonlyMap<string, string>>;
  /** All changes or none; false, and none, if this process does not own the shelf. Without an owner, anybody may change it. */
  readonly changeShelf: (shelf: string, owner: string | null, changes: ShelfChanges) => Promise<boolean>;
}
