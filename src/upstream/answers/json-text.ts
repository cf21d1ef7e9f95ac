/**
 * The values in a body, as JSON text in UTF-8 (RFC 8259): where they end, whether they are JSON, the value of a column, and how far two
 * texts are equal. `after…` takes the offset where something begins, and returns the offset after it, or -1 if it is not JSON.
 */
import { isExact } from '@realty-forms/contract/answers/json.ts';
import { isMeaningful } from '@realty-forms/contract/answers/success.ts';
import { isBlank } from '@realty-forms/contract/columns/kinds.ts';

/** Does what `toString` does without parsing an encoding name; Node's types do not declare it. */
export interface SliceableBuffer extends Buffer {
  readonly latin1Slice: (start: number, end: number) => string;
  readonly utf8Slice: (start: number, end: number) => string;
}

const QUOTE = 34;
export const COMMA = 44;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
const [SPACE, TAB, LINE_FEED, CARRIAGE_RETURN] = [32, 9, 10, 13];
const [BACKSLASH, COLON, PLUS, MINUS, POINT, ZERO, NINE] = [92, 58, 43, 45, 46, 48, 57];
const [SMALL_A, SMALL_E, SMALL_F] = [97, 101, 102];
/** The bit by which a capital letter differs from a lower-case one. */
const CAPITAL_BIT = 32;
/** Deeper nesting is left to the full parse, which limits it. */
const MAX_DEPTH = 16;

export function afterSpace(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const code = bytes[at];
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return at;
    at += 1;
  }
}

/** Any value. */
export function afterValue(bytes: Buffer, start: number, depth = 0): number {
  const open = bytes[start];
  if (open === QUOTE) return afterString(bytes, start);
  if (open !== OPEN_BRACKET && open !== OPEN_BRACE) return afterScalar(bytes, start);
  if (depth === MAX_DEPTH) return -1;
  const close = open === OPEN_BRACKET ? CLOSE_BRACKET : CLOSE_BRACE;
  let at = afterSpace(bytes, start + 1);
  if (bytes[at] === close) return at + 1;
  for (;;) {
    if (open === OPEN_BRACE) at = afterColon(bytes, afterString(bytes, at));
    if (at !== -1) at = afterValue(bytes, at, depth + 1);
    if (at === -1) return -1;
    at = afterSpace(bytes, at);
    if (bytes[at] === close) return at + 1;
    if (bytes[at] !== COMMA) return -1;
    at = afterSpace(bytes, at + 1);
  }
}

/** The colon after a key that ends at `start`, with the white space around it. Returns -1 for -1. */
export function afterColon(bytes: Buffer, start: number): number {
  if (start === -1) return -1;
  const at = afterSpace(bytes, start);
  return bytes[at] === COLON ? afterSpace(bytes, at + 1) : -1;
}

/** A string, from its opening quote. */
export function afterString(bytes: Buffer, start: number): number {
  if (bytes[start] !== QUOTE) return -1;
  let at = start + 1;
  for (;;) {
    while (endsText[bytes[at] as number] === 0) at += 1;
    if (bytes[at] !== BACKSLASH) break;
    const length = escapeLengths[bytes[at + 1] as number] ?? 0;
    if (length === 0 || (length === UNICODE_ESCAPE && !areHexadecimal(bytes, at + 2, at + length))) return -1;
    at += length;
  }
  // Any other byte is a control character, or the body ends here.
  return bytes[at] === QUOTE ? at + 1 : -1;
}

/** 1 for each byte that is not part of a character that stands for itself: a quote, a backslash or a control character. */
const endsText = new Uint8Array(256).fill(1, 0, SPACE);
endsText[QUOTE] = 1;
endsText[BACKSLASH] = 1;

const UNICODE_ESCAPE = 6;
/** For each character, the length of the escape that it begins after a backslash; 0 if there is none. */
const escapeLengths = new Uint8Array(256);
for (const letter of '"\\/bfnrt') escapeLengths[letter.charCodeAt(0)] = 2;
escapeLengths['u'.charCodeAt(0)] = UNICODE_ESCAPE;

function areHexadecimal(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const letter = (bytes[at] as number) | CAPITAL_BIT;
    if (!isDigit(bytes[at] as number) && !(letter >= SMALL_A && letter <= SMALL_F)) return false;
  }
  return true;
}

/** The literals, by first letter. */
const literals: ReadonlyMap<number, Buffer> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);

/** A number or a literal. */
function afterScalar(bytes: Buffer, start: number): number {
  const first = bytes[start] as number;
  if (isDigit(first) || first === MINUS) return afterNumber(bytes, start);
  const literal = literals.get(first);
  if (literal === undefined) return -1;
  for (let at = 1; at < literal.length; at += 1) if (bytes[start + at] !== literal[at]) return -1;
  return start + literal.length;
}

function afterNumber(bytes: Buffer, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = bytes[first] === ZERO ? first + 1 : afterDigits(bytes, first);
  if (at !== -1 && bytes[at] === POINT) at = afterDigits(bytes, at + 1);
  if (at === -1 || ((bytes[at] as number) | CAPITAL_BIT) !== SMALL_E) return at;
  const sign = bytes[at + 1];
  return afterDigits(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

/** At least one digit. */
function afterDigits(bytes: Buffer, start: number): number {
  let at = start;
  while (isDigit(bytes[at] as number)) at += 1;
  return at === start ? -1 : at;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** A body in UTF-8. */
export interface Source {
  readonly bytes: SliceableBuffer;
  /** The same body, to read several bytes at a time. */
  readonly view: DataView;
  readonly isAscii: boolean;
}

/** What a selection needs of a column. */
export interface Wanted {
  /** The cell for its value or its presence check; -1 for none. */
  readonly cell: number;
  readonly isPresenceCheck: boolean;
  /** Whether a value in it shows that an object is a record. */
  readonly isKey: boolean;
}

/** A record in progress. */
export interface Found {
  readonly cells: unknown[];
  /** Whether one of its key columns has a value. */
  isRecord: boolean;
  unknown: readonly string[];
}

/** The first byte of null; no other value begins with it. */
const SMALL_N = 110;

/** Reads a value into its cell; false if only a full parse can. A blank value leaves its cell as it is. */
export function take(
  source: Source,
  { cell, isPresenceCheck, isKey }: Wanted,
  start: number,
  end: number,
  found: Found,
): boolean {
  if (end - start === 2 && source.bytes[start] === QUOTE) return true;
  const mayBeRecord = isKey && !found.isRecord;
  const isNeeded = cell !== -1 && !(isPresenceCheck && found.cells[cell] === true);
  if (!mayBeRecord && !isNeeded) return true;
  const value = readValue(source, start, end);
  if (mayBeRecord)
    found.isRecord = isMeaningful(value === undefined ? JSON.parse(source.bytes.utf8Slice(start, end)) : value);
  if (!isNeeded) return true;
  if (isPresenceCheck) {
    if (value === undefined || !isBlank(value)) found.cells[cell] = true;
    return true;
  }
  found.cells[cell] = value;
  return value !== undefined;
}

/** The value between two offsets; undefined if it is nested, or a number that JSON.parse would change. */
function readValue(source: Source, start: number, end: number): string | number | boolean | null | undefined {
  const { bytes } = source;
  const first = bytes[start];
  if (first === QUOTE) return textOf(source, start, end);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return undefined;
  if (first === SMALL_N) return null;
  const text = bytes.latin1Slice(start, end);
  if (text === 'true' || text === 'false') return text === 'true';
  const value = Number(text);
  return isExact(value, text) ? value : undefined;
}

/** Whether a value is an empty text, white space, or null. */
export function isBlankAt(bytes: Buffer, start: number, end: number): boolean {
  return bytes[start] === QUOTE ? afterSpace(bytes, start + 1) === end - 1 : bytes[start] === SMALL_N;
}

/** The text of a quoted string, as a copy: a slice of a string of the whole body would be slower to read and to write. */
export function textOf({ bytes, isAscii }: Source, start: number, end: number): string {
  const text = isAscii ? bytes.latin1Slice(start + 1, end - 1) : bytes.utf8Slice(start + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Counts how many bytes of a UTF-8 text from `start` on equal those of a template from `from` on. */
export function matchingLength(text: DataView, start: number, template: DataView, from: number): number {
  const lastOfEight = text.byteLength - 8;
  let at = start;
  let other = from;
  // Compares eight bytes at a time as doubles. UTF-8 has no eight bytes that are zero or NaN, so equal doubles have equal bytes.
  while (at <= lastOfEight && text.getFloat64(at, true) === template.getFloat64(other, true)) {
    at += 8;
    other += 8;
  }
  if (at <= lastOfEight) {
    let differing = text.getInt32(at, true) ^ template.getInt32(other, true);
    if (differing === 0) {
      at += 4;
      differing = text.getInt32(at, true) ^ template.getInt32(other + 4, true);
    }
    // The lowest differing bit belongs to the first differing byte.
    return at - start + ((31 - Math.clz32(differing & -differing)) >> 3);
  }
  while (at < text.byteLength && text.getUint8(at) === template.getUint8(other)) {
    at += 1;
    other += 1;
  }
  return at - start;
}
