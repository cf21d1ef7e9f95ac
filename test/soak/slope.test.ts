import { describe, expect, it } from 'vitest';
import { grows, slopeOf } from './slope.ts';

const at = (count: number, y: (x: number) => number) => Array.from({ length: count }, (_, x) => [x, y(x)] as const);

describe('the soak test’s regression', () => {
  it('finds the exact slope of a line', () => {
    const { slope, within } = slopeOf(at(20, (x) => 5 + 3 * x));
    expect([slope, within]).toEqual([expect.closeTo(3), expect.closeTo(0)]);
  });

  it('detects growth in spite of noise', () => {
    expect(grows(slopeOf(at(40, (x) => 2 * x + (x % 2 === 0 ? 5 : -5))), 1)).toBe(true);
  });

  it('does not mistake noise for growth', () => {
    expect(grows(slopeOf(at(40, (x) => (x % 2 === 0 ? 50 : -50))), 0)).toBe(false);
  });

  it('accepts growth that is certain but less than what is allowed', () => {
    expect(grows(slopeOf(at(40, (x) => 0.5 * x)), 1)).toBe(false);
  });

  it('is certain of nothing with two points', () => {
    expect(grows(slopeOf(at(2, (x) => 100 * x)), 0)).toBe(false);
  });
});
