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

/** Whether the number that JSON.parse returns for a source text has exactly the value that is written there (2). */
export function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const digits = source.replace(/[eE].*/, '').replace(/\D/g, '');
  const isInRange = Number.isFinite(value) && (value !== 0 || /^0*$/.test(digits));
  return isInRange && digits.length <= EXACT_DIGITS;
}
