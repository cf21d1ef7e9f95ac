/**
 * Reads one JSON value in a body from its bytes: a string, a number or a literal, never a list or an object. Integers
 * of few digits are read directly; JSON.parse reads and validates everything else (RFC 8259).
 */
import { EXACT_DIGITS, isExact } from '../../contract/answers/json.ts';

const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
const NINE = 57;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACE = 125;

/** The offset after the value that begins at `start`, judged by its first byte; -1 if it has no end. */
export function endOfScalar(bytes: Buffer, start: number): number {
  if (bytes[start] === QUOTE) {
    let at = start + 1;
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    return at < bytes.length ? at + 1 : -1;
  }
  let at = start;
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== CLOSE_BRACE) at += 1;
  return at < bytes.length && bytes[start] !== OPEN_BRACKET ? at : -1;
}

/** The result of JSON.parse for the bytes from `start` to `end`; undefined if they are not JSON, or a number that it would change. */
export function parseScalar(bytes: Buffer, start: number, end: number): unknown {
  const whole = wholeNumber(bytes, start, end);
  if (whole !== -1) return whole;
  try {
    const source = bytes.toString('utf8', start, end);
    const value: unknown = JSON.parse(source);
    return typeof value !== 'number' || isExact(value, source.trim()) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The number, if the bytes are digits only; else -1. */
function wholeNumber(bytes: Buffer, start: number, end: number): number {
  const digits = end - start;
  if (digits < 1 || digits > EXACT_DIGITS || (bytes[start] === ZERO && digits > 1)) return -1;
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] as number;
    if (code < ZERO || code > NINE) return -1;
    number = number * 10 + code - ZERO;
  }
  return number;
}
