/** The service's JSON. Numbers keep their digits, because ids and prices may have more than a double can hold. */

/** Whether a value parsed from JSON is an object, not a list or null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A finite number, given as a number or as text; null for anything else. */
export function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** The number of significant digits that a double always represents exactly, wherever the decimal point is. */
const EXACT_DIGITS = 15;

/** Whether the number that JSON.parse returns for a source text has exactly the value of that text (2). */
export function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const digits = source.replace(/[eE].*/, '').replace(/\D/g, '');
  const isInRange = Number.isFinite(value) && (value !== 0 || /^0*$/.test(digits));
  return isInRange && digits.length <= EXACT_DIGITS;
}

/**
 * Matches wherever the number of a property or of a list item may be inexact. Nearly all bodies have no match and are parsed without
 * checking each value. A match inside a string costs only that check; the string stays unchanged.
 */
const SUSPECT = /[:[,]\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;
/** A body that is only a number. As an alternative in the pattern above, it would nearly double that pattern's time. */
const SUSPECT_BODY = /^\s*-?\d/;

/**
 * JSON.parse, but a number that a double cannot represent exactly (`9007199254740993`, `1e400`) is returned as its source text,
 * which the contract accepts like a number (2). Throws whenever JSON.parse does.
 */
export function parseExactly(text: string): unknown {
  return SUSPECT.test(text) || SUSPECT_BODY.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && !isExact(value, source) ? source : value;
}
