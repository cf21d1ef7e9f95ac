// When a webhook is sent again, and what came back means.
import { expect, test } from 'vitest';
import { MAX_ATTEMPTS, PAUSES_SECONDS, pauseAfter, readReceipt } from '../../src/webhooks/retries.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

test('pauses grow, differ by a tenth, and end after three days', () => {
  for (let failures = 2; failures < MAX_ATTEMPTS; failures += 1)
    expect(pauseAfter(failures, 0.5)).toBeGreaterThan(pauseAfter(failures - 1, 0.5));
  expect(pauseAfter(1, 0)).toBe(4_500);
  expect(pauseAfter(1, 1)).toBe(5_500);
  expect(pauseAfter(100, 0.5)).toBe(24 * HOUR);
  const hours = PAUSES_SECONDS.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(72);
  expect(hours).toBeLessThan(80);
});

test.each([200, 201, 202, 204, 299])('%i is a success', (status) => {
  expect(readReceipt({ status, retryAfter: null }, now)).toEqual({ kind: 'delivered' });
});

test('410 ends the hook', () => {
  expect(readReceipt({ status: 410, retryAfter: null }, now)).toEqual({ kind: 'gone' });
});

test.each([
  [{ status: 302, retryAfter: null }, 'status 302; redirects are not followed', 0],
  [{ status: 404, retryAfter: null }, 'status 404', 0],
  [{ status: 429, retryAfter: '120' }, 'status 429', 120_000],
  [{ status: 503, retryAfter: 'Fri, 20 Nov 2026 13:00:00 GMT' }, 'status 503', HOUR],
  [{ status: 503, retryAfter: 'Fri, 20 Nov 2026 11:00:00 GMT' }, 'status 503', 0],
  [{ status: 503, retryAfter: '99999999' }, 'status 503', 24 * HOUR],
  [{ status: 503, retryAfter: 'soon' }, 'status 503', 0],
  // Not a date of HTTP, but one of JavaScript.
  [{ status: 503, retryAfter: '30 may 2030' }, 'status 503', 0],
  [{ problem: 'no connection (ECONNREFUSED)' }, 'no connection (ECONNREFUSED)', 0],
])('%j is a failure', (answer, problem, retryAfterMs) => {
  expect(readReceipt(answer, now)).toEqual({ kind: 'failed', problem, retryAfterMs });
});
