/** A straight line fitted through samples by least squares, and the 95 % confidence interval of its slope (Student's t). */

export interface Slope {
  /** The change of y per unit of x. */
  readonly slope: number;
  /** Half the width of the 95 % confidence interval of the slope. */
  readonly within: number;
}

/** Student's t, two-sided 95 %, by degrees of freedom; beyond 30 close to the normal distribution's. */
const studentT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23] as const;

/** Needs at least three points; with fewer the interval is infinite. */
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

/** True if the slope is positive with 95 % confidence, and more than what is allowed. */
export function grows({ slope, within }: Slope, allowed: number): boolean {
  return slope - within > 0 && slope > allowed;
}
