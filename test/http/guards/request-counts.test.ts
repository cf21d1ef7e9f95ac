// A caller's minute, measured by a monotonic clock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRequestCounts } from '../../../src/http/guards/request-counts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('a minute lasts as long if the wall clock is set back', () => {
  const counts = createRequestCounts();
  expect(counts.add('ann')).toMatchObject({ current: 1, ttl: 60_000 });
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(counts.add('ann')).toMatchObject({ current: 2, ttl: 60_000 });
  vi.advanceTimersByTime(60_000);
  expect(counts.add('ann')).toMatchObject({ current: 1, ttl: 60_000 });
});
