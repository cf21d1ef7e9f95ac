/**
 * Places in a list that may have changed since: an anchor is a record's offset with the marks by which it and one neighbor are
 * recognized. `locate` finds an anchor in a snapshot, which is one batch of the list.
 */
import type { Snapshot } from '../lists/list.ts';
import type { NameOf, RecordName } from './record-names.ts';

export interface Anchor {
  readonly offset: number;
  /** The length of the list when the record was there. */
  readonly max: number;
  /** Null if nothing but the offset is known. */
  readonly mark: Mark | null;
}

/** If the list has changed between two anchors, their offsets cannot be compared. */
export function isNothingBetween(after: Anchor, before: Anchor): boolean {
  return before.offset <= after.offset + 1 && after.max === before.max;
}

/** The name of the anchor's record, and how to recognize the one right before it (-1) or right after it (1). */
export interface Mark extends RecordName {
  readonly neighbor: Neighbor | null;
}

interface Neighbor {
  readonly side: -1 | 1;
  /** Of its place, and of its number if the marked record has one, otherwise of its summary. */
  readonly hash: number;
}

/** Whether reading goes on after the anchor's record or before it. */
export type Side = 'after' | 'before';

/** The index in the snapshot's records at which reading goes on: of the next record (`after`), or the end of those before. */
export interface Found {
  readonly index: number;
  /** False if another place is as likely. */
  readonly isCertain: boolean;
}

/** So many records may have come between two that were next to each other. */
const MAX_NEW_BETWEEN = 3;
/** And so many more of those by which the list has grown: a search shows more than that. */
const MAX_GROWTH_BETWEEN = 16;

/** Marks the record at `index`, with a record next to it if there is one at hand. */
export function markOf<Item>(
  records: ArrayLike<Item>,
  index: number,
  nameOf: NameOf<Item>,
  previous: Item | null = null,
): Mark {
  const before = index > 0 ? (records[index - 1] as Item) : previous;
  const beside = before ?? (index + 1 < records.length ? (records[index + 1] as Item) : null);
  const nameBeside = beside === null ? null : nameOf(beside);
  const { created, place, summary, number } = nameOf(records[index] as Item);
  const hash = nameBeside === null ? null : neighborHash(nameBeside, number !== null);
  const neighbor: Neighbor | null = hash === null ? null : { side: before === null ? 1 : -1, hash };
  return { created, place, summary, number, neighbor };
}

/** Null if the snapshot contains neither the anchor's record nor its neighbor; not if only the offset is known. */
export function locate<Item>(
  snapshot: Snapshot<Item>,
  { offset, max, mark }: Anchor,
  side: Side,
  nameOf: NameOf<Item> | null,
): Found | null {
  const { records, start } = snapshot;
  const expected = offset - start;
  const found = (at: number, isCertain: boolean): Found => ({ index: side === 'after' ? at + 1 : at, isCertain });
  if (mark === null || nameOf === null) return records[expected] === undefined ? null : found(expected, true);

  const { neighbor } = mark;
  if (isUnmoved(snapshot, expected, max, mark, nameOf)) return found(expected, true);
  const names = records.map(nameOf);
  const isNeighbor = (at: number) =>
    neighbor !== null && at in names && neighborHash(names[at] as RecordName, mark.number !== null) === neighbor.hash;
  const isBacked = (at: number) => neighbor !== null && isNeighbor(at + neighbor.side);
  const hits = [...names.keys()].filter((at) => isMarked(names[at] as RecordName, mark));
  const backed = hits.filter(isBacked);
  const candidates = backed.length > 0 ? backed : hits;
  // Records that look the same cannot be told apart, but a list of the same length has hardly changed.
  if (candidates.length > 1)
    return found(nearest(candidates, expected), candidates.includes(expected) && snapshot.max === max);
  const neighbors = neighbor === null ? [] : [...names.keys()].filter(isNeighbor);
  const [hit] = candidates;
  if (hit !== undefined) {
    const isNumbered = mark.number !== null && names[hit]?.number !== null;
    // Without its neighbor, it may be another record that looks the same, unless the length of the list explains the place.
    const isExplained =
      neighbors.length > 0 ? neighbors.some((at) => isClose(hit, at, neighbor)) : hit - expected === snapshot.max - max;
    return found(hit, isNumbered || backed.length > 0 || isExplained);
  }
  if (neighbor === null || neighbors.length === 0) return null;
  const beside = nearest(neighbors, expected + neighbor.side);
  const gap = beside + (neighbor.side === -1 ? 1 : 0);
  // A neighbor without a number may be another record that looks the same, as above.
  const unexplained = beside - neighbor.side - expected - (snapshot.max - max);
  const isUnique = neighbors.length === 1 && (mark.number !== null || unexplained === 0 || unexplained === 1);
  // The record has gone, or was changed. If it is on the near side of its neighbor, the place is the same.
  if ((neighbor.side === 1) === (side === 'after')) return { index: gap, isCertain: isUnique };
  // Otherwise it may be what is read on: changed, or beyond the snapshot, with new records between it and its neighbor.
  const ahead = side === 'after' ? names.slice(gap) : names.slice(0, gap);
  const goesOn = side === 'after' ? !snapshot.isLast : start > 0;
  const mayBeNew = MAX_NEW_BETWEEN + Math.min(Math.max(0, snapshot.max - max), MAX_GROWTH_BETWEEN);
  const maybeRepeated = (goesOn && ahead.length <= mayBeNew) || ahead.some((name) => isMaybeMarked(name, mark));
  return { index: gap, isCertain: isUnique && !maybeRepeated };
}

/** Whether the record is where it was, which nearly always is the case, so nothing else is looked at. */
function isUnmoved<Item>(
  { records, max }: Snapshot<Item>,
  at: number,
  maxBefore: number,
  mark: Mark,
  nameOf: NameOf<Item>,
): boolean {
  const record = records[at];
  const name = record === undefined ? null : nameOf(record);
  if (name === null || !isMarked(name, mark)) return false;
  if (mark.number !== null && name.number !== null) return true;
  const beside = mark.neighbor === null ? undefined : records[at + mark.neighbor.side];
  return (
    max === maxBefore &&
    (beside === undefined || neighborHash(nameOf(beside), mark.number !== null) === mark.neighbor?.hash)
  );
}

/** Only if both numbers are known do they decide: they would tell apart records that look the same. */
function isMarked({ created, place, summary, number }: RecordName, mark: Mark): boolean {
  if (created !== mark.created || place !== mark.place) return false;
  return number !== null && mark.number !== null ? number === mark.number : summary === mark.summary;
}

/** Whether it may be the marked record after a change. */
function isMaybeMarked({ created, number }: RecordName, mark: Mark): boolean {
  return number !== null && mark.number !== null ? number === mark.number : created === mark.created;
}

/** Whether a record is still so near its neighbor that only new ones can be between them. */
function isClose(at: number, neighborAt: number, neighbor: Neighbor | null): boolean {
  const distance = (neighborAt - at) * (neighbor?.side ?? 0);
  return distance > 0 && distance <= MAX_NEW_BETWEEN;
}

function nearest(indexes: readonly number[], expected: number): number {
  return indexes.reduce((best, at) => (Math.abs(at - expected) < Math.abs(best - expected) ? at : best));
}

/** With its place: a neighbor that has moved does not show where the record was. Null if it cannot be compared. */
function neighborHash({ place, summary, number }: RecordName, isNumber: boolean): number | null {
  const identity = isNumber ? number : summary;
  return identity === null ? null : (place ^ Math.imul(identity, 0x9e3779b1)) & 0xffffff;
}

/** What is known of an anchor's record; zero if nothing is. */
const [MARKED, NUMBERED] = [1, 2];

const ANCHOR_BYTES = 26;

export function writeAnchor({ offset, max, mark }: Anchor): Buffer {
  const bytes = Buffer.alloc(ANCHOR_BYTES);
  bytes.writeUInt32BE(offset);
  bytes.writeUInt32BE(max, 4);
  if (mark === null) return bytes;
  const { created, place, summary, number, neighbor } = mark;
  bytes.writeUInt8(number === null ? MARKED : NUMBERED, 8);
  bytes.writeUIntBE(place, 9, 3);
  bytes.writeUInt8((neighbor?.side ?? 0) + 1, 12);
  bytes.writeUIntBE(neighbor?.hash ?? 0, 13, 3);
  bytes.writeUInt32BE(summary, 16);
  bytes.writeUInt32BE(number ?? 0, 20);
  bytes.writeUInt16BE(created, 24);
  return bytes;
}

export function readAnchor(bytes: Buffer): Anchor {
  const kind = bytes.readUInt8(8);
  const side = bytes.readUInt8(12) - 1;
  const mark: Mark = {
    created: bytes.readUInt16BE(24),
    place: bytes.readUIntBE(9, 3),
    summary: bytes.readUInt32BE(16),
    number: kind === NUMBERED ? bytes.readUInt32BE(20) : null,
    neighbor: side === 0 ? null : { side: side === -1 ? -1 : 1, hash: bytes.readUIntBE(13, 3) },
  };
  return { offset: bytes.readUInt32BE(0), max: bytes.readUInt32BE(4), mark: kind === 0 ? null : mark };
}

const SHORT_BYTES = 12;
const LONG_BYTES = 16;

/** The mark of a cursor of version 0.3: on which side the neighbor is, then the hashes. Null if there is none, as before it. */
export function parseMark(text: string | undefined): Mark | null {
  const bytes = Buffer.from(text?.slice(1) ?? '', 'base64url');
  if (text === undefined || (bytes.length !== SHORT_BYTES && bytes.length !== LONG_BYTES)) return null;
  return {
    created: bytes.readUIntLE(0, 2),
    place: bytes.readUIntLE(2, 3),
    summary: bytes.readUIntLE(5, 4),
    number: bytes.length === LONG_BYTES ? bytes.readUIntLE(12, 4) : null,
    neighbor: text[0] === '0' ? null : { side: text[0] === '-' ? -1 : 1, hash: bytes.readUIntLE(9, 3) },
  };
}
