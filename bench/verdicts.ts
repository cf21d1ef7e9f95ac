/**
 * What a benchmark's figures are judged by: each target, what was reached, and the line of the overview in docs/performance.md that
 * counts them and names the missed ones.
 */
export interface Verdict {
  /** What is judged: `W0 ÷ floor`. */
  readonly of: string;
  /** Both with their unit. */
  readonly reached: string;
  readonly target: string;
  readonly isMet: boolean;
}

/** Values are shown as ratios, with two decimals, unless there is a unit. */
export function atMost(of: string, value: number, max: number, unit?: string): Verdict {
  const shown = (each: number) => (unit === undefined ? each.toFixed(2) : `${Math.round(each * 10) / 10} ${unit}`);
  return { of, reached: shown(value), target: shown(max), isMet: value <= max };
}

export function atLeast(of: string, value: number, min: number, unit: string): Verdict {
  return { of, reached: `${value} ${unit}`, target: `${min} ${unit}`, isMet: value >= min };
}

export const areMet = (verdicts: readonly Verdict[]): boolean => verdicts.every(({ isMet }) => isMet);

/** For a table: whether all are met; nothing where nothing is judged. */
export const met = (verdicts: readonly Verdict[]): string =>
  verdicts.length === 0 ? '' : areMet(verdicts) ? 'yes' : 'NO';

const HEAD = ['| benchmark | targets met | missed: reached (target) |', '|---|---|---|'];

/** The overview with the line of one benchmark renewed, or added at its end; it has no line without targets. */
export function withVerdicts(overview: string, name: string, verdicts: readonly Verdict[]): string {
  const missed = verdicts.filter(({ isMet }) => !isMet);
  const list = missed.map(({ of, reached, target }) => `${of} ${reached} (${target})`).join('; ');
  const line = `| ${name} | ${verdicts.length - missed.length} of ${verdicts.length} | ${list} |`;
  const lines = overview
    .trim()
    .split('\n')
    .filter((each) => each.startsWith('|'))
    .slice(HEAD.length);
  const at = lines.findIndex((each) => each.startsWith(`| ${name} |`));
  if (at !== -1) lines.splice(at, 1, ...(verdicts.length === 0 ? [] : [line]));
  else if (verdicts.length > 0) lines.push(line);
  return [...HEAD, ...lines].join('\n');
}
