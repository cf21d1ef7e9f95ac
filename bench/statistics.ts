/** Summarizes repeated measurements: the median, the range, quantiles, and a straight line fitted through points; and prints them. */
export interface Summary {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Throws on an empty list. */
export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) throw new RangeError('nothing was measured');
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? lowest) + (sorted[Math.ceil(middle)] ?? highest)) / 2;
  return { median, lowest, highest };
}

/** The median with the range, rounded to whole numbers. */
export function withRange({ median, lowest, highest }: Summary): string {
  return `${Math.round(median)} (${Math.round(lowest)} to ${Math.round(highest)})`;
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of the cheapest quarter: what else runs on a machine only ever adds. */
export function cheapest(times: readonly number[]): number {
  return meanOf(times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length / 4)));
}

/** The mean with the half width of its 95 % confidence interval; for few values by Student's t. NaN as width of fewer than two values. */
export function confidence(values: readonly number[]): { readonly mean: number; readonly width: number } {
  const { length } = values;
  const mean = meanOf(values);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (length - 1);
  const freedom = length - 1;
  // Fisher's expansion of the quantile at 0.975, within 2 % from three degrees of freedom on.
  const z = 1.96;
  const t = z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  return { mean, width: t * Math.sqrt(variance / length) };
}

/** The value at this share of the sorted values (0.99 is the p99), rounded to tenths; 0 if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
}

/** A ratio in percent, rounded to tenths. */
export const percent = (ratio: number): number => Math.round(ratio * 1000) / 10;

export interface Line {
  readonly slope: number;
  readonly intercept: number;
}

/**
 * Least squares of the relative deviations, because measurement noise is proportional to the value: a point at 100 counts as much
 * as one at 3,000. Throws unless there are points at two different x and all y are above 0.
 */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): Line {
  const weighted = points.map(([x, y]) => ({ x, y, weight: y > 0 ? 1 / y ** 2 : Number.NaN }));
  const sum = (measure: (point: (typeof weighted)[number]) => number) =>
    weighted.reduce((total, point) => total + point.weight * measure(point), 0);
  const totalWeight = sum(() => 1);
  const [meanX, meanY] = [sum(({ x }) => x) / totalWeight, sum(({ y }) => y) / totalWeight];
  const spread = sum(({ x }) => (x - meanX) ** 2);
  if (!(spread > 0)) throw new RangeError('a line needs points at two different positions above 0');
  const slope = sum(({ x, y }) => (x - meanX) * (y - meanY)) / spread;
  return { slope, intercept: meanY - slope * meanX };
}
