/**
 * Finds where the values of a body end, as JSON text in UTF-8, and checks that they are JSON, without reading them (RFC 8259).
 * Every function takes the offset where something begins, and returns the offset after it, or -1 if it is not JSON.
 */

/** Does what `toString` does without parsing an encoding name; Node's types do not declare it. */
export interface SliceableBuffer extends Buffer {
  readonly latin1Slice: (start: number, end: number) => string;
  readonly utf8Slice: (start: number, end: number) => string;
}

export const QUOTE = 34;
export const COMMA = 44;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
const [SPACE, TAB, LINE_FEED, CARRIAGE_RETURN] = [32, 9, 10, 13];
const [BACKSLASH, COLON, PLUS, MINUS, POINT, ZERO, NINE] = [92, 58, 43, 45, 46, 48, 57];
const [SMALL_A, SMALL_E, SMALL_F] = [97, 101, 102];
/** The bit by which a capital letter differs from a small one. */
const CAPITAL_BIT = 32;
/** What is nested deeper is left to the full parse, which limits it. */
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

/** The colon after a key that ends at `start`, with the white space around it; -1 for -1. */
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
  // Anything else is a control character, or the end of the body.
  return bytes[at] === QUOTE ? at + 1 : -1;
}

/** By byte, 1 if it is not part of a character that stands for itself: a quote, a backslash or a control character. */
const endsText = new Uint8Array(256).fill(1, 0, SPACE);
endsText[QUOTE] = 1;
endsText[BACKSLASH] = 1;

const UNICODE_ESCAPE = 6;
/** By character, how long the escape is that it begins after a backslash; 0 if there is none. */
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

/** By first letter. */
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
