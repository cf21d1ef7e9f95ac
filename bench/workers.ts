/**
 * What a second process adds: the gateway's successful responses per second with WORKERS=1 and WORKERS=2, taking turns, for W1 and
 * W3. Workers, load generator and stub upstream need a core each; with fewer cores nothing is measured without `--force`.
 */
import { availableParallelism } from 'node:os';
import { duration, flag, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { sendChecked } from './compare-responses.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { machine, table } from './measure.ts';
import type { Server } from './processes.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { type Summary, summarize, withRange } from './statistics.ts';
import { type Workload, workloads } from './workloads.ts';

const COUNTS = [1, 2] as const;
const MEASURED = ['W1', 'W3'];
/** One for each worker, one for the load generator, one for the stub upstream. */
export const CORES_NEEDED = Math.max(...COUNTS) + 2;

export interface WorkersRow {
  readonly title: string;
  /** Successful responses per second, with one worker and with two. */
  readonly perSecond: readonly [one: Summary, two: Summary];
}

export interface WorkersConditions {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  /** Cores available to this process. */
  readonly cores: number;
}

/** Only tests pass `cores`. */
export async function run(args: readonly string[], cores = availableParallelism()): Promise<void> {
  const values = readSwitches(args, {
    ...outputSwitches,
    rounds: wholeNumber(5),
    seconds: duration(3),
    'warm-up': duration(8),
    connections: wholeNumber(32),
    force: flag,
  });
  if (cores < CORES_NEEDED && !values.force) {
    await publish('workers', { text: notMeasuredText(cores), results: { cores, rows: null }, verdicts: [] }, values);
    return;
  }
  const { rounds, seconds, 'warm-up': warmUpSeconds, connections } = values;
  const conditions: WorkersConditions = { rounds, seconds, warmUpSeconds, connections, cores };
  const rows = await measureAll(conditions);
  const results = { ...conditions, rows };
  await publish('workers', { text: report(rows, conditions), results, verdicts: [] }, values);
}

async function measureAll(conditions: WorkersConditions): Promise<readonly WorkersRow[]> {
  const servers: Server[] = [];
  try {
    const upstream = await startUpstream();
    servers.push(upstream);
    const gateways: Server[] = [];
    for (const count of COUNTS) {
      const gateway = await startGateway(new URL(upstream.url).origin, [], { WORKERS: String(count) });
      servers.push(gateway);
      gateways.push(gateway);
    }
    const rows: WorkersRow[] = [];
    for (const work of workloads.filter(({ name }) => MEASURED.includes(name))) {
      rows.push(await measureRow(upstream, gateways as [Server, Server], work, conditions));
    }
    return rows;
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

async function measureRow(
  upstream: Server,
  gateways: readonly [one: Server, two: Server],
  work: Workload,
  { rounds, seconds, warmUpSeconds, connections }: WorkersConditions,
): Promise<WorkersRow> {
  const tokens = await tokensOf(work.caller, connections);
  // CPU time is not measured: that of the primary would not include its workers'.
  const measure = createMeasure(
    upstream,
    () => 0,
    () => tokens,
  );
  const amounts: number[] = [];
  for (const gateway of gateways) {
    await sendChecked(gateway, work, tokens[0] ?? '');
    amounts.push(await warmUp(measure, gateway, work, warmUpSeconds, seconds));
  }
  const samples: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, gateway] of gateways.entries()) {
      samples[index]?.push((await measure(gateway, work, amounts[index] ?? 64)).perSecond);
    }
  }
  return { title: `${work.name}: ${work.title}`, perSecond: [summarize(samples[0]), summarize(samples[1])] };
}

export function report(rows: readonly WorkersRow[], conditions: WorkersConditions): string {
  const { rounds, seconds, warmUpSeconds, connections, cores } = conditions;
  const lines = rows.map(({ title, perSecond: [one, two] }) => [
    title,
    withRange(one),
    withRange(two),
    (two.median / one.median).toFixed(2),
  ]);
  return [
    `Successful responses per second, medians of ${rounds} alternating rounds (lowest to highest) of about ${seconds} s each after warm-ups of about ${warmUpSeconds} s, ${connections} connections; ${machine()}`,
    ...(cores < CORES_NEEDED
      ? [`Measured because of --force: ${shortage(cores)} These figures do not show what a second worker adds.`]
      : []),
    table(['work', 'WORKERS=1', 'WORKERS=2', 'WORKERS=2 ÷ WORKERS=1'], lines),
  ].join('\n\n');
}

function notMeasuredText(cores: number): string {
  return `Not measured: ${shortage(cores)}`;
}

const shortage = (cores: number): string =>
  `the machine has ${cores} cores, but the measurement needs ${CORES_NEEDED}: the generator and the stub upstream would share cores with the workers.`;
