/**
 * Reads and compares single values of a record, independently of the code under test: blank, instant, number, text. The
 * specification shows no types, so a number may be a JSON number or text.
 */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const US_DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** A timestamp in milliseconds; one without an offset is read as UTC, which keeps the order among such timestamps. */
export function instantOf(value: unknown): number {
  const text = String(value).trim().replace(US_DATE, '$3-$1-$2').replace(' ', 'T');
  const zoned = text.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
  const instant = Date.parse(zoned);
  if (Number.isNaN(instant)) throw new TypeError(`${JSON.stringify(value)} is no timestamp`);
  return instant;
}

function numberOf(value: unknown): number {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TypeError(`${JSON.stringify(value)} is no number`);
  return number;
}

export type Compare = (a: unknown, b: unknown) => number;

export const compareInstants: Compare = (a, b) => instantOf(a) - instantOf(b);
export const compareNumbers: Compare = (a, b) => numberOf(a) - numberOf(b);
/** Compares texts by code point. */
export const compareTexts: Compare = (a, b) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
/** Compares texts ignoring case. */
export const compareFolded: Compare = (a, b) => compareTexts(String(a).toLowerCase(), String(b).toLowerCase());

/** The calendar day of a timestamp as it is written, in its own offset: 2026-03-01. */
export function dayOf(value: unknown): string {
  return String(value).trim().replace(US_DATE, '$3-$1-$2').slice(0, 10);
}

/** Compares identifiers: whole numbers numerically, all others as text. */
export const compareIds: Compare = (a, b) =>
  [a, b].every((id) => /^\d{1,15}$/.test(String(id))) ? compareNumbers(a, b) : compareTexts(a, b);
