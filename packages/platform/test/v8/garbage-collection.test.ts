import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectOnceIdle } from '../../src/v8/garbage-collection.ts';

describe('the garbage collection after startup', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** `shares`: event-loop utilization of each second; the last one repeats. */
  function begin(...shares: number[]) {
    const collectAll = vi.fn();
    vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((now) => {
      // The share since an earlier reading, or a reading.
      const utilization = now === undefined ? 1 : ((shares.length > 1 ? shares.shift() : shares[0]) ?? 0);
      return { idle: 0, active: 0, utilization };
    });
    collectOnceIdle(collectAll);
    return collectAll;
  }

  it('runs once, after a nearly idle second', () => {
    const collectAll = begin(0.01);
    vi.advanceTimersByTime(999);
    expect(collectAll).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(collectAll).toHaveBeenCalledTimes(1);
  });

  it('waits while requests are being served', () => {
    const collectAll = begin(0.5, 0.03, 0.9, 0.01);
    vi.advanceTimersByTime(3_000);
    expect(collectAll).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(collectAll).toHaveBeenCalledTimes(1);
  });
});
