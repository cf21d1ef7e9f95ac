/**
 * Measures a gateway whose service sends one kind of data after another, in alternation with the usual data, and the floor where that
 * is wanted, so that ratios are those of one time and one process.
 */
import { duration, readSwitches, someOf, wholeNumber } from '../test/support/switches.ts';
import { startFloor, startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import type { KindOfData } from './kinds.ts';
import { machine, table } from './measure.ts';
import { createParsing } from './parse-cost.ts';
import type { Server } from './processes.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, type Measure, warmUp } from './rounds.ts';
import { cheapest } from './statistics.ts';
import { met, type Verdict } from './verdicts.ts';
import { type Workload, workloads } from './workloads.ts';

export interface Ratios {
  readonly kind: string;
  readonly work: string;
  /** Microseconds per request, and what they are of the gateway's with the usual data. */
  readonly micros: number;
  readonly ofUsual: number;
  /** What they are of the floor's with the same data, and of the time that `JSON.parse` takes for the service's answer; of W3. */
  readonly ofFloor?: number;
  readonly ofParse?: number;
}

interface Kinds {
  readonly name: 'notations' | 'data';
  readonly kinds: Readonly<Record<string, KindOfData>>;
  readonly works: readonly string[];
  readonly hasFloor: boolean;
  readonly judge: (row: Ratios) => readonly Verdict[];
}

export async function measureKinds(compared: Kinds, args: readonly string[]): Promise<void> {
  const { name, kinds, hasFloor, judge } = compared;
  const values = readSwitches(args, {
    only: someOf(compared.works),
    kind: someOf(Object.keys(kinds)),
    rounds: wholeNumber(8),
    seconds: duration(0.5),
    'warm-up': duration(8),
    connections: wholeNumber(32),
    ...outputSwitches,
  });
  const readCpu = createCpuReader();
  const tokens = await tokensOf('agent', values.connections);
  const works = workloads.filter((work) => (values.only ?? compared.works).includes(work.name));
  const rows: Ratios[] = [];
  const started = new Map<string, Started>();
  const amounts = new Map<string, number>();
  try {
    for (const kind of values.kind ?? Object.keys(kinds)) {
      const data = kinds[kind] ?? {};
      const key = JSON.stringify(data.settings ?? {});
      const servers = started.get(key) ?? (await start(data, hasFloor));
      started.set(key, servers);
      const { upstream, gateway, floor } = servers;
      const base = createMeasure(upstream, readCpu, () => tokens);
      const after =
        (written: KindOfData): Measure =>
        async (...load) => {
          await writeAs(upstream, written);
          return await base(...load);
        };
      const turns: readonly Turn[] = [
        { measure: after({}), server: gateway },
        { measure: after(data), server: gateway },
        ...(floor === null ? [] : [{ measure: after(data), server: floor }]),
      ];
      for (const work of works) {
        await writeAs(upstream, data);
        const parse = hasFloor ? await createParsing(upstream) : null;
        const [before, micros, floorMicros, parsing] = await measureAll(turns, parse, work, amounts, values);
        const toFloor = floorMicros !== undefined &&
          parsing !== undefined && { ofFloor: micros / floorMicros, ofParse: micros / parsing };
        rows.push({ kind, work: work.name, micros, ofUsual: micros / before, ...toFloor });
        console.error(JSON.stringify(rows.at(-1)));
      }
    }
  } finally {
    for (const each of started.values()) await stop(each);
  }
  const lines = [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, ofKind]) => [
    kind,
    ...ofKind.flatMap(({ micros, ofUsual, ofFloor, ofParse }) => [
      `${Math.round(micros)} (${ofUsual.toFixed(2)})`,
      ...[ofFloor, ofParse].flatMap((ratio) => ratio?.toFixed(2) ?? []),
    ]),
    met(ofKind.flatMap(judge)),
  ]);
  const conditions = `CPU time per request, means of the cheapest quarter of ${values.rounds} alternating rounds of about ${values.seconds} s; ${machine()}`;
  const header = [
    'data',
    ...works.flatMap(({ name: work }) => [
      `${work}, µs (÷ usual data)`,
      ...(hasFloor ? ['÷ floor', '÷ JSON.parse'] : []),
    ]),
    'met',
  ];
  const text = [conditions, table(header, lines)].join('\n\n');
  await publish(name, { text, results: { rows }, verdicts: rows.flatMap(judge) }, values);
}

/** One gateway for both kinds of data, because two processes of one program differ more than the ratios that are looked for. */
interface Started {
  readonly upstream: Server;
  readonly gateway: Server;
  readonly floor: Server | null;
}

interface Turn {
  readonly measure: Measure;
  readonly server: Server;
}

async function start({ settings }: KindOfData, hasFloor: boolean): Promise<Started> {
  const upstream = await startUpstream();
  const { origin } = new URL(upstream.url);
  const gateway = await startGateway(origin, [], settings);
  return { upstream, gateway, floor: hasFloor ? await startFloor(origin) : null };
}

/** Has the service write its answers like this from now on. */
async function writeAs({ url }: Server, kind: KindOfData): Promise<void> {
  const response = await fetch(`${new URL(url).origin}/kind`, { method: 'POST', body: JSON.stringify(kind) });
  await response.arrayBuffer();
}

async function stop({ upstream, gateway, floor }: Started): Promise<void> {
  for (const server of [floor, gateway, upstream]) await server?.stop();
}

/** Warms up each turn for which `amounts` has no number of requests yet. Parsing is measured in turns with the servers. */
async function measureAll(
  turns: readonly Turn[],
  parse: (() => number) | null,
  work: Workload,
  amounts: Map<string, number>,
  { rounds, seconds, 'warm-up': warmUpSeconds }: { rounds: number; seconds: number; 'warm-up': number },
): Promise<readonly [number, number, number?, number?]> {
  for (const { measure, server } of turns) {
    const key = `${server.pid} ${work.name}`;
    if (!amounts.has(key)) amounts.set(key, await warmUp(measure, server, work, warmUpSeconds, seconds));
  }
  const samples: number[][] = turns.map(() => []);
  const parsing: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { measure, server }] of turns.entries()) {
      const amount = amounts.get(`${server.pid} ${work.name}`) ?? 64;
      samples[at]?.push((await measure(server, work, amount)).cpuMicros);
    }
    if (parse !== null) parsing.push(parse());
  }
  const measured = parse === null ? samples : [...samples, parsing];
  return measured.map(cheapest) as [number, number, number?, number?];
}
