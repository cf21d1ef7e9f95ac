/** How what was made is known again: by texts as a service may have spelt them, and by when it was inserted. */

/** By how much upstream's clock may differ from ours. */
export const CLOCK_MARGIN_MS = 120_000;
export const DAY_MS = 24 * 60 * 60_000;

/** A service may trim what it takes, and write states in capitals. */
export function folded(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Whether the moment is that of a write that was sent at `sentAt` and carried out at most `latestMs` later. A date without a
 * time, or one that cannot be read, may be from before the write.
 */
export function ageOf(insertDate: string | null, sentAt: number, latestMs: number): 'INSIDE' | 'OUTSIDE' | 'UNCLEAR' {
  if (insertDate === null) return 'UNCLEAR';
  const at = Date.parse(insertDate);
  const isDay = !insertDate.includes('T');
  const margin = isDay ? DAY_MS : CLOCK_MARGIN_MS;
  if (at < sentAt - margin || at > sentAt + latestMs + margin) return 'OUTSIDE';
  return isDay ? 'UNCLEAR' : 'INSIDE';
}
