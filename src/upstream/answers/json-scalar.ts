/**
 * Reads one JSON value in a body from its bytes: a string, a number or a literal, never a list or an object. Integers
 * of few digits are read directly; JSON.parse reads and validates everything else (RFC 8259).
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
const [SMALL_L, SMALL_N, SMALL_U] = [108, 110, 117];
const CLOSE_BRACE = 125;

/** The offset after the value that begins at `start`, judged by its first byte; -1 if it has no end. */
export function endOfScalar(bytes: Buffer, start: number): number {
  if (bytes[start] === QUOTE) {
    let at = start + 1;
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    return at < bytes.length ? at + 1 : -1;
  }
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
