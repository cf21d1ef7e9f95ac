// Moments and intervals on a clock that may be set back.
import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/held-clock.ts';
import { atMostEvery, isAhead } from '../src/clock.ts';

test('a moment is ahead until it is reached, and counts as past if the clock is set back to before it was chosen', () => {
  const clock = createManualClock();
  const moment = clock.now() + 5_000;
  expect(isAhead(moment, clock, 5_000)).toBe(true);
  clock.advance(4_999);
  expect(isAhead(moment, clock, 5_000)).toBe(true);
  clock.advance(1);
  expect(isAhead(moment, clock, 5_000)).toBe(false);
  clock.advance(-5_001);
  expect(isAhead(moment, clock, 5_000)).toBe(false);
});

test('something that may be done at most every 30 seconds is due at first, 30 seconds later, and once the clock has been set back', () => {
  const clock = createManualClock();
  const isDue = atMostEvery(30_000, clock);
  const dueAfter = [0, 29_999, 1, 1, -2].map((ms) => {
    clock.advance(ms);
    return isDue();
  });
  expect(dueAfter).toEqual([true, false, true, false, true]);
});
