/** A comparison as a Markdown table: CPU time, ratios to other servers, targets, and whether they were met, of one run or of two. */
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

/** The ratios of the gateway's CPU time to that of the measured servers for which there are targets: the higher one, of two runs. */
export function judge(row: Row, earlier?: Row): readonly Verdict[] {
  return row.servers.flatMap(({ name: against }) => {
    const target = row.targets[against];
    const ratios = [row, earlier].flatMap((run) => (run && ratioTo(run, against)) ?? []);
    return target === undefined || ratios.length === 0
      ? []
      : [atMost(`${row.work} ÷ ${against}`, Math.max(...ratios), target)];
  });
}

const cpuOf = ({ servers }: Row, wanted: ServerName): number | undefined =>
  servers.find(({ name }) => name === wanted)?.cpu;

function ratioTo(row: Row, name: ServerName): number | undefined {
  const [gateway, other] = [cpuOf(row, 'gateway'), cpuOf(row, name)];
  return gateway === undefined || other === undefined ? undefined : gateway / other;
}

export const sameWork = (rows: readonly Row[] | undefined, { work }: Row): Row | undefined =>
  rows?.find((each) => each.work === work);

/** Cells have the figure of the earlier run first, if there is one. */
export function markdown(rows: readonly Row[], conditions: Conditions, earlier?: readonly Row[]): string {
  const { rounds, seconds, warmUpSeconds, connections } = conditions;
  const names = [...new Set(rows.flatMap(({ servers }) => servers.map(({ name }) => name)))];
  const others = names.filter((name) => rows.some(({ targets }) => targets[name] !== undefined));
  const header = ['work', ...names, ...others.map((name) => `÷ ${name} (target)`), 'met'];
  const lines = rows.map((row) => {
    const before = sameWork(earlier, row);
    const both = (figure: (run: Row) => string | undefined) =>
      [before, row].flatMap((run) => (run && figure(run)) ?? []).join(' · ');
    return [
      `${row.work}: ${row.title}`,
      ...names.map((name) => both((run) => cpuOf(run, name)?.toFixed(0))),
      ...others.map((name) => {
        const target = row.targets[name];
        return `${both((run) => ratioTo(run, name)?.toFixed(2))}${target === undefined ? '' : ` (${target.toFixed(2)})`}`;
      }),
      met(judge(row, before)),
    ];
  });
  return [
    `CPU time per request, µs, ${earlier === undefined ? 'one run' : 'two runs'}: means of the cheapest quarter of ${rounds} alternating rounds of about ${seconds} s each after warm-ups of about ${warmUpSeconds} s, ${connections} connections; ${machine()}`,
    table(header, lines),
  ].join('\n\n');
}
