/**
 * Measures the gateway in front of a service that sends one kind of data after another, in alternation with the gateway in front of
 * the usual data, and with the floor where that is wanted, so that ratios are those of one time.
 */
import { duration, flag, readSwitches, someOf, wholeNumber } from '../test/support/switches.ts';
import { startFloor, startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import type { KindOfData } from './kinds.ts';
import { machine, table } from './measure.ts';
import { createParsing } from './parse-cost.ts';
import type { Server } from './processes.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, type Measure, warmUp } from './rounds.ts';
import { cheapest } from './statistics.ts';
import { type Workload, workloads } from './workloads.ts';

interface Ratios {
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
  /** Judges a row; the exit code is 1 if any fails. */
  readonly isMet: (row: Ratios) => boolean;
}

export async function measureKinds(compared: Kinds, args: readonly string[]): Promise<void> {
  const { name, kinds, hasFloor, isMet } = compared;
  const values = readSwitches(args, {
    only: someOf(compared.works),
    kind: someOf(Object.keys(kinds)),
    rounds: wholeNumber(8),
    seconds: duration(0.5),
    'warm-up': duration(8),
    connections: wholeNumber(32),
    'no-fail': flag,
    ...outputSwitches,
  });
  const readCpu = createCpuReader();
  const tokens = await tokensOf('agent', values.connections);
  const works = workloads.filter((work) => (values.only ?? compared.works).includes(work.name));
  const usual = await start({});
  const rows: Ratios[] = [];
  // The gateway with the usual data is warm from the second kind on.
  const usualAmounts = new Map<Workload, number>();
  try {
    for (const kind of values.kind ?? Object.keys(kinds)) {
      const other = await start(kinds[kind] ?? {});
      try {
        const measureAt = (at: Started) => createMeasure(at.upstream, readCpu, () => tokens);
        const servers: [Measure, Server][] = [
          [measureAt(usual), usual.gateway],
          [measureAt(other), other.gateway],
        ];
        if (hasFloor) servers.push([measureAt(other), other.floor]);
        for (const work of works) {
          const amount = usualAmounts.get(work);
          const amounts = amount === undefined ? [] : [amount];
          const parse = hasFloor ? await createParsing(other.upstream) : null;
          const [before, micros, floor, parsing] = await measureAll(servers, parse, work, amounts, values);
          usualAmounts.set(work, amounts[0] as number);
          rows.push({
            kind,
            work: work.name,
            micros,
            ofUsual: micros / before,
            ...(floor !== undefined && parsing !== undefined && { ofFloor: micros / floor, ofParse: micros / parsing }),
          });
          console.error(JSON.stringify(rows.at(-1)));
        }
      } finally {
        await stop(other);
      }
    }
  } finally {
    await stop(usual);
  }
  const lines = rows.map((row) => [
    row.kind,
    row.work,
    Math.round(row.micros),
    row.ofUsual.toFixed(2),
    ...[row.ofFloor, row.ofParse].flatMap((ratio) => ratio?.toFixed(2) ?? []),
    isMet(row) ? 'yes' : 'NO',
  ]);
  const conditions = `CPU time per request, means of the cheapest quarter of ${values.rounds} alternating rounds of about ${values.seconds} s; ${machine()}`;
  const header = [
    'data',
    'work',
    'gateway, µs',
    '÷ usual data',
    ...(hasFloor ? ['÷ floor', '÷ JSON.parse'] : []),
    'met',
  ];
  await publish(name, [conditions, table(header, lines)].join('\n\n'), { rows }, values);
  if (values['no-fail'] !== true && !rows.every(isMet)) process.exitCode = 1;
}

interface Started {
  readonly upstream: Server;
  readonly gateway: Server;
  readonly floor: Server;
}

async function start(kind: KindOfData): Promise<Started> {
  const upstream = await startUpstream(100, { KIND: JSON.stringify(kind) });
  const { origin } = new URL(upstream.url);
  return { upstream, gateway: await startGateway(origin, [], kind.settings), floor: await startFloor(origin) };
}

async function stop({ upstream, gateway, floor }: Started): Promise<void> {
  for (const server of [floor, gateway, upstream]) await server.stop();
}

/** Warms up each server for which `amounts` has no number of requests yet, and adds that. Parsing is measured in turns with them. */
async function measureAll(
  compared: readonly [Measure, Server][],
  parse: (() => number) | null,
  work: Workload,
  amounts: number[],
  { rounds, seconds, 'warm-up': warmUpSeconds }: { rounds: number; seconds: number; 'warm-up': number },
): Promise<readonly [number, number, number?, number?]> {
  for (const [measure, server] of compared.slice(amounts.length))
    amounts.push(await warmUp(measure, server, work, warmUpSeconds, seconds));
  const samples: number[][] = compared.map(() => []);
  const parsing: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, [measure, server]] of compared.entries())
      samples[at]?.push((await measure(server, work, amounts[at] ?? 64)).cpuMicros);
    if (parse !== null) parsing.push(parse());
  }
  const measured = parse === null ? samples : [...samples, parsing];
  return measured.map(cheapest) as [number, number, number?, number?];
}
