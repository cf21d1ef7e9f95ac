/**
 * The milliseconds from `now` that a response's Retry-After asks to wait, from its seconds or its date (RFC 9110, 10.2.3); at least 0. Null
 * if it is absent or neither.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const text = header ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // Date.parse accepts many texts that are not dates.
  const at = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
