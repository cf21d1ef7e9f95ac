/**
 * The gateway with data of all kinds, in alternation with the usual data, so that ratios are those of one time and one process: two
 * processes of one program differ more than the ratios that are looked for. Target: the same values in another notation cost at most
 * a tenth more; contents that are more data have none.
 */
import { duration, readSwitches, someOf, wholeNumber } from '../test/support/switches.ts';
import { contents, type KindOfData, notations } from './kinds.ts';
import type { Server } from './processes.ts';
import { atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { type Conditions, inTurns, measure, sendChecked, warmUp } from './rounds.ts';
import { startGateway, startUpstream } from './servers.ts';
import { cheapest } from './statistics.ts';
import { type Workload, workloads } from './workloads.ts';

const MAX_RATIO = 1.1;
const kinds = { ...notations, ...contents };
const works = workloads.filter(({ name }) => ['W2', 'W3', 'W4'].includes(name));

interface Cell {
  readonly kind: string;
  readonly work: string;
  /** Microseconds per request, and what they are of those with the usual data. */
  readonly micros: number;
  readonly ratio: number;
}

interface Pair {
  readonly upstream: Server;
  readonly gateway: Server;
  /** How many requests of a workload make a round. */
  readonly amounts: Map<string, number>;
}

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    only: someOf(works.map(({ name }) => name)),
    kind: someOf(Object.keys(kinds)),
    rounds: wholeNumber(8),
    seconds: duration(0.4),
    'warm-up': duration(5),
    ...outputSwitches,
  });
  const measured = works.filter(({ name }) => values.only?.includes(name) ?? true);
  const cells: Cell[] = [];
  const pairs = new Map<string, Pair>();
  try {
    for (const kind of values.kind ?? Object.keys(kinds)) {
      const data = kinds[kind] ?? {};
      const key = JSON.stringify(data.settings ?? {});
      const pair = pairs.get(key) ?? (await start(data));
      pairs.set(key, pair);
      for (const work of measured) {
        cells.push({ kind, work: work.name, ...(await compare(pair, data, work, values)) });
        console.error(JSON.stringify(cells.at(-1)));
      }
    }
  } finally {
    for (const { gateway, upstream } of pairs.values()) {
      await gateway.stop();
      await upstream.stop();
    }
  }
  publish(
    'data',
    { text: report(cells, measured, values), results: { cells }, verdicts: cells.flatMap(judge) },
    values,
  );
}

async function start({ settings = {} }: KindOfData): Promise<Pair> {
  const upstream = await startUpstream();
  return { upstream, gateway: await startGateway(upstream, { overrides: settings }), amounts: new Map() };
}

async function compare({ upstream, gateway, amounts }: Pair, data: KindOfData, work: Workload, conditions: Conditions) {
  const { rounds, seconds, 'warm-up': warmUpSeconds } = conditions;
  await writeAs(upstream, data);
  await sendChecked(gateway, work);
  if (!amounts.has(work.name)) amounts.set(work.name, await warmUp(gateway, work, warmUpSeconds, seconds));
  const turn = (kind: KindOfData) => async () => {
    await writeAs(upstream, kind);
    return await measure(gateway, work, amounts.get(work.name) ?? 64);
  };
  const [usual = 0, micros = 0] = (await inTurns(rounds, [turn({}), turn(data)])).map((taken) =>
    cheapest(taken.map(({ cpu }) => cpu)),
  );
  return { micros, ratio: micros / usual };
}

/** Has the service write its answers like this from now on. */
async function writeAs({ url }: Server, kind: KindOfData): Promise<void> {
  const response = await fetch(`${url}/kind`, { method: 'POST', body: JSON.stringify(kind) });
  await response.arrayBuffer();
}

const judge = ({ kind, work, ratio }: Cell): readonly Verdict[] =>
  Object.hasOwn(notations, kind) ? [atMost(`${kind}, ${work}`, ratio, MAX_RATIO)] : [];

function report(cells: readonly Cell[], measured: readonly Workload[], { rounds, seconds }: Conditions): string {
  const rows = [...Map.groupBy(cells, ({ kind }) => kind)].map(([kind, ofKind]) => [
    kind,
    ...ofKind.map(({ ratio }) => ratio.toFixed(2)),
    met(ofKind.flatMap(judge)),
  ]);
  return [
    `CPU time per request ÷ that with the usual data: means of the cheapest quarter of ${rounds} alternating rounds of ${seconds} s; ${machine()}`,
    table(['data', ...measured.map(({ name }) => name), `at most ${MAX_RATIO.toFixed(2)}`], rows),
  ].join('\n\n');
}
