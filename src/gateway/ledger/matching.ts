/** How a created record is recognized: by its texts, which the service may have reformatted, and by its insert date. */

/** How far upstream's clock may be off from ours. */
export const CLOCK_MARGIN_MS = 120_000;
const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
/** How much earlier than in UTC a calendar day begins at UTC+14, and how much later at UTC-12. */
const EASTERNMOST_MS = 14 * HOUR_MS;
const WESTERNMOST_MS = 12 * HOUR_MS;

/** A service may trim the texts it accepts, and capitalize states. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Whether `insertDate` fits a write that was sent at `sentAt` and executed at most `maxDelayMs` later. A date without a time
 * stands for that day in any time zone, so even one that fits may be from before the write, as may an unreadable date (null):
 * these are UNCLEAR.
 */
export function matchInsertDate(
  insertDate: string | null,
  sentAt: number,
  maxDelayMs: number,
): 'INSIDE' | 'OUTSIDE' | 'UNCLEAR' {
  if (insertDate === null) return 'UNCLEAR';
  const at = Date.parse(insertDate);
  const isDay = !insertDate.includes('T');
  const earliest = isDay ? at - EASTERNMOST_MS : at;
  const latest = isDay ? at + DAY_MS + WESTERNMOST_MS : at;
  if (latest < sentAt - CLOCK_MARGIN_MS || earliest > sentAt + maxDelayMs + CLOCK_MARGIN_MS) return 'OUTSIDE';
  return isDay ? 'UNCLEAR' : 'INSIDE';
}
