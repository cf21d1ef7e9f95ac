/**
 * One JSON value within a body, by its bytes: a string, a number, a literal, never a list or an object. Whole numbers of few
 * digits are told here; of all else JSON.parse says what it is, and whether it is anything (RFC 8259).
 */
import { EXACT_DIGITS, isExact } from '../contract/exact-number.ts';

const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
const NINE = 57;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACE = 125;

/** The place after the value that begins at a place, as far as its first byte tells; -1 where there is no end. */
export function endOfScalar(bytes: Buffer, start: number): number {
  if (bytes[start] === QUOTE) {
    let at = start + 1;
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    return at < bytes.length ? at + 1 : -1;
  }
  let at = start;
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== BRACE) at += 1;
  return at < bytes.length && bytes[start] !== BRACKET ? at : -1;
}

/** What JSON.parse says of the bytes between two places; undefined where they are no JSON, or a number that it would change. */
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

/** The number that plain digits tell, or -1. */
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
