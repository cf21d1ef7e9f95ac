/**
 * Positions in a list that may have changed since. A position holds a record's offset, the length of the list at that time, and the
 * record's fingerprint; page cursors seal one. `findRecord` finds the record in a snapshot, which is one batch of the list.
 */
import type { Snapshot } from '../lists/snapshot.ts';
import type { FingerprintOf, RecordFingerprint } from './record-fingerprints.ts';

export interface Position {
  readonly offset: number;
  /** The length of the list when the record was there. */
  readonly max: number;
  readonly fingerprint: RecordFingerprint;
}

/** If the list has changed between two positions, their offsets cannot be compared. */
export function isNothingBetween(after: Position, before: Position): boolean {
  return before.offset <= after.offset + 1 && after.max === before.max;
}

/** Where a record is in a snapshot. */
export interface Found {
  readonly at: number;
  /** False if another record is just as likely. */
  readonly isCertain: boolean;
}

/** Null if the snapshot does not contain the position's record. */
export function findRecord<Item>(
  { records, start, max }: Snapshot<Item>,
  position: Position,
  fingerprintOf: FingerprintOf<Item>,
): Found | null {
  const { fingerprint } = position;
  const expected = position.offset - start;
  const there = records[expected];
  const isNumbered = (at: number): boolean =>
    fingerprint.number !== null && fingerprintOf(records[at] as Item).number !== null;
  const isSame = (at: number): boolean => isSameRecord(fingerprintOf(records[at] as Item), fingerprint);
  if (there !== undefined && isSame(expected) && (max === position.max || isNumbered(expected)))
    return { at: expected, isCertain: true };
  const [first, ...others] = [...records.keys()].filter(isSame);
  if (first === undefined) return null;
  const at = others.reduce((best, other) => nearer(best, other, expected), first);
  // Records with equal summaries cannot be distinguished, unless the length of the list explains this one's offset.
  const isExplained = at === expected || at - expected === max - position.max;
  return { at, isCertain: others.length === 0 && (isExplained || isNumbered(at)) };
}

function nearer(one: number, other: number, expected: number): number {
  return Math.abs(other - expected) < Math.abs(one - expected) ? other : one;
}

/** Compares the numbers if both are known, since they distinguish records with equal summaries. */
function isSameRecord(one: RecordFingerprint, other: RecordFingerprint): boolean {
  const isNumbered = one.number !== null && other.number !== null;
  return one.sortKey === other.sortKey && (isNumbered ? one.number === other.number : one.summary === other.summary);
}

/** Which parts of the fingerprint are known. */
const [SUMMARY, NUMBER] = [1, 2];
const POSITION_BYTES = 20;

export function writePosition({ offset, max, fingerprint }: Position): Buffer {
  const bytes = Buffer.alloc(POSITION_BYTES);
  bytes.writeUInt32BE(offset);
  bytes.writeUInt32BE(max, 4);
  bytes.writeUInt8(fingerprint.number === null ? SUMMARY : NUMBER, 8);
  bytes.writeUIntBE(fingerprint.sortKey, 9, 3);
  bytes.writeUInt32BE(fingerprint.summary, 12);
  bytes.writeUInt32BE(fingerprint.number ?? 0, 16);
  return bytes;
}

/** Null if the bytes do not encode a position. */
export function readPosition(bytes: Buffer): Position | null {
  if (bytes.length !== POSITION_BYTES) return null;
  const fingerprint = {
    sortKey: bytes.readUIntBE(9, 3),
    summary: bytes.readUInt32BE(12),
    number: bytes.readUInt8(8) === NUMBER ? bytes.readUInt32BE(16) : null,
  };
  return { offset: bytes.readUInt32BE(0), max: bytes.readUInt32BE(4), fingerprint };
}
