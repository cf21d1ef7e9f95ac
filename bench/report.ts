/**
 * What a benchmark reports: its tables on standard output, its results in a JSON file if one is named, and with --write both its section
 * of docs/performance.md and its line in that page's overview of targets. Figures are written by the run that measured them,
 * never by hand. The exit code is 1 if a target is missed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { flag, text } from '../test/support/switches.ts';

const page = join(import.meta.dirname, '../docs/performance.md');

/** The switches for output that benchmarks share. */
export const outputSwitches = { json: text('FILE'), write: flag };

export interface Output {
  readonly json?: string | undefined;
  readonly write?: boolean;
}

export interface Report {
  readonly text: string;
  readonly results: object;
  readonly verdicts: readonly Verdict[];
}

/** What was reached of a target. */
export interface Verdict {
  /** What is judged: `W0 ÷ floor`. */
  readonly of: string;
  /** Both with their unit. */
  readonly reached: string;
  readonly target: string;
  readonly isMet: boolean;
}

export function publish(name: string, { text, results, verdicts }: Report, { json, write = false }: Output): void {
  console.log(text);
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ machine: machine(), ...results, verdicts }, null, 2)}\n`);
  if (write) {
    const changed = changeSection(readFileSync(page, 'utf8'), name, () => text);
    writeFileSync(
      page,
      changeSection(changed, 'targets', (overview) => withVerdicts(overview, name, verdicts)),
    );
  }
  if (!areMet(verdicts)) process.exitCode = 1;
}

/** Values are shown as ratios, with two decimals, unless there is a unit. */
export function atMost(of: string, value: number, max: number, unit?: string): Verdict {
  const shown = (each: number) => (unit === undefined ? each.toFixed(2) : `${Math.round(each * 10) / 10} ${unit}`);
  return { of, reached: shown(value), target: shown(max), isMet: value <= max };
}

export function atLeast(of: string, value: number, min: number, unit: string): Verdict {
  return { of, reached: `${value} ${unit}`, target: `${min} ${unit}`, isMet: value >= min };
}

const areMet = (verdicts: readonly Verdict[]): boolean => verdicts.every(({ isMet }) => isMet);

/** For a table: whether all are met; nothing where nothing is judged. */
export const met = (verdicts: readonly Verdict[]): string =>
  verdicts.length === 0 ? '' : areMet(verdicts) ? 'yes' : 'NO';

export function machine(): string {
  const [first] = cpus();
  const today = new Date().toISOString().slice(0, 10);
  return `${cpus().length} cores (${first?.model ?? 'unknown'}), Node ${process.version}, ${today}`;
}

/** Formats rows as a Markdown table; columns that hold only numbers are aligned right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  return [
    `| ${head.join(' | ')} |`,
    `|${isNumber.map((right) => (right ? '---:' : '---')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

/** Throws if the page has no markers of the section. */
export function changeSection(document: string, name: string, change: (text: string) => string): string {
  const [open, close] = [`<!-- bench ${name} -->`, `<!-- end of bench ${name} -->`];
  const start = document.indexOf(open);
  const end = document.indexOf(close, start);
  if (start === -1 || end === -1) throw new Error(`the page has no section between ${open} and ${close}`);
  const from = start + open.length;
  return `${document.slice(0, from)}\n${change(document.slice(from, end)).trim()}\n${document.slice(end)}`;
}

const HEAD = ['| benchmark | targets met | missed: reached (target) |', '|---|---|---|'];

/** The overview with the line of one benchmark renewed, or added at its end; it has no line without targets. */
function withVerdicts(overview: string, name: string, verdicts: readonly Verdict[]): string {
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
