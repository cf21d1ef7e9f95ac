import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectOnceIdle } from '../../src/platform/idle-collection.ts';

describe('the collection of what a start leaves behind', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** `shares`: how busy each second is, the last one for good. */
  function begin(...shares: number[]) {
    const collectAll = vi.fn();
    // The first reading is of the start itself, whatever it says.
    const readings = [0, ...shares];
    const giveUp = collectOnceIdle({
      utilization: () => (readings.length > 1 ? readings.shift() : readings[0]) ?? 0,
      collectAll,
    });
    return { collectAll, giveUp };
  }

  it('is done after a second in which next to nothing is done, and once', () => {
    const { collectAll } = begin(0.01);
    vi.advanceTimersByTime(999);
    expect(collectAll).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(collectAll).toHaveBeenCalledTimes(1);
  });

  it('waits for as long as requests are served', () => {
    const { collectAll } = begin(0.5, 0.03, 0.9, 0.01);
    vi.advanceTimersByTime(3_000);
    expect(collectAll).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(collectAll).toHaveBeenCalledTimes(1);
  });

  it('is given up where the process ends before', async () => {
    const { collectAll, giveUp } = begin(0.01);
    await giveUp();
    vi.advanceTimersByTime(60_000);
    expect(collectAll).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
