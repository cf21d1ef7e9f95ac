/**
 * Prints dates and times in the graph's form: `2026-03-01`, `2026-03-01T09:30:00.000-07:00`. Built from character codes, because the engine
 * only links the parts of a concatenation, and a single such text doubles the time to write a response as JSON.
 */
import { quotient } from './calendar.ts';

export const MAX_FRACTION_DIGITS = 9;
const [PLUS, MINUS, ZERO, COLON, T] = [43, 45, 48, 58, 84] as const;

/** A printed offset: for each length of a fraction with its point, the character codes of a fraction of that length and of the offset. */
export type Offset = readonly number[][];

/** The length of `-06:00`. */
export const OFFSET_LENGTH = 6;

export const UTC = createOffset('Z');
/** Offsets used so far, by minutes. */
const east: (Offset | undefined)[] = [];
const west: (Offset | undefined)[] = [];

/** The offset of this many hours, at most 14, and minutes. */
export function offsetOf(isWest: boolean, hours: number, minutes: number): Offset {
  const offsets = isWest ? west : east;
  const known = offsets[hours * 60 + minutes];
  if (known !== undefined) return known;
  const digits = [tens(hours), ones(hours), COLON, tens(minutes), ones(minutes)];
  const created = createOffset(String.fromCharCode(isWest ? MINUS : PLUS, ...digits));
  offsets[hours * 60 + minutes] = created;
  return created;
}

function createOffset(text: string): Offset {
  return Array.from({ length: MAX_FRACTION_DIGITS + 2 }, (_, length) =>
    Array.from(text.padStart(length + text.length), (character) => character.charCodeAt(0)),
  );
}

/** A slice of a date-time: a slice this short is a text of its own. */
export const printDate = (date: number): string => printDateTime(date, 0, '', 0, 0, UTC).slice(0, 10);

/** The fraction is the part of a text between two places, with its point, unless it is empty. */
export function printDateTime(
  date: number,
  secondOfDay: number,
  text: string,
  fractionAt: number,
  fractionEnd: number,
  offset: Offset,
): string {
  const end = offset[fractionEnd - fractionAt] as number[];
  for (let at = fractionAt; at < fractionEnd; at += 1) end[at - fractionAt] = text.charCodeAt(at);
  const century = quotient(date, 1_000_000);
  const year = quotient(date, 10_000) % 100;
  const month = quotient(date, 100) % 100;
  const day = date % 100;
  const hour = quotient(secondOfDay, 3_600);
  const minute = quotient(secondOfDay, 60) % 60;
  const second = secondOfDay % 60;
  return String.fromCharCode(
    tens(century),
    ones(century),
    tens(year),
    ones(year),
    MINUS,
    tens(month),
    ones(month),
    MINUS,
    tens(day),
    ones(day),
    T,
    tens(hour),
    ones(hour),
    COLON,
    tens(minute),
    ones(minute),
    COLON,
    tens(second),
    ones(second),
    ...end,
  );
}

/** The codes of the digits of a number below 100. */
const tens = (number: number): number => ZERO + quotient(number, 10);
const ones = (number: number): number => ZERO + (number % 10);
