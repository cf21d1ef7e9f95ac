/** Reports a comparison as a Markdown table and as JSON: CPU time, ratio to the floor, target, and whether it was met. */
import type { ServerName } from './comparison.ts';
import { machine, table } from './measure.ts';
import { type Output, publish } from './publish.ts';
import { type Summary, withRange } from './statistics.ts';

export interface Row {
  readonly work: string;
  readonly title: string;
  /** The largest allowed ratio of the gateway's CPU time to the floor's. */
  readonly target: number;
  readonly servers: readonly {
    readonly name: ServerName;
    /** Microseconds per request. */
    readonly cpu: Summary;
    readonly perSecond: number;
    readonly calls: number;
  }[];
}

export interface Conditions {
  readonly rounds: number;
  readonly seconds: number;
  /** Per server and workload, before anything is measured. */
  readonly warmUpSeconds: number;
  readonly connections: number;
}

/** The ratio of the gateway's CPU time to the floor's, and whether it meets the target; null if one of the two is missing. */
export function evaluate({ target, servers }: Row): { readonly ratio: number; readonly meetsTarget: boolean } | null {
  const timeOf = (serverName: ServerName) => servers.find(({ name }) => name === serverName)?.cpu.median;
  const [gateway, floor] = [timeOf('gateway'), timeOf('floor')];
  if (gateway === undefined || floor === undefined) return null;
  return { ratio: gateway / floor, meetsTarget: gateway <= target * floor };
}

/** Prints the report, writes the requested files, and sets exit code 1 if a target is missed. */
export async function report(
  rows: readonly Row[],
  conditions: Conditions,
  output: Output & { readonly 'no-fail'?: boolean },
): Promise<void> {
  const verdicts = rows.map((row) => ({ ...row, ...evaluate(row) }));
  await publish('compare', markdown(rows, conditions), { ...conditions, rows: verdicts }, output);
  if (output['no-fail'] !== true && verdicts.some(({ meetsTarget }) => meetsTarget === false)) process.exitCode = 1;
}

export function markdown(rows: readonly Row[], { rounds, seconds, warmUpSeconds, connections }: Conditions): string {
  const names = [...new Set(rows.flatMap(({ servers }) => servers.map(({ name }) => name)))];
  const header = ['work', ...names.map((name) => `${name}, µs`), 'gateway ÷ floor', 'target', 'met'];
  const lines = rows.map((row) => {
    const verdict = evaluate(row);
    return [
      `${row.work}: ${row.title}`,
      ...names.map((name) => {
        const server = row.servers.find((each) => each.name === name);
        return server === undefined ? '' : withRange(server.cpu);
      }),
      verdict === null ? '' : verdict.ratio.toFixed(2),
      row.target.toFixed(2),
      verdict === null ? '' : verdict.meetsTarget ? 'yes' : 'NO',
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
    `CPU time per request, medians of ${rounds} alternating rounds (lowest to highest) of about ${seconds} s each after warm-ups of about ${warmUpSeconds} s, ${connections} connections; ${machine()}`,
    table(header, lines),
    'Requests per second, and POST API calls per request:',
    table(['work', ...names], rates),
  ].join('\n\n');
}
