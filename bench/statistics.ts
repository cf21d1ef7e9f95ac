/** What is said of several measurements of the same: the median, the spread, and a straight line through points. */
export interface Summary {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Refuses an empty list. */
export function summarise(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) throw new RangeError('nothing was measured');
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? lowest) + (sorted[Math.ceil(middle)] ?? highest)) / 2;
  return { median, lowest, highest };
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
}

/**
 * The line of least squares of the shares by which points are off it, since what is measured scatters by a share of itself: a
 * point at 100 says no more than one at 3,000. Refuses points that lie above one another, and values that are not above 0.
 */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): Line {
  const weighed = points.map(([x, y]) => ({ x, y, weight: y > 0 ? 1 / y ** 2 : Number.NaN }));
  const sum = (of: (point: (typeof weighed)[number]) => number) =>
    weighed.reduce((total, point) => total + point.weight * of(point), 0);
  const all = sum(() => 1);
  const [meanX, meanY] = [sum(({ x }) => x) / all, sum(({ y }) => y) / all];
  const spread = sum(({ x }) => (x - meanX) ** 2);
  if (!(spread > 0)) throw new RangeError('a line needs points at two places, above 0');
  const slope = sum(({ x, y }) => (x - meanX) * (y - meanY)) / spread;
  return { slope, intercept: meanY - slope * meanX };
}
