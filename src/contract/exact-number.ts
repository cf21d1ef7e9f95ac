/** Which numbers a double tells as they are written: what JSON makes of all others is another number (2). */

/** So many digits a double tells exactly, wherever the point stands. */
export const EXACT_DIGITS = 15;

/** Whether the number that JSON.parse makes of a text says just what the text says. */
export function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const digits = source.replace(/[eE].*/, '').replace(/\D/g, '');
  const isInRange = Number.isFinite(value) && (value !== 0 || /^0*$/.test(digits));
  return isInRange && digits.length <= EXACT_DIGITS;
}
