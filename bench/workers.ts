/**
 * What a second process adds: good answers a second of the gateway with WORKERS=1 and with WORKERS=2, in turns, at W1 and W3.
 * Workers, generator and stub upstream need a core each; where there are fewer, nothing is measured unless `--force` is given.
 */
import { availableParallelism } from 'node:os';
import { duration, flag, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { machine, table } from './measure.ts';
import type { Server } from './processes.ts';
import { outputSwitches, publish } from './published.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { askOnce } from './same-answers.ts';
import { type Summary, summarise } from './statistics.ts';
import { type Work, works } from './works.ts';

const COUNTS = [1, 2] as const;
const MEASURED = ['W1', 'W3'];
/** One for each worker, one for the generator, one for the stub upstream. */
export const CORES_NEEDED = Math.max(...COUNTS) + 2;

export interface WorkersRow {
  readonly title: string;
  /** Good answers a second, with one worker and with two. */
  readonly perSecond: readonly [one: Summary, two: Summary];
}

export interface WorkersConditions {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  /** That the system gives this process. */
  readonly cores: number;
}

/** `cores` is what the system gives, but for tests. */
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
    await publish('workers', notMeasured(cores), { cores, rows: null }, values);
    return;
  }
  const { rounds, seconds, 'warm-up': warmUpSeconds, connections } = values;
  const conditions: WorkersConditions = { rounds, seconds, warmUpSeconds, connections, cores };
  const rows = await measureAll(conditions);
  await publish('workers', report(rows, conditions), { ...conditions, rows }, values);
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
    for (const work of works.filter(({ name }) => MEASURED.includes(name))) {
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
  work: Work,
  { rounds, seconds, warmUpSeconds, connections }: WorkersConditions,
): Promise<WorkersRow> {
  const tokens = await tokensOf(work.caller, connections);
  // Processor time is not looked at: the primary's would leave out that of its workers.
  const measure = createMeasure(
    upstream,
    () => 0,
    () => tokens,
  );
  const amounts: number[] = [];
  for (const gateway of gateways) {
    await checkAnswer(gateway, work, tokens[0] ?? '');
    amounts.push(await warmUp(measure, gateway, work, warmUpSeconds, seconds));
  }
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, gateway] of gateways.entries()) {
      taken[index]?.push((await measure(gateway, work, amounts[index] ?? 64)).perSecond);
    }
  }
  return { title: `${work.name}: ${work.title}`, perSecond: [summarise(taken[0]), summarise(taken[1])] };
}

/** Throws where the answer is not good: what is counted afterwards is its status alone. */
async function checkAnswer(gateway: Server, work: Work, token: string): Promise<void> {
  const { data, errors } = (await askOnce(gateway, work, token, 0)) as { data?: unknown; errors?: unknown };
  if (!data || errors !== undefined) throw new Error(`${work.name}: ${JSON.stringify(errors)}`);
}

export function report(rows: readonly WorkersRow[], conditions: WorkersConditions): string {
  const { rounds, seconds, warmUpSeconds, connections, cores } = conditions;
  const lines = rows.map(({ title, perSecond: [one, two] }) => [
    title,
    spread(one),
    spread(two),
    (two.median / one.median).toFixed(2),
  ]);
  return [
    `Good answers a second, medians of ${rounds} rounds in turns (lowest to highest) of some ${seconds} s each after a warm-up of some ${warmUpSeconds} s each, ${connections} connections; ${machine()}`,
    ...(cores < CORES_NEEDED
      ? [`Measured by force: ${shortage(cores)} These figures do not say what a second worker adds.`]
      : []),
    table(['work', 'WORKERS=1', 'WORKERS=2', 'the second ÷ the first'], lines),
  ].join('\n\n');
}

function notMeasured(cores: number): string {
  return `Not measured: ${shortage(cores)}`;
}

const shortage = (cores: number): string =>
  `the machine has ${cores} cores, and it takes ${CORES_NEEDED} to tell: the generator and the stub upstream would share those of the workers.`;

const spread = ({ median, lowest, highest }: Summary): string =>
  `${Math.round(median)} (${Math.round(lowest)} to ${Math.round(highest)})`;
