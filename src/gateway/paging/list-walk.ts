/**
 * A walk along a list in one direction, although the list may change at any time. The walk goes on from a position: wherever the position's
 * record is now, so consecutive batches share one record. If the record is not where it was, one more batch is searched for it.
 */
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { batchFrom, searchBatch } from '../lists/batches.ts';
import type { Batched, Snapshot } from '../lists/snapshot.ts';
import { findRecord, type Position } from './position.ts';
import type { FingerprintOf } from './record-fingerprints.ts';

/** Where reading goes on: at this index of the records (forward), or before it (backward). */
export interface Point<T> {
  readonly snapshot: Snapshot<T>;
  readonly index: number;
}

export class ListWalk<T> {
  readonly isForward: boolean;
  readonly fingerprintOf: FingerprintOf<T>;
  readonly #list: Batched<T>;
  /** In order of reading. */
  readonly snapshots: Snapshot<T>[] = [];
  #hasSearched = false;
  /** Whether the list has changed so much that records may be missing or repeated. */
  hasListChanged = false;

  constructor(list: Batched<T>, isForward: boolean, fingerprintOf: FingerprintOf<T>) {
    this.#list = list;
    this.isForward = isForward;
    this.fingerprintOf = fingerprintOf;
  }

  async read(batch: Batch, isEndNeeded = true): Promise<Snapshot<T>> {
    const snapshot = await this.#list.read(batch, isEndNeeded);
    this.hasListChanged ||= snapshot.isTorn;
    this.snapshots.push(snapshot);
    return snapshot;
  }

  /** Goes on from the last record of a snapshot or, if the list is read backward, from its first record. */
  async continueFrom({ start, records, max }: Snapshot<T>, count: number): Promise<Point<T>> {
    const index = this.isForward ? records.length - 1 : 0;
    const edge = { offset: start + index, max, fingerprint: this.fingerprintOf(records[index] as T) };
    return this.#inEarlierSnapshot(edge) ?? (await this.resume(edge, count));
  }

  /** Goes on from a position, wherever its record is now. */
  async resume(position: Position, count: number): Promise<Point<T>> {
    const batch = batchFrom(position.offset, count, this.isForward, this.snapshots.at(-1)?.max ?? position.max);
    // Read backward, nothing depends on what follows, unless the batch ends before the position.
    let snapshot = await this.read(batch, this.isForward);
    const isCut = snapshot.isLast && snapshot.start + snapshot.records.length < position.offset;
    if (isCut && !this.isForward) snapshot = await this.read(batch);
    const found = findRecord(snapshot, position, this.fingerprintOf);
    if (found?.isCertain === true) return this.#adjacentPoint(snapshot, found.at);
    const { start, records, max } = snapshot;
    const isShown = position.offset >= start && position.offset < start + records.length;
    // A batch of exactly the requested records does not contain the position's record; it is trusted if the list is as long as it was.
    if (records.length > 0 && !isShown && max === position.max)
      return this.#adjacentPoint(snapshot, position.offset - start);
    const around = await this.#search(position, snapshot);
    const foundAround = around === null ? null : findRecord(around, position, this.fingerprintOf);
    this.hasListChanged ||= max > 0 && foundAround?.isCertain !== true;
    if (around !== null && foundAround !== null) return this.#adjacentPoint(around, foundAround.at);
    if (found !== null) return this.#adjacentPoint(snapshot, found.at);
    return this.#likelyPoint(position, around === null ? [snapshot] : [snapshot, around]);
  }

  /** Where an earlier snapshot continues from a position. */
  #inEarlierSnapshot(position: Position): Point<T> | null {
    for (const snapshot of this.snapshots) {
      const found = snapshot.isTorn ? null : findRecord(snapshot, position, this.fingerprintOf);
      const hasNext = found !== null && (this.isForward ? found.at < snapshot.records.length - 1 : found.at > 0);
      if (hasNext && found.isCertain) return this.#adjacentPoint(snapshot, found.at);
    }
    return null;
  }

  /** Searches for the record around the offset that it would have if all changes were before it; once per page. */
  async #search(position: Position, { start, records, max }: Snapshot<T>): Promise<Snapshot<T> | null> {
    if (max === 0 || this.#hasSearched) return null;
    this.#hasSearched = true;
    const batch = searchBatch(position.offset + max - position.max, { start, end: start + records.length }, max);
    return batch && (await this.read(batch));
  }

  /** The point right after the record at this index or, read backward, right before it. */
  #adjacentPoint(snapshot: Snapshot<T>, at: number): Point<T> {
    return { snapshot, index: this.isForward ? at + 1 : at };
  }

  /**
   * The likely position of a record that was not found. It was deleted or has moved, and so may have others. The estimate repeats records
   * rather than leaving some out.
   */
  #likelyPoint(position: Position, snapshots: readonly Snapshot<T>[]): Point<T> {
    const { max } = snapshots[0] as Snapshot<T>;
    const change = max - position.max + 1;
    const moved = this.isForward ? Math.min(0, change) : Math.max(0, change);
    const offset = position.offset + moved;
    const isIn = ({ start, records }: Snapshot<T>) => offset >= start && offset <= start + records.length;
    const snapshot = snapshots.find(isIn) ?? snapshots.find(({ records }) => records.length > 0) ?? snapshots[0];
    const { start, records } = snapshot as Snapshot<T>;
    return { snapshot: snapshot as Snapshot<T>, index: Math.min(Math.max(0, offset - start), records.length) };
  }
}
