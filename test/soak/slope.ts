/** A straight line through samples, and how sure its slope is: least squares, with 95 % of confidence by Student's t. */

export interface Slope {
  /** Of y by x. */
  readonly slope: number;
  /** The slope is within so much of the true one, 95 times in 100. */
  readonly within: number;
}

/** Student's t for 95 % on both sides, by degrees of freedom; beyond 30 hardly above the normal one. */
const studentT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23] as const;

/** Needs three points; with fewer nothing is sure. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): Slope {
  const n = points.length;
  if (n < 3) return { slope: 0, within: Number.POSITIVE_INFINITY };
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const left = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  const t = studentT[n - 3] ?? (n < 33 ? 2.2 : 2.05);
  return { slope, within: t * Math.sqrt(left / (n - 2) / spread) };
}

/** It grows: surely more than nothing, and by more than what is allowed. */
export function grows({ slope, within }: Slope, allowed: number): boolean {
  return slope - within > 0 && slope > allowed;
}
