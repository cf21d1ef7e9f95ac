/** Tells which numbers a double represents exactly as written; JSON.parse changes all others (2). */

/** The number of significant digits that a double always represents exactly, wherever the decimal point is. */
export const EXACT_DIGITS = 15;

/** Whether the number that JSON.parse returns for a source text has exactly the value that is written there. */
export function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const digits = source.replace(/[eE].*/, '').replace(/\D/g, '');
  const isInRange = Number.isFinite(value) && (value !== 0 || /^0*$/.test(digits));
  return isInRange && digits.length <= EXACT_DIGITS;
}
