/**
 * Reads one number or literal in a body from its bytes, never a list or an object, and finds the ends of strings with escapes.
 * Numbers of few digits are read directly; JSON.parse reads and validates all others (RFC 8259).
 */
import { EXACT_DIGITS, isExact } from '../../contract/answers/json.ts';

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
/** The bit by which a capital letter differs from a small one. */
const CAPITAL_BIT = 32;
const [SMALL_A, SMALL_F] = [97, 102];
const [SMALL_L, SMALL_N, SMALL_U] = [108, 110, 117];
const CLOSE_BRACE = 125;

/** By byte, how long the escape is that it begins after a backslash; `u` has four hexadecimal digits. */
const escapeLengths = new Map([...'"\\/bfnrt'].map((letter) => [letter.charCodeAt(0), 2]));
escapeLengths.set('u'.charCodeAt(0), 6);

/** The offset of the quote that ends a string with escapes, from any place in it; -1 if it has no end, or is not JSON. */
export function endOfEscapes(bytes: Buffer, start: number): number {
  let at = start;
  for (let code = bytes[at]; code !== QUOTE; code = bytes[at]) {
    if (code === undefined || code < SPACE) return -1;
    if (code === BACKSLASH) {
      const length = escapeLengths.get(bytes[at + 1] as number) ?? 0;
      if (length === 0) return -1;
      for (let digit = at + 2; digit < at + length; digit += 1) if (!isHexadecimal(bytes[digit] as number)) return -1;
      at += length;
    } else at += 1;
  }
  return at;
}

function isHexadecimal(code: number): boolean {
  const letter = code | CAPITAL_BIT;
  return (code >= ZERO && code <= NINE) || (letter >= SMALL_A && letter <= SMALL_F);
}

/** The offset after the number or literal that begins at `start`, judged by its first byte; -1 if it has no end. */
export function endOfScalar(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== CLOSE_BRACE && (bytes[at] as number) > SPACE)
    at += 1;
  return at < bytes.length && bytes[start] !== OPEN_BRACKET ? at : -1;
}

/** The result of JSON.parse for the bytes from `start` to `end`; undefined if they are not JSON, or a number that it would change. */
export function parseScalar(bytes: Buffer, start: number, end: number): unknown {
  const number = plainNumber(bytes, start, end);
  if (number !== -1) return number;
  // `null`, the only word of four letters that begins with this one.
  if (end - start === 4 && bytes[start] === SMALL_N && bytes[start + 1] === SMALL_U)
    return bytes[start + 2] === SMALL_L && bytes[start + 3] === SMALL_L ? null : undefined;
  try {
    const source = bytes.toString('utf8', start, end);
    const value: unknown = JSON.parse(source);
    return typeof value !== 'number' || isExact(value, source) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** By number of decimals, what to divide the digits by; a double represents it exactly, so the quotient is the nearest double. */
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, decimals) => 10 ** decimals);

/** The number, if the bytes are few digits, with at most one point between them; else -1. */
function plainNumber(bytes: Buffer, start: number, end: number): number {
  const length = end - start;
  if (length < 1 || length > EXACT_DIGITS) return -1;
  if (bytes[start] === ZERO && length > 1 && bytes[start + 1] !== POINT) return -1;
  let number = 0;
  let pointAt = -1;
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] as number;
    if (code === POINT && pointAt === -1 && at > start && at < end - 1) pointAt = at;
    else if (code < ZERO || code > NINE) return -1;
    else number = number * 10 + code - ZERO;
  }
  return pointAt === -1 ? number : number / (POWERS[end - 1 - pointAt] as number);
}
