/**
 * Ten times the load that the gateway can handle: first its peak in a closed loop, then ten times that rate in an open loop, then
 * a light closed loop again. Upstream, gateway and load generator are separate processes on the same cores, so successful
 * responses are also counted per second of the gateway's CPU time.
 */
import { createFolder } from '../test/support/programs/script-resources.ts';
import { duration, readSwitches } from '../test/support/switches.ts';
import type { LoadCounts, LoadOptions } from './generator.ts';
import { cpuMicros, generate, peakMb, type Server } from './processes.ts';
import { atLeast, atMost, machine, outputSwitches, publish, table, type Verdict } from './report.ts';
import { clientsOf, startGateway, startUpstream } from './servers.ts';
import { type Workload, workloads } from './workloads.ts';

const OVERLOAD_FACTOR = 10;
const CALLERS = 40;
const UPSTREAM_MS = 5;
/** The peak is the best result of these. */
const CLOSED_CONNECTIONS = [12, 24, 48] as const;
const CALM_CONNECTIONS = 12;
const STORM_CONNECTIONS = 1_000;
const MIN_GOODPUT_PERCENT = 90;
const MIN_SENT_PERCENT = 90;
/** Limits for the p99 in the storm. */
const MAX_GOOD_MS = 500;
const MAX_SHED_MS = 250;
/** It costs the gateway CPU time: if requests mostly waited for the POST API, one machine could not send ten times the peak. */
const WORK = 'W2';

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, { seconds: duration(10), ...outputSwitches });
  const { seconds } = values;
  const work = workloads.find(({ name }) => name === WORK) as Workload;
  const servers: Server[] = [];
  try {
    const upstream = await startUpstream({ DELAY_MS: String(UPSTREAM_MS) });
    servers.push(upstream);
    // Unlike the comparisons, this one measures the load shedding, at its default threshold.
    const overrides = { DATA_DIR: createFolder('overload-'), LOG_LEVEL: 'error', SHED_QUEUE_DELAY_MS: '' };
    const gateway = await startGateway(upstream, { overrides });
    servers.push(gateway);
    const load = { url: gateway.url, clients: await clientsOf(work, CALLERS), until: { seconds } };
    const calm = { ...load, connections: CALM_CONNECTIONS, until: { seconds: Math.min(4, seconds) } };
    await generate(calm);
    const closedLoops: MeasuredLoad[] = [];
    for (const connections of CLOSED_CONNECTIONS)
      closedLoops.push(await measureLoad(gateway, { ...load, connections }));
    const peak = closedLoops.reduce((best, each) => (goodput(each) > goodput(best) ? each : best));
    const rate = Math.round(OVERLOAD_FACTOR * goodput(peak));
    const storm = await measureLoad(gateway, { ...load, connections: STORM_CONNECTIONS, rate });
    const loads = { peak, storm, after: await measureLoad(gateway, calm) };
    publish(
      'overload',
      { text: report(rate, loads), results: { rate, ...loads }, verdicts: judge(rate, loads) },
      values,
    );
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

interface MeasuredLoad extends LoadCounts {
  /** Seconds of CPU time that the gateway used. */
  readonly cpu: number;
  readonly megabytes: number;
}

type Loads = Readonly<Record<'peak' | 'storm' | 'after', MeasuredLoad>>;

async function measureLoad({ pid }: Server, options: LoadOptions): Promise<MeasuredLoad> {
  const before = cpuMicros(pid);
  const counts = await generate(options);
  return { ...counts, cpu: (cpuMicros(pid) - before) / 1_000_000, megabytes: Math.round(peakMb(pid)) };
}

const goodput = ({ good, seconds }: MeasuredLoad): number => good / seconds;

function report(rate: number, loads: Loads): string {
  const names = { peak: 'peak, closed loop', storm: `${rate} per second, open loop`, after: 'right after the storm' };
  const header = [
    'load',
    'sent/s',
    'good/s',
    'median, ms',
    'p99, ms',
    'rejected/s',
    'p99 of a rejection, ms',
    'others',
    'peak, MB',
  ];
  const lines = Object.entries(loads).map(([name, load]) => [
    names[name as keyof typeof names],
    Math.round(load.sent / load.seconds),
    Math.round(goodput(load)),
    ...load.goodMs,
    Math.round(load.shed / load.seconds),
    load.shedMs[1],
    load.other,
    load.megabytes,
  ]);
  const { bySecond, byCpu, sent } = percentages(rate, loads);
  return [
    `${Math.round(loads.peak.seconds)} s each of ${WORK}; the POST API responds after ${UPSTREAM_MS} ms; ${CALLERS} callers; ${machine()}`,
    table(header, lines),
    `Good responses in the storm: ${bySecond} % of the peak, ${byCpu} % per second of CPU time. Of the planned requests, ${sent} % were sent, ${loads.storm.lateMs} ms late at the p99.`,
  ].join('\n\n');
}

function percentages(rate: number, { peak, storm }: Loads) {
  return {
    byCpu: Math.round((100 * storm.good * peak.cpu) / storm.cpu / peak.good),
    bySecond: Math.round((100 * goodput(storm)) / goodput(peak)),
    sent: Math.round((100 * storm.sent) / storm.seconds / rate),
  };
}

/** Goodput by the better of the two ratios: on shared cores the generator takes time from the gateway. */
function judge(rate: number, loads: Loads): Verdict[] {
  const { byCpu, bySecond, sent } = percentages(rate, loads);
  const { storm } = loads;
  return [
    atLeast('good responses, of the peak', Math.max(byCpu, bySecond), MIN_GOODPUT_PERCENT, '%'),
    atLeast('requests sent, of the planned ones', sent, MIN_SENT_PERCENT, '%'),
    atMost('p99 of a good response', storm.goodMs[1], MAX_GOOD_MS, 'ms'),
    atMost('p99 of a rejection', storm.shedMs[1], MAX_SHED_MS, 'ms'),
    atMost('neither good nor rejected', storm.other, 0, 'responses'),
  ];
}
