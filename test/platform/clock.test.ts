// Moments ahead, by a clock that may be set.
import { expect, test } from 'vitest';
import { isAhead } from '../../src/platform/clock.ts';
import { holdClock } from '../support/held-clock.ts';

test('a moment is ahead until it comes, and is over where the clock was put back behind its beginning', () => {
  const clock = holdClock();
  const moment = clock.now() + 5_000;
  expect(isAhead(moment, clock, 5_000)).toBe(true);
  clock.advance(4_999);
  expect(isAhead(moment, clock, 5_000)).toBe(true);
  clock.advance(1);
  expect(isAhead(moment, clock, 5_000)).toBe(false);
  clock.advance(-5_001);
  expect(isAhead(moment, clock, 5_000)).toBe(false);
});
