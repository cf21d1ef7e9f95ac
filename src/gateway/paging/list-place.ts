/**
 * Places in a list that may have changed since: an anchor is a record's offset, the length of the list at that time, and the record's
 * name. `locate` finds the record in a snapshot, which is one batch of the list. An anchor is what a page's cursor holds.
 */
import type { Snapshot } from '../lists/list.ts';
import type { NameOf, RecordName } from './record-names.ts';

export interface Anchor {
  readonly offset: number;
  /** The length of the list when the record was there. */
  readonly max: number;
  /** Null if nothing but the offset is known. */
  readonly name: RecordName | null;
}

/** If the list has changed between two anchors, their offsets cannot be compared. */
export function isNothingBetween(after: Anchor, before: Anchor): boolean {
  return before.offset <= after.offset + 1 && after.max === before.max;
}

/** The index of a record in a snapshot. */
export interface Found {
  readonly at: number;
  /** False if another one is as likely. */
  readonly isCertain: boolean;
}

/** Null if the snapshot does not contain the anchor's record. */
export function locate<Item>(
  { records, start, max }: Snapshot<Item>,
  anchor: Anchor,
  nameOf: NameOf<Item> | null,
): Found | null {
  const { name } = anchor;
  const expected = anchor.offset - start;
  const there = records[expected];
  if (name === null || nameOf === null) return there === undefined ? null : { at: expected, isCertain: true };
  const isNumbered = (at: number): boolean => name.number !== null && nameOf(records[at] as Item).number !== null;
  const isSame = (at: number): boolean => isNamed(nameOf(records[at] as Item), name);
  if (there !== undefined && isSame(expected) && (max === anchor.max || isNumbered(expected)))
    return { at: expected, isCertain: true };
  const [first, ...others] = [...records.keys()].filter(isSame);
  if (first === undefined) return null;
  const at = others.reduce((best, other) => nearer(best, other, expected), first);
  // By a summary, one that looks the same cannot be told apart, unless the length of the list explains where it is.
  const isExplained = at === expected || at - expected === max - anchor.max;
  return { at, isCertain: others.length === 0 && (isExplained || isNumbered(at)) };
}

function nearer(one: number, other: number, expected: number): number {
  return Math.abs(other - expected) < Math.abs(one - expected) ? other : one;
}

/** Only if both numbers are known do they decide: they would tell apart records that look the same. */
function isNamed({ place, summary, number }: RecordName, name: RecordName): boolean {
  const isNumbered = number !== null && name.number !== null;
  return place === name.place && (isNumbered ? number === name.number : summary === name.summary);
}

/** What is known of an anchor's record; zero if nothing is. */
const [NAMED, NUMBERED] = [1, 2];
const ANCHOR_BYTES = 20;

export function writeAnchor({ offset, max, name }: Anchor): Buffer {
  const bytes = Buffer.alloc(ANCHOR_BYTES);
  bytes.writeUInt32BE(offset);
  bytes.writeUInt32BE(max, 4);
  if (name === null) return bytes;
  bytes.writeUInt8(name.number === null ? NAMED : NUMBERED, 8);
  bytes.writeUIntBE(name.place, 9, 3);
  bytes.writeUInt32BE(name.summary, 12);
  bytes.writeUInt32BE(name.number ?? 0, 16);
  return bytes;
}

/** Null if the bytes are not those of an anchor. */
export function readAnchor(bytes: Buffer): Anchor | null {
  if (bytes.length !== ANCHOR_BYTES) return null;
  const kind = bytes.readUInt8(8);
  const name: RecordName = {
    place: bytes.readUIntBE(9, 3),
    summary: bytes.readUInt32BE(12),
    number: kind === NUMBERED ? bytes.readUInt32BE(16) : null,
  };
  return { offset: bytes.readUInt32BE(0), max: bytes.readUInt32BE(4), name: kind === 0 ? null : name };
}

const FORMER_BYTES = 12;
const FORMER_NUMBERED_BYTES = 16;

/** The anchor in a cursor of version 0.3, which was written as texts. */
export function readFormerAnchor(offset: string, max: string, mark = ''): Anchor {
  const bytes = Buffer.from(mark.slice(1), 'base64url');
  const isNumbered = bytes.length === FORMER_NUMBERED_BYTES;
  const name =
    bytes.length < FORMER_BYTES
      ? null
      : {
          place: bytes.readUIntLE(2, 3),
          summary: bytes.readUInt32LE(5),
          number: isNumbered ? bytes.readUInt32LE(12) : null,
        };
  return { offset: Number(offset), max: Number(max), name };
}
