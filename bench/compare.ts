/**
 * The gateway's CPU time per request compared with that of guarded and bare Mercurius and of the floor, or of another version of the
 * gateway, taking turns in one run, for workloads W0 to W5. Compares their responses first. With `--beside`, the table has the
 * figures of an earlier run too, and a target is met if it is in both.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { duration, oneOf, readSwitches, someOf, text, wholeNumber } from '../test/support/switches.ts';
import { profileWork } from './inspector.ts';
import type { Server } from './processes.ts';
import { atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { type Conditions, inTurns, measure, sendChecked, warmUp } from './rounds.ts';
import { serverNames, starters, startGateway, startUpstream } from './servers.ts';
import { cheapest } from './statistics.ts';
import { type Workload, workloads } from './workloads.ts';

const JUDGED = 'guarded Mercurius';
const OTHER_VERSION = 'other version';
/** Whose ratio the table has; what another server is of the gateway can be read from its figures. */
const RATIOS = new Set<string>([JUDGED, 'floor', OTHER_VERSION]);

interface Row {
  readonly work: string;
  readonly title: string;
  /** By server: microseconds per request. */
  readonly micros: Readonly<Record<string, number>>;
}

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    only: someOf(workloads.map(({ name }) => name)),
    server: someOf(serverNames),
    version: text('FOLDER'),
    rounds: wholeNumber(12),
    seconds: duration(1),
    'warm-up': duration(20),
    profile: oneOf(workloads.map(({ name }) => name)),
    beside: text('FILE'),
    ...outputSwitches,
  });
  const { version, beside, profile } = values;
  const selected = workloads.filter(({ name }) => values.only?.includes(name) ?? true);
  const earlier = beside === undefined ? [] : rowsOf(beside);
  const servers: Server[] = [];
  try {
    const upstream = await startUpstream();
    servers.push(upstream);
    if (profile !== undefined) {
      const work = workloads.find(({ name }) => name === profile) as Workload;
      return await profileWork(upstream, work, values.seconds, values['warm-up']);
    }
    const compared = new Map<string, Server>();
    for (const name of values.server ?? (version === undefined ? serverNames : ['gateway' as const])) {
      const server = await starters[name](upstream);
      servers.push(server);
      compared.set(name, server);
    }
    if (version !== undefined) {
      const server = await startGateway(upstream, { folder: resolve(version) });
      servers.push(server);
      compared.set(OTHER_VERSION, server);
    }
    const rows: Row[] = [];
    for (const work of selected) {
      rows.push(await measureRow(compared, work, values));
      console.error(JSON.stringify(rows.at(-1)));
    }
    const verdicts = rows.flatMap((row) => judge(row, earlier));
    publish('compare', { text: report(rows, earlier, values), results: { ...values, rows }, verdicts }, values);
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

/** Of an earlier run. Without it, the table has one run. */
function rowsOf(file: string): readonly Row[] {
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { rows: Row[] }).rows;
  console.error(`There is no earlier run in ${file}: the table has this one only.`);
  return [];
}

async function measureRow(
  compared: ReadonlyMap<string, Server>,
  work: Workload,
  { rounds, seconds, 'warm-up': warmUpSeconds }: Conditions,
): Promise<Row> {
  await checkResponses(compared, work);
  const turns: (() => Promise<number>)[] = [];
  for (const server of compared.values()) {
    const amount = await warmUp(server, work, warmUpSeconds, seconds);
    turns.push(async () => (await measure(server, work, amount)).cpu);
  }
  const taken = await inTurns(rounds, turns);
  const micros = [...compared.keys()].map((name, at): [string, number] => [name, cheapest(taken[at] ?? [])]);
  return { work: work.name, title: work.title, micros: Object.fromEntries(micros) };
}

/** Throws if a response has errors or differs from the first server's. */
async function checkResponses(compared: ReadonlyMap<string, Server>, work: Workload): Promise<void> {
  const [[first, own], ...others] = (await Promise.all(
    [...compared].map(async ([name, server]) => [name, await sendChecked(server, work, `${work.name} of ${name}`)]),
  )) as [[string, unknown], ...[string, unknown][]];
  for (const [name, response] of others) {
    const path = difference(own, response);
    if (path !== null) throw new Error(`${work.name}: ${name} responds differently from ${first}, at ${path}`);
  }
}

/** The path at which two responses differ; null if they are the same. Of ids and cursors only the types count: each server makes its own. */
export function difference(one: unknown, other: unknown, path = '', key = ''): string | null {
  if (key === 'id' || key === 'endCursor') return typeof one === 'string' && typeof other === 'string' ? null : path;
  if (!isObject(one) || !isObject(other)) return isDeepStrictEqual(one, other) ? null : path;
  if (Array.isArray(one) !== Array.isArray(other)) return path;
  for (const each of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference(one[each], other[each], `${path}/${each}`, each);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What the gateway takes of another server's time: undefined if one of both was not measured. */
function ratioTo({ micros }: Row, name: string): number | undefined {
  const [gateway, other] = [micros['gateway'], micros[name]];
  return gateway === undefined || other === undefined ? undefined : gateway / other;
}

/** Of this run and the earlier one, the earlier one first. */
const runsOf = (row: Row, earlier: readonly Row[]): readonly Row[] => [
  ...earlier.filter(({ work }) => work === row.work),
  row,
];

const targetOf = (row: Row): number => workloads.find(({ name }) => name === row.work)?.target ?? Number.NaN;

/** By the higher ratio, of two runs. */
function judge(row: Row, earlier: readonly Row[]): readonly Verdict[] {
  const ratios = runsOf(row, earlier).flatMap((each) => ratioTo(each, JUDGED) ?? []);
  return ratios.length === 0 ? [] : [atMost(`${row.work} ÷ ${JUDGED}`, Math.max(...ratios), targetOf(row))];
}

/** A cell has the figures of two runs, the earlier one first. */
function report(rows: readonly Row[], earlier: readonly Row[], { rounds, seconds, ...rest }: Conditions): string {
  const names = [...new Set(rows.flatMap(({ micros }) => Object.keys(micros)))];
  const others = names.filter((name) => RATIOS.has(name));
  const lines = rows.map((row) => {
    const shown = (figure: (run: Row) => string | undefined) =>
      runsOf(row, earlier)
        .flatMap((each) => figure(each) ?? [])
        .join(' · ');
    return [
      `${row.work}: ${row.title}`,
      ...names.map((name) => shown(({ micros }) => micros[name]?.toFixed(0))),
      ...others.map((name) => {
        const ratios = shown((each) => ratioTo(each, name)?.toFixed(2));
        return name === JUDGED ? `${ratios} (${targetOf(row).toFixed(2)})` : ratios;
      }),
      met(judge(row, earlier)),
    ];
  });
  const headings = others.map((name) => `÷ ${name}${name === JUDGED ? ' (target)' : ''}`);
  return [
    `CPU time per request, µs, ${earlier.length > 0 ? 'two runs' : 'one run'}: means of the cheapest quarter of ${rounds} alternating rounds of ${seconds} s after warm-ups of ${rest['warm-up']} s, 32 connections; ${machine()}`,
    table(['work', ...names, ...headings, 'met'], lines),
  ].join('\n\n');
}
