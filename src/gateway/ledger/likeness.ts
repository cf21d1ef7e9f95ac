/** How what was made is known again: by texts as a service may have spelt them, and by when it was inserted. */

/** By how much upstream's clock may differ from ours. */
export const CLOCK_MARGIN_MS = 120_000;
const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
/** By how much days begin before those of UTC, at UTC+14, and after them, at UTC-12. */
const EASTERNMOST_MS = 14 * HOUR_MS;
const WESTERNMOST_MS = 12 * HOUR_MS;

/** A service may trim what it takes, and write states in capitals. */
export function folded(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Whether the moment is that of a write that was sent at `sentAt` and carried out at most `latestMs` later. A date without a
 * time is a day of any zone, and may, like one that cannot be read, be from before the write.
 */
export function ageOf(insertDate: string | null, sentAt: number, latestMs: number): 'INSIDE' | 'OUTSIDE' | 'UNCLEAR' {
  if (insertDate === null) return 'UNCLEAR';
  const at = Date.parse(insertDate);
  const isDay = !insertDate.includes('T');
  const begin = isDay ? at - EASTERNMOST_MS : at;
  const end = isDay ? at + DAY_MS + WESTERNMOST_MS : at;
  if (end < sentAt - CLOCK_MARGIN_MS || begin > sentAt + latestMs + CLOCK_MARGIN_MS) return 'OUTSIDE';
  return isDay ? 'UNCLEAR' : 'INSIDE';
}
