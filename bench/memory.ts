/**
 * Memory: the peak of each server under a load of W1 to W5, a new process for each; then the gateway with requests that wait for a
 * service that takes 3 s, none of which may be lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { duration, readSwitches, someOf, wholeNumber } from '../test/support/switches.ts';
import { peakMb, residentMb, type Server } from './processes.ts';
import { atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { warmUp } from './rounds.ts';
import { clientsOf, type ServerName, starters, startGateway, startUpstream } from './servers.ts';
import { type Summary, summarize } from './statistics.ts';
import { bodyOf, type Workload, workloads } from './workloads.ts';

const compared = ['gateway', 'guarded Mercurius', 'floor'] as const satisfies readonly ServerName[];
const SERVICE_MS = 3_000;
/** What a gateway sends that has just started is dear, and it lets few in. */
const WARM_UPS = [40, 100, 200, 300, 300] as const;
/**
 * What waits grows by so many requests per 10 ms, less those that are answered meanwhile. What this process could not send while it was held
 * up is not made up for: the gateway lets in 200 more at once than before, and rejects what is beyond that in a burst.
 */
const PER_STEP = 12;
const STEP_MS = 10;
/** The service is asked this much at a time; the rest waits for its turn. */
const UPSTREAM_CONNECTIONS = 1_000;

interface PeakRow {
  readonly work: string;
  /** In MB, in the order of `compared`. */
  readonly peaks: readonly Summary[];
}

interface Waiting {
  readonly requests: number;
  readonly mostWaiting: number;
  readonly lost: number;
  readonly idleMb: number;
  readonly peakMb: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    ...outputSwitches,
    // What waits is always measured, and with `waiting`, nothing else.
    only: someOf([...workloads.map(({ name }) => name), 'waiting']),
    starts: wholeNumber(3),
    seconds: duration(10),
    // The service answers some while others come, so that fewer wait at a time.
    waiting: wholeNumber(15_000),
  });
  const rows: PeakRow[] = [];
  for (const work of workloads.filter(({ name }) => name !== 'W0' && (values.only?.includes(name) ?? true))) {
    rows.push(await measurePeaks(work, values.starts, values.seconds));
    console.error(progress(rows.at(-1) as PeakRow));
  }
  const waiting = await measureWaiting(values.waiting);
  const text = report(rows, waiting, values);
  const verdicts = [...rows.map(judge), atMost('lost', waiting.lost, 0, 'requests')];
  publish('memory', { text, results: { rows, waiting }, verdicts }, values);
}

async function measurePeaks(work: Workload, starts: number, seconds: number): Promise<PeakRow> {
  const upstream = await startUpstream();
  try {
    const peaks: number[][] = compared.map(() => []);
    for (let start = 0; start < starts; start += 1) {
      for (const [index, name] of compared.entries()) {
        const server: Server = await starters[name](upstream);
        try {
          await warmUp(server, work, seconds);
          peaks[index]?.push(peakMb(server.pid));
        } finally {
          await server.stop();
        }
      }
    }
    return { work: work.name, peaks: peaks.map(summarize) };
  } finally {
    await upstream.stop();
  }
}

/** Every request reads another transaction, on a connection of its own. */
async function measureWaiting(count: number): Promise<Waiting> {
  const work = workloads.find(({ name }) => name === 'W1') as Workload;
  const callers = await clientsOf(work, 32);
  const servers: Server[] = [];
  const agent = new Agent({ connections: count, headersTimeout: 0 });
  const warming = new Agent({ headersTimeout: 0 });
  try {
    const slow = await startUpstream({ DELAY_MS: String(SERVICE_MS) });
    servers.push(slow);
    const overrides = {
      MAX_REQUESTS_IN_FLIGHT: String(count),
      MAX_CONNECTIONS: String(2 * count),
      UPSTREAM_CONNECTIONS_TOTAL: String(UPSTREAM_CONNECTIONS),
      UPSTREAM_DEADLINE_MS: '600000',
    };
    const gateway = await startGateway(slow, { overrides });
    servers.push(gateway);
    let [waiting, mostWaiting, lost] = [0, 0, 0];
    const reasons = new Set<string>();
    const send = async (index: number, dispatcher: Agent): Promise<void> => {
      mostWaiting = Math.max(mostWaiting, ++waiting);
      const { token } = callers[index % callers.length]!;
      const response = await request(gateway.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: bodyOf(work, index),
        dispatcher,
      });
      const { data } = (await response.body.json()) as { data?: { transaction: object | null } };
      if (response.statusCode !== 200 || !data?.transaction) throw new Error(`status ${response.statusCode}`);
    };
    const answered = (index: number, dispatcher = agent) =>
      send(index, dispatcher)
        .catch(({ message }: Error) => {
          lost += 1;
          reasons.add(message);
        })
        .finally(() => {
          waiting -= 1;
        });
    for (const together of WARM_UPS) {
      await Promise.all(Array.from({ length: together }, (_, index) => answered(index, warming)));
    }
    await warming.destroy();
    [mostWaiting, lost] = [0, 0];
    const idleMb = residentMb(gateway.pid);
    const all: Promise<void>[] = [];
    while (all.length < count) {
      for (let step = 0; step < PER_STEP && all.length < count; step += 1) all.push(answered(all.length));
      await delay(STEP_MS);
    }
    await Promise.all(all);
    if (lost > 0) console.error(`lost: ${[...reasons].join(', ')}`);
    return { requests: count, mostWaiting, lost, idleMb, peakMb: peakMb(gateway.pid) };
  } finally {
    await agent.destroy();
    for (const server of servers.reverse()) await server.stop();
  }
}

/** The gateway takes at most as much as guarded Mercurius. */
const judge = ({ work, peaks: [gateway, guarded] }: PeakRow): Verdict =>
  atMost(work, gateway?.median ?? Number.NaN, guarded?.median ?? Number.NaN, 'MB');

function report(
  rows: readonly PeakRow[],
  { requests, mostWaiting, lost, idleMb, peakMb: peak }: Waiting,
  { starts, seconds }: { readonly starts: number; readonly seconds: number },
): string {
  const kilobytes = (1_024 * (peak - idleMb)) / mostWaiting;
  return [
    `Peak resident memory, MB, of a new process in ${seconds} s of load on 32 connections${starts > 1 ? `; medians of ${starts} starts (lowest to highest)` : ''}; ${machine()}`,
    table(
      ['server', ...rows.map(({ work }) => work)],
      [
        ...compared.map((name, at) => [name, ...rows.map(({ peaks }) => withRange(peaks[at] as Summary))]),
        ['met', ...rows.map((row) => met([judge(row)]))],
      ],
    ),
    `${requests} requests, up to ${mostWaiting} waiting at once for a service that takes ${SERVICE_MS / 1_000} s and is asked ${UPSTREAM_CONNECTIONS} things at a time: ${lost} lost; from ${Math.round(idleMb)} to ${Math.round(peak)} MB, ${kilobytes.toFixed(1)} kB a request with its connection.`,
  ].join('\n\n');
}

const withRange = ({ median, lowest, highest }: Summary): string =>
  lowest === highest
    ? String(Math.round(median))
    : `${Math.round(median)} (${Math.round(lowest)} to ${Math.round(highest)})`;

const progress = ({ work, peaks }: PeakRow): string =>
  `${work}: ${compared.map((name, index) => `${name} ${Math.round(peaks[index]?.median ?? 0)} MB`).join(', ')}`;
