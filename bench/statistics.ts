/** Summarizes repeated measurements. */
export interface Summary {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Throws on an empty list. */
export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) throw new RangeError('nothing was measured');
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? lowest) + (sorted[Math.ceil(middle)] ?? highest)) / 2;
  return { median, lowest, highest };
}

/** The mean of the cheapest quarter: what else runs on a machine only ever adds. */
export function cheapest(times: readonly number[]): number {
  const quarter = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length / 4));
  return quarter.reduce((sum, time) => sum + time, 0) / quarter.length;
}

/** The value at this share of the sorted values (0.99 is the p99), rounded to tenths; 0 if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
}
