/**
 * Reads one page of a list that may change at any time, in batches of at most 100 records (2.1). A page after or before a
 * record begins where that record is now, and each further batch where the last record read is now: batches overlap by the
 * record that they are joined at. Offsets count from 0.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { batchFrom, coveringBatch, endBatch, farthestBatch, searchBatch } from '../lists/batches.ts';
import type { Batched, Snapshot } from '../lists/list.ts';
import { type Anchor, isNothingBetween, locate, markOf } from './list-place.ts';
import { type PageSlice, placeOf } from './page-slice.ts';
import type { NameOf } from './record-names.ts';

/** The requested page: `take` records from the start or the end of the range between the two anchors. */
export interface PageRequest {
  readonly from: 'start' | 'end';
  /** 0 to 100. */
  readonly take: number;
  readonly after: Anchor | null;
  readonly before: Anchor | null;
  /** The length of the list when it was last seen. */
  readonly knownMax?: number | null;
}

/** Above this size, the end of a list may take a third batch unless the first is as large as possible. */
const SMALL_END_SIZE = 50;
/** More than this is only reached if the list changes at every call; the page is then shorter than requested, or empty. */
const MAX_CALLS = 6;

/** No list has so many batches of 100. */
const MAX_NUMBER = 100_000;

/** Reads the requested page. Without `nameOf`, records are where they were. */
export function readPage<T>(
  list: Batched<T>,
  request: PageRequest,
  nameOf: NameOf<T> | null = null,
): Promise<PageSlice<T>> {
  const { from, take, after, before } = request;
  // Of a page without records, one record shows where it is.
  if (take === 0) return readPage(list, { ...request, take: 1 }, nameOf).then((slice) => withoutRecords(slice, from));
  // The most frequent request: one batch suffices, whatever it returns.
  if (from === 'start' && after === null && before === null) {
    return list.read({ size: take, number: 1 }).then(({ start, records, max, isTorn, isCounted }) => {
      return {
        start,
        records,
        max,
        previous: null,
        hasLostPlace: isTorn,
        isCounted,
        isBounded: false,
        isPutOff: false,
      };
    });
  }
  return new PageReader(list, request, nameOf).page();
}

function withoutRecords<T>(slice: PageSlice<T>, from: PageRequest['from']): PageSlice<T> {
  const isBounded = slice.isBounded && slice.records.length === 0;
  return { ...slice, start: slice.start + (from === 'end' ? slice.records.length : 0), records: [], isBounded };
}

/** Where reading goes on: at this index of the records (forward), or before it (backward). */
interface Point<T> {
  readonly snapshot: Snapshot<T>;
  readonly index: number;
}

const offsetOf = ({ snapshot, index }: Point<unknown>): number => snapshot.start + index;

class PageReader<T> {
  readonly #list: Batched<T>;
  readonly #take: number;
  readonly #nameOf: NameOf<T> | null;
  readonly #isForward: boolean;
  /** The anchor at which reading begins; null for the start or the end of the list. */
  readonly #source: Anchor | null;
  /** The anchor at which reading ends. */
  readonly #stop: Anchor | null;
  readonly #knownMax: number | null;
  /** In order of reading. */
  readonly #snapshots: Snapshot<T>[] = [];
  #hasSearched = false;
  #hasLostPlace = false;
  /** By how many records the source was off its offset. */
  #shift = 0;

  constructor(list: Batched<T>, { from, take, after, before, knownMax }: PageRequest, nameOf: NameOf<T> | null) {
    this.#list = list;
    this.#take = take;
    this.#nameOf = nameOf;
    this.#isForward = from === 'start';
    this.#source = this.#isForward ? after : before;
    this.#stop = this.#isForward ? before : after;
    this.#knownMax = this.#stop?.max ?? (knownMax || null);
  }

  async page(): Promise<PageSlice<T>> {
    const [source, stop] = [this.#source, this.#stop];
    const [after, before] = this.#isForward ? [source, stop] : [stop, source];
    if (after !== null && before !== null && isNothingBetween(after, before)) {
      const start = Math.min(after.offset, before.offset) + 1;
      const rest = { previous: null, hasLostPlace: false, isCounted: true, isBounded: true, isPutOff: false };
      return { start, records: [], max: after.max, ...rest };
    }
    if (source === null) return await this.#collect(await this.#enterList());
    const point = await this.#resume(source, this.#wanted(source));
    this.#shift = offsetOf(point) - this.#nextTo(source);
    return await this.#collect(point);
  }

  /** How many records to read from the source on; the one at which reading ends is among them, because it shows its place. */
  #wanted(source: Anchor): number {
    if (this.#stop === null) return this.#take;
    return Math.max(1, Math.min(this.#take, Math.abs(this.#stop.offset - source.offset)));
  }

  /** Collects the page's records, from point to point. */
  async #collect(first: Point<T>): Promise<PageSlice<T>> {
    let point = first;
    let records: readonly T[] = [];
    let previous: T | null = null;
    // As of the latest snapshot.
    let end = offsetOf(first);
    let isPutOff = false;
    let isBounded = false;
    for (;;) {
      const { snapshot, index } = point;
      const missing = this.#take - records.length;
      const stop = this.#stopIn(point, missing);
      const low = this.#isForward ? index : Math.max(stop ?? 0, index - missing);
      const high = this.#isForward ? Math.min(stop ?? snapshot.records.length, index + missing) : index;
      const chunk = snapshot.records.slice(low, high);
      if (!this.#isForward || records.length === 0) previous = snapshot.records[low - 1] ?? null;
      records = this.#isForward ? [...records, ...chunk] : [...chunk, ...records];
      if (this.#isForward) end = snapshot.start + high;
      const isAtEnd = snapshot.records.length === 0 || (this.#isForward ? snapshot.isLast : snapshot.start === 0);
      const isDone = records.length === this.#take || stop !== null || isAtEnd;
      const isOut = this.#snapshots.length >= MAX_CALLS - 1;
      isBounded = stop !== null;
      isPutOff = !isDone && isOut && records.length === 0;
      if (isDone || isOut) break;
      const edge = this.#edgeOf(snapshot);
      point = this.#atHand(edge) ?? (await this.#resume(edge, this.#take - records.length));
      if (!this.#isForward) end += offsetOf(point) - this.#nextTo(edge);
    }
    const isPastEnd = this.#isForward && point.index >= point.snapshot.records.length && point.snapshot.isLast;
    const isNothing = !this.#isForward && this.#stop === null && records.length === 0 && !isPutOff;
    const place = placeOf({ count: records.length, end, max: point.snapshot.max, isPastEnd, isNothing });
    const { isCounted } = point.snapshot;
    return { ...place, records, previous, hasLostPlace: this.#hasLostPlace, isCounted, isBounded, isPutOff };
  }

  /** The start of the list, or its end, which takes one batch more if its length is unknown. */
  async #enterList(): Promise<Point<T>> {
    const [take, stop] = [this.#take, this.#stop];
    if (this.#isForward) {
      const size = Math.min(take, (stop?.offset ?? take) + 1);
      return { snapshot: await this.#fetch({ size, number: 1 }), index: 0 };
    }
    if (this.#knownMax === null) {
      const probe = await this.#fetch({ size: take > SMALL_END_SIZE ? limits.batchSize.max : take, number: 1 });
      if (probe.isLast) return { snapshot: probe, index: probe.records.length };
    }
    const end = this.#snapshots.at(-1)?.max ?? this.#knownMax ?? 0;
    const start = Math.min(Math.max(stop?.offset ?? 0, end - take), end - 1);
    // With room for one record more, since a batch that is not full shows the end by itself.
    const around = coveringBatch({ start, end: end + 1 }) ?? coveringBatch({ start, end });
    for (let batch = around ?? farthestBatch(end - 1, false); ; ) {
      const snapshot = await this.#fetch(batch);
      const { records, max, isLast, isCounted } = snapshot;
      const isEnd = max === 0 || (isLast && records.length > 0);
      if (!isLast && !isCounted) return await this.#findEnd();
      this.#hasLostPlace = !isEnd || snapshot.isTorn;
      if (isEnd || this.#snapshots.length >= MAX_CALLS) return { snapshot, index: records.length };
      // The length has changed, or the service counts too much. A batch that reaches beyond the end shows where that is.
      batch = endBatch(max);
    }
  }

  /** The end of a list without a reliable count: doubles the distance from the start, then bisects. */
  async #findEnd(): Promise<Point<T>> {
    const { max: size } = limits.batchSize;
    let [before, behind] = [0, Number.POSITIVE_INFINITY];
    for (let number = 1; ; ) {
      const snapshot = await this.#list.read({ size, number });
      const { records, isLast } = snapshot;
      const isEnd = isLast && (records.length > 0 || number === 1);
      if (isLast) behind = number;
      else before = number;
      if (isEnd || behind - before <= 1 || number > MAX_NUMBER) {
        this.#hasLostPlace ||= !isEnd || snapshot.isTorn;
        this.#snapshots.push(snapshot);
        return { snapshot, index: records.length };
      }
      number = behind === Number.POSITIVE_INFINITY ? number * 2 : Math.floor((before + behind) / 2);
    }
  }

  /** Reads on from an anchor, wherever it is now. */
  async #resume(anchor: Anchor, wanted: number): Promise<Point<T>> {
    const batch = batchFrom(anchor.offset, wanted, this.#isForward, this.#snapshots.at(-1)?.max ?? anchor.max);
    // Read backward, nothing depends on what follows, unless the batch ends before the anchor.
    let snapshot = await this.#fetch(batch, this.#isForward);
    const isCut = snapshot.isLast && snapshot.start + snapshot.records.length < anchor.offset;
    if (isCut && !this.#isForward) snapshot = await this.#fetch(batch);
    const found = this.#locate(snapshot, anchor);
    if (found?.isCertain === true) return { snapshot, index: found.index };
    const isShown = anchor.offset >= snapshot.start && anchor.offset < snapshot.start + snapshot.records.length;
    const isElsewhere = snapshot.records.length > 0 && !isShown && snapshot.max === anchor.max;
    if (found === null && isElsewhere) return this.#byOffset(snapshot, anchor);
    const around = await this.#search(anchor, snapshot);
    const foundAround = around === null ? null : this.#locate(around, anchor);
    if (around !== null && foundAround?.isCertain === true) return { snapshot: around, index: foundAround.index };
    this.#hasLostPlace ||= anchor.mark !== null && this.#nameOf !== null && snapshot.max > 0;
    if (around !== null && foundAround !== null) return { snapshot: around, index: foundAround.index };
    if (found !== null) return { snapshot, index: found.index };
    return this.#byOffset(snapshot.records.length > 0 ? snapshot : (around ?? snapshot), anchor);
  }

  /** Looks for an anchor around the place where it would be if all changes had been before it; at most once per page. */
  async #search(anchor: Anchor, { start, records, max }: Snapshot<T>): Promise<Snapshot<T> | null> {
    const isNeeded = (anchor.mark !== null && this.#nameOf !== null) || records.length === 0;
    if (!isNeeded || this.#hasSearched || max === 0) return null;
    const batch = searchBatch(anchor.offset + max - anchor.max, { start, end: start + records.length }, max);
    if (batch === null) return null;
    this.#hasSearched = true;
    return await this.#fetch(batch);
  }

  /** Where an earlier snapshot leads on from an anchor. */
  #atHand(anchor: Anchor): Point<T> | null {
    for (const snapshot of this.#snapshots.toReversed()) {
      if (snapshot.isTorn) continue;
      const found = this.#locate(snapshot, anchor);
      const leadsOn =
        found?.isCertain === true && (this.#isForward ? found.index < snapshot.records.length : found.index > 0);
      if (leadsOn) return { snapshot, index: found.index };
    }
    return null;
  }

  /** Where the page ends within a snapshot; null if it goes on. */
  #stopIn({ snapshot, index }: Point<T>, missing: number): number | null {
    const stop = this.#stop;
    if (stop === null) return null;
    const found = locate(snapshot, stop, this.#isForward ? 'before' : 'after', this.#nameOf);
    const expected = stop.offset + this.#shift + (this.#isForward ? 0 : 1) - snapshot.start;
    const at = found?.index ?? expected;
    const edge = this.#isForward ? index + missing : index - missing;
    // A page that is full right before it need not show it, if the list is as long as it was.
    const isBeside = at === edge && snapshot.max === stop.max;
    const isBeyond = isBeside || (this.#isForward ? at > edge : at < edge);
    if (isBeyond || (found === null && (this.#isForward ? at > snapshot.records.length : at < 0))) return null;
    if (stop.mark !== null && this.#nameOf !== null) this.#hasLostPlace ||= found?.isCertain !== true;
    return this.#isForward ? Math.max(index, at) : Math.min(index, at);
  }

  #locate(snapshot: Snapshot<T>, anchor: Anchor) {
    return locate(snapshot, anchor, this.#isForward ? 'after' : 'before', this.#nameOf);
  }

  #byOffset(snapshot: Snapshot<T>, anchor: Anchor): Point<T> {
    return { snapshot, index: Math.min(Math.max(0, this.#nextTo(anchor) - snapshot.start), snapshot.records.length) };
  }

  /** The last record of a snapshot, or the first one if the page is read backward. */
  #edgeOf({ start, records, max }: Snapshot<T>): Anchor {
    const index = this.#isForward ? records.length - 1 : 0;
    return { offset: start + index, max, mark: this.#nameOf && markOf(records, index, this.#nameOf) };
  }

  /** The offset at which reading goes on from an anchor, if nothing has changed. */
  #nextTo({ offset }: Anchor): number {
    return this.#isForward ? offset + 1 : offset;
  }

  async #fetch(batch: Batch, isEndNeeded = true): Promise<Snapshot<T>> {
    const snapshot = await this.#list.read(batch, isEndNeeded);
    this.#hasLostPlace ||= snapshot.isTorn;
    this.#snapshots.push(snapshot);
    return snapshot;
  }
}
