/** Times repeated work within this process: the first runs are not counted, and the median is reported. Also formats tables. */
import { cpus } from 'node:os';
import { summarize } from './statistics.ts';

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
  const { median, highest } = summarize(times);
  return { runs, medianMs: round(median), slowestMs: round(highest) };
}

/** Rounds to whole milliseconds from 100 ms on, below that to hundredths. */
function round(milliseconds: number): number {
  return milliseconds >= 100 ? Math.round(milliseconds) : Math.round(milliseconds * 100) / 100;
}

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
