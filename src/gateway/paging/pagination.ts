/**
 * Reads one page of a list that may change at any time, in batches of limited size (2.1): from the start, from the end, or from where the
 * record of a cursor is now (`list-walk`), up to where the record of the other cursor is. Offsets count from 0.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { coveringBatch, endBatch, farthestBatch } from '../lists/batches.ts';
import type { Batched } from '../lists/snapshot.ts';
import { ListWalk, type Point } from './list-walk.ts';
import { findRecord, isNothingBetween, type Position } from './position.ts';
import type { FingerprintOf } from './record-fingerprints.ts';

/** The requested page: `take` records from the start or the end of the range between the two positions. */
export interface PageRequest {
  readonly from: 'start' | 'end';
  /** 0 to MAX_PAGE_SIZE. */
  readonly take: number;
  readonly after: Position | null;
  readonly before: Position | null;
}

/** The records of a page, and where they are in a list that may have changed while they were read. */
export interface PageSlice<T> {
  readonly records: readonly T[];
  /** The same records, grouped by the batches in which they were read, in the order of the list. */
  readonly pieces: readonly [Piece<T>, ...Piece<T>[]];
  /** The length of the list, and whether it is known. */
  readonly max: number;
  readonly isCounted: boolean;
  /** Whether the list has changed so much that the page may lack records or repeat some. */
  readonly hasListChanged: boolean;
  /** Whether the page ends, in the direction of reading, at the other given cursor. */
  readonly isBounded: boolean;
}

/** Consecutive records, the offset at which they begin, and the length of the list when they were read. */
export interface Piece<T> {
  readonly records: readonly T[];
  readonly offset: number;
  readonly max: number;
}

/** For more records than this, finding the end of a list may take a third batch unless the first one is as large as possible. */
const SMALL_END_SIZE = 50;
/** Reached only if the list changes at every call; the page is then shorter than requested, or empty. */
const MAX_CALLS = 5;
/** More batches of the largest size than any list has. */
const MAX_NUMBER = 100_000;

/** Reads the requested page. */
export async function readPage<T>(
  list: Batched<T>,
  request: PageRequest,
  fingerprintOf: FingerprintOf<T>,
): Promise<PageSlice<T>> {
  const { from, take, after, before } = request;
  // One record shows where an empty page is.
  if (take === 0) return withoutRecords(await readPage(list, { ...request, take: 1 }, fingerprintOf), from);
  // The most frequent request; one batch always suffices.
  if (from === 'start' && after === null && before === null) {
    const { start: offset, records, max, isTorn, isCounted } = await list.read({ size: take, number: 1 });
    const pieces = [{ records, offset, max }] as const;
    return { records, pieces, max, isCounted, hasListChanged: isTorn, isBounded: false };
  }
  return new PageReader(list, request, fingerprintOf).page();
}

function withoutRecords<T>(slice: PageSlice<T>, from: PageRequest['from']): PageSlice<T> {
  const [{ records, offset, max }] = slice.pieces;
  const piece = { records: [], offset: from === 'end' ? offset + records.length : offset, max };
  return { ...slice, records: [], pieces: [piece], isBounded: slice.isBounded && records.length === 0 };
}

class PageReader<T> {
  readonly #list: Batched<T>;
  readonly #walk: ListWalk<T>;
  readonly #take: number;
  readonly #isForward: boolean;
  /** The position at which reading begins; null for the start or the end of the list. */
  readonly #source: Position | null;
  /** The position at which reading ends. */
  readonly #stop: Position | null;

  constructor(list: Batched<T>, { from, take, after, before }: PageRequest, fingerprintOf: FingerprintOf<T>) {
    this.#list = list;
    this.#take = take;
    this.#isForward = from === 'start';
    this.#walk = new ListWalk(list, this.#isForward, fingerprintOf);
    this.#source = this.#isForward ? after : before;
    this.#stop = this.#isForward ? before : after;
  }

  async page(): Promise<PageSlice<T>> {
    const [source, stop] = [this.#source, this.#stop];
    const [after, before] = this.#isForward ? [source, stop] : [stop, source];
    if (after !== null && before !== null && isNothingBetween(after, before)) {
      const piece = { records: [], offset: Math.min(after.offset, before.offset) + 1, max: after.max };
      return { ...piece, pieces: [piece], isCounted: true, hasListChanged: false, isBounded: true };
    }
    if (source === null) return await this.#collect(await this.#enterList());
    // The record at which reading ends is read too, to find its current position.
    const count = stop === null ? this.#take : Math.min(this.#take, Math.abs(stop.offset - source.offset));
    return await this.#collect(await this.#walk.resume(source, Math.max(1, count)));
  }

  /** Collects the page's records, from point to point. */
  async #collect(first: Point<T>): Promise<PageSlice<T>> {
    const pieces: Piece<T>[] = [];
    let missing = this.#take;
    for (let point = first; ; ) {
      const { snapshot, index } = point;
      const stop = this.#stopIn(point, missing);
      const low = this.#isForward ? index : Math.max(stop ?? 0, index - missing);
      const high = this.#isForward ? Math.min(stop ?? snapshot.records.length, index + missing) : index;
      const records = snapshot.records.slice(low, high);
      missing -= records.length;
      // Empty pieces are kept, because they show what follows.
      pieces[this.#isForward ? 'push' : 'unshift']({ records, offset: snapshot.start + low, max: snapshot.max });
      const isAtEnd = snapshot.records.length === 0 || (this.#isForward ? snapshot.isLast : snapshot.start === 0);
      if (missing === 0 || stop !== null || isAtEnd || this.#walk.snapshots.length >= MAX_CALLS) {
        return {
          records: pieces.length === 1 ? records : pieces.flatMap((each) => each.records),
          pieces: pieces as [Piece<T>, ...Piece<T>[]],
          max: snapshot.max,
          isCounted: this.#walk.snapshots.every((each) => each.isCounted),
          hasListChanged: this.#walk.hasListChanged,
          isBounded: stop !== null,
        };
      }
      point = await this.#walk.continueFrom(snapshot, missing);
    }
  }

  /** The start of the list, or its end, which takes one more batch if the length is unknown. */
  async #enterList(): Promise<Point<T>> {
    const [take, stop] = [this.#take, this.#stop];
    if (this.#isForward) {
      const size = Math.min(take, (stop?.offset ?? take) + 1);
      return { snapshot: await this.#walk.read({ size, number: 1 }), index: 0 };
    }
    if (stop === null) {
      const probe = await this.#walk.read({ size: take > SMALL_END_SIZE ? limits.batchSize.max : take, number: 1 });
      if (probe.isLast) return { snapshot: probe, index: probe.records.length };
    }
    const end = this.#walk.snapshots.at(-1)?.max ?? stop?.max ?? 0;
    const start = Math.max(stop?.offset ?? 0, end - take);
    // With room for one more record, since a batch that is not full proves the end by itself.
    const around = coveringBatch({ start, end: end + 1 }) ?? coveringBatch({ start, end });
    for (let batch = around ?? farthestBatch(end - 1, false); ; ) {
      const snapshot = await this.#walk.read(batch);
      const { records, max, isLast, isCounted, isTorn } = snapshot;
      const isEnd = max === 0 || (isLast && records.length > 0);
      if (!isLast && !isCounted) return await this.#findEnd();
      this.#walk.hasListChanged = !isEnd || isTorn;
      if (isEnd || this.#walk.snapshots.length > MAX_CALLS) return { snapshot, index: records.length };
      // The length has changed, or the service counts too many records. A batch that reaches beyond the end shows where it is.
      batch = endBatch(max);
    }
  }

  /** Finds the end of a list without a reliable count: doubles the distance from the start, then bisects. */
  async #findEnd(): Promise<Point<T>> {
    const { max: size } = limits.batchSize;
    let [before, behind] = [0, Number.POSITIVE_INFINITY];
    for (let number = 1; ; ) {
      const snapshot = await this.#list.read({ size, number });
      const { records, isLast, isTorn } = snapshot;
      const isEnd = isLast && (records.length > 0 || number === 1);
      if (isLast) behind = number;
      else before = number;
      if (isEnd || behind - before <= 1 || number > MAX_NUMBER) {
        this.#walk.hasListChanged ||= !isEnd || isTorn;
        this.#walk.snapshots.push(snapshot);
        return { snapshot, index: records.length };
      }
      number = behind === Number.POSITIVE_INFINITY ? number * 2 : Math.floor((before + behind) / 2);
    }
  }

  /** Where the page ends within a snapshot; null if it continues beyond it. */
  #stopIn({ snapshot, index }: Point<T>, missing: number): number | null {
    const stop = this.#stop;
    if (stop === null) return null;
    const found = findRecord(snapshot, stop, this.#walk.fingerprintOf);
    const place = found?.at ?? stop.offset - snapshot.start;
    // Right before the record of the stop position or, read backward, right after it.
    const at = place + (this.#isForward ? 0 : 1);
    const edge = this.#isForward ? index + missing : index - missing;
    // A page that is full right before the position need not contain its record if the list is as long as it was.
    const isBeside = at === edge && snapshot.max === stop.max;
    const isBeyond = isBeside || (this.#isForward ? at > edge : at < edge);
    if (isBeyond || (found === null && (this.#isForward ? at > snapshot.records.length : at < 0))) return null;
    this.#walk.hasListChanged ||= found?.isCertain !== true;
    // If the record is gone, another one has its place.
    const end = found === null ? Math.max(0, place) : at;
    return this.#isForward ? Math.max(index, end) : Math.min(index, end);
  }
}
