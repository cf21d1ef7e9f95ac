/**
 * With a distance: the gateway in front of a service whose calls take 5, 50 or 300 ms. Its peak in a closed loop; then, at half of
 * that, how much longer a request takes than the calls that it waits for, which are sent to the service directly at the same time.
 */
import { duration, readSwitches, someOf } from '../test/support/switches.ts';
import { sendChecked } from './compare-responses.ts';
import { startFloor, startGateway, startUpstream, tokensOf } from './comparison.ts';
import { machine, table } from './measure.ts';
import type { GeneratorCounts, GeneratorOptions } from './overload-generator.ts';
import { generate, type Server } from './processes.ts';
import { outputSwitches, publish } from './publish.ts';
import { FIRST_TRANS_ID } from './upstream-responses.ts';
import { atMost, met, type Verdict } from './verdicts.ts';
import { bodyOf, type Workload, workloads } from './workloads.ts';

const DELAYS_MS = [5, 50, 300] as const;
const CONNECTIONS = 64;
/** So many that nothing waits for a connection: 64 times the 20 files of W4. */
const UPSTREAM_CONNECTIONS = 1_000;
const WARM_UP_SECONDS = 8;
const MAX_ADDED_MS = 1;
/** What is waited for one after the other: the files of W4 are asked for when its list is there. */
const roundTrips: Readonly<Record<string, number>> = { W4: 2 };
/** A call of the service is sent so often beside the load, to know how long one takes meanwhile. */
const DIRECT_PER_SECOND = 20;
const directCall = { path: '/fsforms/getTransById', bodies: [JSON.stringify({ transId: FIRST_TRANS_ID })] };

export interface DistanceRow {
  readonly delayMs: number;
  readonly work: string;
  readonly trips: number;
  readonly perSecond: number;
  /** Beyond its round trips, at half of the peak. */
  readonly addedMs: readonly [median: number, p99: number];
  /** What the floor adds to the median at the same rate: processes that mostly wait wake up slowly. */
  readonly floorMs: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    ...outputSwitches,
    only: someOf(workloads.map(({ name }) => name)),
    seconds: duration(6),
  });
  const measured = workloads.filter(({ name }) => name !== 'W0' && (values.only?.includes(name) ?? true));
  const rows: DistanceRow[] = [];
  for (const delayMs of DELAYS_MS) {
    for (const work of measured) {
      rows.push(await measureRow(delayMs, work, values.seconds));
      console.error(JSON.stringify(rows.at(-1)));
    }
  }
  const text = report(rows, values.seconds);
  await publish('distance', { text, results: { rows }, verdicts: rows.map(judge) }, values);
}

async function measureRow(delayMs: number, work: Workload, seconds: number): Promise<DistanceRow> {
  const servers: Server[] = [];
  try {
    const upstream = await startUpstream(250, { DELAY_MS: String(delayMs) });
    servers.push(upstream);
    const overrides = { UPSTREAM_CONNECTIONS_TOTAL: String(UPSTREAM_CONNECTIONS) };
    const gateway = await startGateway(new URL(upstream.url).origin, [], overrides);
    servers.push(gateway);
    const tokens = await tokensOf(work.caller, CONNECTIONS);
    await sendChecked(gateway, work, tokens[0] ?? '');
    const bodies = tokens.map((_, connection) => bodyOf(work, connection));
    const load = { port: portOf(gateway), tokens, bodies, connections: CONNECTIONS };
    await generate({ ...load, seconds: WARM_UP_SECONDS });
    const peak = complete(await generate({ ...load, seconds }));
    const perSecond = peak.good / peak.seconds;
    const trips = roundTrips[work.name] ?? 1;
    const added = (server: Server) =>
      measureAdded(upstream, { ...load, ...addressOf(server), rate: perSecond / 2, seconds }, trips);
    const addedMs = await added(gateway);
    const floor = await startFloor(new URL(upstream.url).origin, {
      UPSTREAM_CONNECTIONS: String(UPSTREAM_CONNECTIONS),
    });
    servers.push(floor);
    await generate({ ...load, ...addressOf(floor), seconds: WARM_UP_SECONDS });
    const [floorMs] = await added(floor);
    return { delayMs, work: `${work.name}: ${work.title}`, trips, perSecond, addedMs, floorMs };
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

/** How much longer requests take than the calls that they wait for, which are sent directly at the same time. */
async function measureAdded(upstream: Server, load: GeneratorOptions, trips: number): Promise<DistanceRow['addedMs']> {
  const { connections, seconds } = load;
  const direct = { port: portOf(upstream), tokens: ['bench'], connections, rate: DIRECT_PER_SECOND, seconds };
  const [through, straight] = await Promise.all([
    generate(load).then(complete),
    generate({ ...direct, ...directCall }).then(complete),
  ]);
  return [through.goodMs[0] - trips * straight.goodMs[0], through.goodMs[1] - trips * straight.goodMs[1]];
}

const portOf = ({ url }: Server): number => Number(new URL(url).port);
const addressOf = (server: Server) => ({ port: portOf(server), path: new URL(server.url).pathname });

/** Throws if anything was not answered well. */
function complete(counts: GeneratorCounts): GeneratorCounts {
  const { shed, other, brokenConnections } = counts;
  if (shed + other + brokenConnections > 0) throw new Error(`not all requests succeeded: ${JSON.stringify(counts)}`);
  return counts;
}

/** On a machine that adds more by itself, no more than it adds. */
export const judge = ({ delayMs, work, addedMs: [median], floorMs }: DistanceRow): Verdict =>
  atMost(`${work.slice(0, 2)} at ${delayMs} ms`, median, Math.max(MAX_ADDED_MS, floorMs), 'ms');

export function report(rows: readonly DistanceRow[], seconds: number): string {
  const lines = rows.map((row) => [
    row.delayMs,
    row.work,
    row.trips,
    Math.round(row.perSecond),
    ...[...row.addedMs, row.floorMs].map((ms) => Number(ms.toFixed(1))),
    met([judge(row)]),
  ]);
  const head = [
    'call, ms',
    'work',
    'round trips',
    'peak per second',
    'added to the median, ms',
    'to the p99, ms',
    'by the floor, to the median, ms',
    'met',
  ];
  return [
    `${CONNECTIONS} connections, some ${seconds} s for each figure; what is added is measured at half of the peak; ${machine()}`,
    table(head, lines),
  ].join('\n\n');
}
