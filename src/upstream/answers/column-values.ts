/** Reads the value of one column, as its target says (`column-layout`). For anything unexpected the result is -1 (2.1, 2.4). */
import { isBlank } from '../../contract/columns/kinds.ts';
import { presenceCell, SKIPPED } from './column-layout.ts';
import type { ColumnTexts } from './column-texts.ts';
import { parseScalar } from './json-scalar.ts';
import {
  afterAscii,
  afterLongAscii,
  afterScalar,
  afterSpace,
  afterText,
  afterValue,
  BACKSLASH,
  DEL,
  QUOTE,
  type SliceableBuffer,
  type Source,
  SPACE,
} from './json-text.ts';

/** The first byte of `null`, and of no other value. */
const SMALL_N = 110;

/** Reads or skips the value of a column into its cell, and returns the offset after it, or -1. */
export function readValue(
  source: Source,
  texts: ColumnTexts,
  start: number,
  target: number,
  isLong: boolean,
  cells: unknown[],
): number {
  const { bytes } = source;
  if (bytes[start] !== QUOTE) return readOther(source, start, target, cells);
  const last = isLong ? afterLongAscii(source, start + 1) : afterAscii(bytes, start + 1);
  const isAscii = bytes[last] === QUOTE;
  const end = isAscii ? last + 1 : afterText(bytes, last);
  if (target === SKIPPED || end === -1) return end;
  if (target < SKIPPED) {
    if (hasText(bytes, start, end)) cells[presenceCell(target)] = true;
  } else if (isAscii) cells[target] = asciiText(bytes, start + 1, last);
  else texts.add(start, end, cells, target);
  return end;
}

/** Reads or skips a value that is not a string. */
function readOther(source: Source, start: number, target: number, cells: unknown[]): number {
  const { bytes } = source;
  if (target < 0) {
    if (target !== SKIPPED && bytes[start] !== SMALL_N) cells[presenceCell(target)] = true;
    return afterValue(source, start);
  }
  const end = afterScalar(bytes, start);
  const value = end === -1 ? undefined : parseScalar(bytes, start, end);
  cells[target] = value;
  return value === undefined ? -1 : end;
}

/**
 * A copy: a slice of one string of the whole body would be made in half the time, but reading its characters and writing it as JSON
 * would take twice as long.
 */
function asciiText(bytes: SliceableBuffer, start: number, end: number): string {
  return end === start + 1 ? String.fromCharCode(bytes[start] as number) : bytes.latin1Slice(start, end);
}

/** Whether a string is not blank. A visible character decides that, whatever follows; a backslash may stand for white space. */
function hasText(bytes: SliceableBuffer, start: number, end: number): boolean {
  if (end - start <= 2) return false;
  const first = bytes[start + 1] as number;
  return (first > SPACE && first < DEL && first !== BACKSLASH) || !isBlank(JSON.parse(bytes.utf8Slice(start, end)));
}

/** Whether a value is blank, in any notation. */
export function isBlankAt(bytes: SliceableBuffer, start: number): boolean {
  const first = bytes[start];
  if (first !== QUOTE) return first === SMALL_N;
  const second = bytes[start + 1];
  return second === QUOTE || (second === SPACE && bytes[afterSpace(bytes, start + 2)] === QUOTE);
}
