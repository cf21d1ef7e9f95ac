/** Which numbers a double represents exactly as written; JSON.parse changes all others (2). */

/** Number of digits that a double always holds exactly, wherever the point stands. */
export const EXACT_DIGITS = 15;

/** Whether the number that JSON.parse makes of a text says just what the text says. */
export function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const digits = source.replace(/[eE].*/, '').replace(/\D/g, '');
  const isInRange = Number.isFinite(value) && (value !== 0 || /^0*$/.test(digits));
  return isInRange && digits.length <= EXACT_DIGITS;
}
