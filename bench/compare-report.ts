/** A comparison as a Markdown table: CPU time, ratios to other servers, targets, and whether they were met. */
import type { ServerName } from './comparison.ts';
import { machine, table } from './measure.ts';
import { atMost, met, type Verdict } from './verdicts.ts';

export interface Row {
  readonly work: string;
  readonly title: string;
  /** The largest allowed ratios of the gateway's CPU time to that of other servers. */
  readonly targets: Readonly<Partial<Record<ServerName, number>>>;
  readonly servers: readonly {
    readonly name: ServerName;
    /** Microseconds per request: the mean of the cheapest quarter of the rounds, and the median of all. */
    readonly cpu: number;
    readonly medianCpu: number;
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

/** The ratios of the gateway's CPU time to that of the measured servers for which there are targets, and whether it meets them. */
export function judge(row: Row): readonly Verdict[] {
  return row.servers.flatMap(({ name: against }) => {
    const [ratio, target] = [ratioTo(row, against), row.targets[against]];
    return ratio === undefined || target === undefined ? [] : [atMost(`${row.work} ÷ ${against}`, ratio, target)];
  });
}

function ratioTo({ servers }: Row, name: ServerName): number | undefined {
  const cpuOf = (wanted: ServerName) => servers.find((each) => each.name === wanted)?.cpu;
  const [gateway, other] = [cpuOf('gateway'), cpuOf(name)];
  return gateway === undefined || other === undefined ? undefined : gateway / other;
}

export function markdown(rows: readonly Row[], { rounds, seconds, warmUpSeconds, connections }: Conditions): string {
  const names = [...new Set(rows.flatMap(({ servers }) => servers.map(({ name }) => name)))];
  const others = names.filter((name) => rows.some(({ targets }) => targets[name] !== undefined));
  const ratios = others.map((name) => `gateway ÷ ${name} (target)`);
  const header = ['work', ...names.map((name) => `${name}, µs`), ...ratios, 'met'];
  const lines = rows.map((row) => {
    return [
      `${row.work}: ${row.title}`,
      ...names.map((name) => {
        const server = row.servers.find((each) => each.name === name);
        return server === undefined ? '' : `${Math.round(server.cpu)} (${Math.round(server.medianCpu)})`;
      }),
      ...others.map((name) => {
        const target = row.targets[name];
        const ratio = ratioTo(row, name)?.toFixed(2) ?? '';
        return target === undefined ? ratio : `${ratio} (${target.toFixed(2)})`;
      }),
      met(judge(row)),
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
    `CPU time per request, means of the cheapest quarter of ${rounds} alternating rounds (and medians of all) of about ${seconds} s each after warm-ups of about ${warmUpSeconds} s, ${connections} connections; ${machine()}`,
    table(header, lines),
    'Requests per second, and POST API calls per request:',
    table(['work', ...names], rates),
  ].join('\n\n');
}
