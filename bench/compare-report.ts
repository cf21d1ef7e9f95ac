/** What a comparison found, as a Markdown table and as JSON: CPU time, ratio to the floor, target, and whether it is kept. */
import type { ServerName } from './comparison.ts';
import { machine, table } from './measure.ts';
import { type Output, publish } from './published.ts';
import type { Summary } from './statistics.ts';

export interface Row {
  readonly work: string;
  readonly title: string;
  /** Most that the gateway's CPU time may be, as a multiple of the floor's. */
  readonly target: number;
  readonly servers: readonly {
    readonly name: ServerName;
    /** Microseconds a request. */
    readonly cpu: Summary;
    readonly perSecond: number;
    readonly calls: number;
  }[];
}

export interface Conditions {
  readonly rounds: number;
  readonly seconds: number;
  /** Before anything is counted, a server and work. */
  readonly warmUpSeconds: number;
  readonly connections: number;
}

/** The gateway's share of the floor's time, and whether that is what it may be; null where one of the two is missing. */
export function judge({ target, servers }: Row): { readonly ratio: number; readonly isKept: boolean } | null {
  const timeOf = (wanted: ServerName) => servers.find(({ name }) => name === wanted)?.cpu.median;
  const [gateway, floor] = [timeOf('gateway'), timeOf('floor')];
  if (gateway === undefined || floor === undefined) return null;
  return { ratio: gateway / floor, isKept: gateway <= target * floor };
}

/** Prints, writes what is asked for, and fails the run where a target is missed. */
export async function report(
  rows: readonly Row[],
  conditions: Conditions,
  output: Output & { readonly 'no-fail'?: boolean },
): Promise<void> {
  const verdicts = rows.map((row) => ({ ...row, ...judge(row) }));
  await publish('compare', markdown(rows, conditions), { ...conditions, rows: verdicts }, output);
  if (output['no-fail'] !== true && verdicts.some(({ isKept }) => isKept === false)) process.exitCode = 1;
}

export function markdown(rows: readonly Row[], { rounds, seconds, warmUpSeconds, connections }: Conditions): string {
  const names = [...new Set(rows.flatMap(({ servers }) => servers.map(({ name }) => name)))];
  const head = ['work', ...names.map((name) => `${name}, µs`), 'gateway ÷ floor', 'at most', 'kept'];
  const lines = rows.map((row) => {
    const verdict = judge(row);
    return [
      `${row.work}: ${row.title}`,
      ...names.map((name) => spread(row.servers.find((server) => server.name === name)?.cpu)),
      verdict === null ? '' : verdict.ratio.toFixed(2),
      row.target.toFixed(2),
      verdict === null ? '' : verdict.isKept ? 'yes' : 'NO',
    ];
  });
  const rates = rows.map(({ work, servers }) => [
    work,
    ...names.map((name) => {
      const server = servers.find((each) => each.name === name);
      return server === undefined ? '' : `${Math.round(server.perSecond)} / ${Math.round(server.calls * 100) / 100}`;
    }),
  ]);
  return [
    `CPU time a request, medians of ${rounds} rounds in turns (lowest to highest) of some ${seconds} s each after a warm-up of some ${warmUpSeconds} s each, ${connections} connections; ${machine()}`,
    table(head, lines),
    'Requests a second, and calls of the POST API that reached it for each request:',
    table(['work', ...names], rates),
  ].join('\n\n');
}

function spread(cpu: Summary | undefined): string {
  if (cpu === undefined) return '';
  const { median, lowest, highest } = cpu;
  return `${Math.round(median)} (${Math.round(lowest)} to ${Math.round(highest)})`;
}
