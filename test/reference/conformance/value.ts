/**
 * How the suite reads and compares single values of a record, on its own account: blank, instant, number, text. Types are
 * not shown by the specification, so a number may come as a number or as text.
 */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const US_DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Milliseconds of a timestamp; one without an offset is read as UTC, which keeps the order of all that have none. */
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
/** Texts by code points. */
export const compareTexts: Compare = (a, b) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
/** Texts without regard to case. */
export const compareFolded: Compare = (a, b) => compareTexts(String(a).toLowerCase(), String(b).toLowerCase());

/** The calendar day that a timestamp is written on, in its own offset: 2026-03-01. */
export function dayOf(value: unknown): string {
  return String(value).trim().replace(US_DATE, '$3-$1-$2').slice(0, 10);
}

/** Identifiers: whole numbers by their size, all else as text. */
export const compareIds: Compare = (a, b) =>
  [a, b].every((id) => /^\d{1,15}$/.test(String(id))) ? compareNumbers(a, b) : compareTexts(a, b);
