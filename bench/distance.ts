/**
 * With a distance: the gateway in front of a service whose calls take 5, 50 or 300 ms. Its peak in a closed loop; then, at half of
 * that, how much longer a request takes than the calls that it waits for, which are sent to the service directly at the same time.
 */
import { duration, readSwitches, someOf } from '../test/support/switches.ts';
import type { LoadOptions } from './generator.ts';
import { generateGood, type Server } from './processes.ts';
import { atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { sendChecked } from './rounds.ts';
import { clientsOf, startFloor, startGateway, startUpstream } from './servers.ts';
import { FIRST_TRANS_ID } from './upstream-responses.ts';
import { type Workload, workloads } from './workloads.ts';

const DELAYS_MS = [5, 50, 300] as const;
const CONNECTIONS = 64;
/** So many that nothing waits for a connection: 64 times the 20 files of W4. */
const UPSTREAM_CONNECTIONS = 1_000;
const WARM_UP_SECONDS = 4;
const MAX_ADDED_MS = 1;
/** What is waited for one after the other: the files of W4 are asked for when its list is there. */
const roundTrips: Readonly<Record<string, number>> = { W4: 2 };
/** A call of the service is sent so often beside the load, to know how long one takes meanwhile. */
const DIRECT_PER_SECOND = 20;
const directClient = { token: 'bench', body: JSON.stringify({ transId: FIRST_TRANS_ID }) };

interface DistanceRow {
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
  publish('distance', { text, results: { rows }, verdicts: rows.map(judge) }, values);
}

async function measureRow(delayMs: number, work: Workload, seconds: number): Promise<DistanceRow> {
  const servers: Server[] = [];
  try {
    const upstream = await startUpstream({ DELAY_MS: String(delayMs) });
    servers.push(upstream);
    const overrides = { UPSTREAM_CONNECTIONS_TOTAL: String(UPSTREAM_CONNECTIONS) };
    const gateway = await startGateway(upstream, { overrides });
    servers.push(gateway);
    await sendChecked(gateway, work);
    const floor = await startFloor(upstream, { UPSTREAM_CONNECTIONS: String(UPSTREAM_CONNECTIONS) });
    servers.push(floor);
    const load = { clients: await clientsOf(work, CONNECTIONS), until: { seconds } };
    const warming = { ...load, until: { seconds: WARM_UP_SECONDS } };
    await generateGood({ ...warming, url: gateway.url });
    const peak = await generateGood({ ...load, url: gateway.url });
    const perSecond = peak.good / peak.seconds;
    const trips = roundTrips[work.name] ?? 1;
    const added = ({ url }: Server) => measureAdded(upstream, { ...load, url, rate: perSecond / 2 }, trips);
    const addedMs = await added(gateway);
    await generateGood({ ...warming, url: floor.url });
    const [floorMs] = await added(floor);
    return { delayMs, work: `${work.name}: ${work.title}`, trips, perSecond, addedMs, floorMs };
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

/** How much longer requests take than the calls that they wait for, which are sent directly at the same time. */
async function measureAdded({ url }: Server, load: LoadOptions, trips: number): Promise<DistanceRow['addedMs']> {
  const direct = { url: `${url}/fsforms/getTransById`, clients: [directClient], connections: CONNECTIONS };
  const [through, straight] = await Promise.all([
    generateGood(load),
    generateGood({ ...direct, until: load.until, rate: DIRECT_PER_SECOND }),
  ]);
  return [through.goodMs[0] - trips * straight.goodMs[0], through.goodMs[1] - trips * straight.goodMs[1]];
}

/** On a machine that adds more by itself, no more than it adds. */
const judge = ({ delayMs, work, addedMs: [median], floorMs }: DistanceRow): Verdict =>
  atMost(`${work.slice(0, 2)} at ${delayMs} ms`, median, Math.max(MAX_ADDED_MS, floorMs), 'ms');

function report(rows: readonly DistanceRow[], seconds: number): string {
  const byWork = [...Map.groupBy(rows, ({ work }) => work)];
  const lines = byWork.map(([work, ofWork]) => [
    `${work}, ${ofWork[0]?.trips === 1 ? '1 round trip' : `${ofWork[0]?.trips} round trips`}`,
    ...ofWork.map(({ addedMs: [median, p99], floorMs }) =>
      [median, p99, floorMs].map((ms) => ms.toFixed(1)).join(' · '),
    ),
    ofWork.map((row) => met([judge(row)])).join(', '),
  ]);
  const delays = [...new Set(rows.map(({ delayMs }) => `calls of ${delayMs} ms`))];
  return [
    `Added, ms: to the median · to the p99 · to the median by the floor. ${CONNECTIONS} connections at half of their peak rate, ${seconds} s for each figure; ${machine()}`,
    table(['work', ...delays, 'met'], lines),
  ].join('\n\n');
}
