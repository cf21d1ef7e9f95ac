/** Times of work that is done again and again in one process: the first ones are not counted, the median is what tells. */
import { cpus } from 'node:os';

export interface Times {
  readonly runs: number;
  readonly medianMs: number;
  readonly slowestMs: number;
}

export async function measure(runs: number, work: () => Promise<unknown>): Promise<Times> {
  const warmUps = Math.min(3, runs);
  const times: number[] = [];
  for (let index = 0; index < warmUps + runs; index += 1) {
    const start = performance.now();
    await work();
    if (index >= warmUps) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { runs, medianMs: round(times[Math.floor(times.length / 2)] ?? 0), slowestMs: round(times.at(-1) ?? 0) };
}

/** To three digits, and never finer than a hundredth. */
function round(milliseconds: number): number {
  return milliseconds >= 100 ? Math.round(milliseconds) : Math.round(milliseconds * 100) / 100;
}

export function machine(): string {
  const [first] = cpus();
  return `${cpus().length} cores (${first?.model ?? 'unknown'}), Node ${process.version}`;
}

/** Rows as a Markdown table; numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  return [
    `| ${head.join(' | ')} |`,
    `|${isNumber.map((right) => (right ? '---:' : '---')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  console.log(`${table(head, rows)}\n`);
}
