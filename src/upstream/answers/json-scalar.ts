/** Reads one number or literal of a body whose end is known, and which is JSON (`json-text`). Numbers of few digits are read directly. */
import { EXACT_DIGITS, isExact } from '../../contract/answers/json.ts';

const [POINT, ZERO, NINE] = [46, 48, 57];
const [SMALL_F, SMALL_N, SMALL_T] = [102, 110, 116];

/** The result of JSON.parse for the bytes from `start` to `end`; undefined if they are a number that it would change. */
export function parseScalar(bytes: Buffer, start: number, end: number): number | boolean | null | undefined {
  const first = bytes[start];
  if (first === SMALL_N) return null;
  if (first === SMALL_T || first === SMALL_F) return first === SMALL_T;
  const number = plainNumber(bytes, start, end);
  if (number !== -1) return number;
  const source = bytes.toString('latin1', start, end);
  const value = Number(source);
  return isExact(value, source) ? value : undefined;
}

/** By number of decimals, what to divide the digits by; a double represents it exactly, so the quotient is the nearest double. */
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, decimals) => 10 ** decimals);

/** The number, if the bytes are few digits, with at most one point between them; else -1. */
function plainNumber(bytes: Buffer, start: number, end: number): number {
  if (end - start > EXACT_DIGITS) return -1;
  let number = 0;
  let pointAt = -1;
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] as number;
    if (code === POINT) pointAt = at;
    else if (code < ZERO || code > NINE) return -1;
    else number = number * 10 + code - ZERO;
  }
  return pointAt === -1 ? number : number / (POWERS[end - 1 - pointAt] as number);
}
