import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectOnceIdle } from '../../src/v8/garbage-collection.ts';

describe('the garbage collection after startup', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** `shares`: event-loop utilization of each second; the last one repeats. */
  function begin(...shares: number[]) {
    const collectAll = vi.fn();
    // The first reading covers the start itself and is ignored.
    const readings = [0, ...shares];
    const giveUp = collectOnceIdle({
      utilization: () => (readings.length > 1 ? readings.shift() : readings[0]) ?? 0,
      collectAll,
    });
    return { collectAll, giveUp };
  }

  it('runs once, after a nearly idle second', () => {
    const { collectAll } = begin(0.01);
    vi.advanceTimersByTime(999);
    expect(collectAll).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(collectAll).toHaveBeenCalledTimes(1);
  });

  it('waits while requests are being served', () => {
    const { collectAll } = begin(0.5, 0.03, 0.9, 0.01);
    vi.advanceTimersByTime(3_000);
    expect(collectAll).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(collectAll).toHaveBeenCalledTimes(1);
  });

  it('is canceled if the process ends first', async () => {
    const { collectAll, giveUp } = begin(0.01);
    await giveUp();
    vi.advanceTimersByTime(60_000);
    expect(collectAll).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
