/**
 * Ten times the load that the gateway can handle: first its peak in a closed loop, then ten times that rate in an open loop, then
 * a light closed loop again. Upstream, gateway and load generator are separate processes on the same cores, so successful
 * responses are also counted per second of the gateway's CPU time. What the rejections alone cost at least, a server that does nothing else shows.
 */
import { agentToken, keySetDocument } from '../test/support/callers/caller-tokens.ts';
import { createFolder } from '../test/support/programs/script-resources.ts';
import { duration, readSwitches } from '../test/support/switches.ts';
import { READY, startGateway } from './comparison.ts';
import { createCpuReader, peakMb } from './cpu.ts';
import { machine, table } from './measure.ts';
import type { GeneratorCounts, GeneratorOptions } from './overload-generator.ts';
import { generate, type Server, startServer } from './processes.ts';
import { outputSwitches, publish } from './publish.ts';
import { atLeast, atMost, type Verdict } from './verdicts.ts';

const OVERLOAD_FACTOR = 10;
const CALLERS = 40;
/** The peak is the best result of these. */
const CLOSED_CONNECTIONS = [12, 24, 48] as const;
const CALM_CONNECTIONS = 12;
const STORM_CONNECTIONS = 1_000;
const MIN_GOODPUT_PERCENT = 90;
const MIN_SENT_PERCENT = 90;
/** Limits for the p99 in the storm. */
const MAX_GOOD_MS = 500;
const MAX_SHED_MS = 250;
/** A query that costs the gateway CPU time: if requests mostly waited for the POST API, one machine could not send ten times the peak. */
const query =
  '{ transactions(first: 100) { edges { cursor node { id transId name propertyType type status insertDate lastUpdateDate } } } }';

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, { seconds: duration(10), ...outputSwitches });
  const { seconds } = values;
  const readCpu = createCpuReader();
  const dataDir = createFolder('overload-');
  const servers: Server[] = [];
  try {
    const upstream = await startServer({
      file: 'bench/overload-upstream.ts',
      readyPattern: READY,
      environment: { KEY_SET: JSON.stringify(keySetDocument) },
    });
    servers.push(upstream);
    // Unlike the comparisons, this one measures the load shedding, at its default threshold.
    const overrides = { DATA_DIR: dataDir, LOG_LEVEL: 'error', SHED_QUEUE_DELAY_MS: '' };
    const gateway = await startGateway(upstream.url, [], overrides);
    servers.push(gateway);
    const port = Number(new URL(gateway.url).port);
    const tokens = await Promise.all(Array.from({ length: CALLERS }, (_, at) => agentToken([String(100 + at)])));
    const load = { port, tokens, bodies: [JSON.stringify({ query })], seconds };
    const measure = async (options: Pick<GeneratorOptions, 'connections' | 'rate' | 'seconds'>) =>
      measureLoad(gateway.pid, readCpu, { ...load, ...options });

    await measure({ connections: CALM_CONNECTIONS, seconds: Math.min(4, seconds) });
    const closedLoops: MeasuredLoad[] = [];
    for (const connections of CLOSED_CONNECTIONS) closedLoops.push(await measure({ connections, seconds }));
    const peak = closedLoops.reduce((best, each) => (goodput(each) > goodput(best) ? each : best));
    const rate = Math.round(OVERLOAD_FACTOR * goodput(peak));
    const storm = await measure({ connections: STORM_CONNECTIONS, rate, seconds });
    const after = await measure({ connections: CALM_CONNECTIONS, seconds: Math.min(4, seconds) });
    const measured = { peak, storm, after };
    const bare = await startServer({ file: 'bench/bare-rejections.ts', readyPattern: READY, environment: {} });
    servers.push(bare);
    const rejecting = { ...load, port: Number(new URL(bare.url).port), connections: STORM_CONNECTIONS, rate };
    await measureLoad(bare.pid, readCpu, { ...rejecting, seconds: 1 });
    const rejected = await measureLoad(bare.pid, readCpu, rejecting);
    const bareMicros = (1_000_000 * rejected.cpu) / rejected.shed;
    const text = report(rate, measured, bareMicros);
    const verdicts = judge(rate, measured);
    await publish('overload', { text, results: { rate, ...measured, bareMicros }, verdicts }, values);
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

interface MeasuredLoad extends GeneratorCounts {
  /** Seconds of CPU time that the gateway used. */
  readonly cpu: number;
  readonly megabytes: number;
}

type Loads = Readonly<Record<'peak' | 'storm' | 'after', MeasuredLoad>>;

async function measureLoad(
  pid: number,
  readCpu: (pid: number) => number,
  options: GeneratorOptions,
): Promise<MeasuredLoad> {
  const before = readCpu(pid);
  const counts = await generate(options);
  return {
    ...counts,
    cpu: (readCpu(pid) - before) / 1_000_000,
    megabytes: Math.round(peakMb(pid)),
  };
}

function goodput({ good, seconds }: MeasuredLoad): number {
  return good / seconds;
}

function report(rate: number, rows: Loads, bareMicros: number): string {
  const names = { peak: 'peak, closed loop', storm: `${rate} per second, open loop`, after: 'right after the storm' };
  const header = [
    'load',
    'sent/s',
    'good/s',
    'good per CPU second',
    'median, ms',
    'p99, ms',
    'rejected/s',
    'p99 of a rejection, ms',
    'other',
    'peak, MB',
  ];
  const lines = Object.entries(rows).map(([name, row]) => [
    names[name as keyof typeof names],
    Math.round(row.sent / row.seconds),
    Math.round(goodput(row)),
    Math.round(row.good / row.cpu),
    ...row.goodMs,
    Math.round(row.shed / row.seconds),
    row.shedMs[1],
    row.other + row.brokenConnections,
    row.megabytes,
  ]);
  const { bySecond, byCpu, sent } = percentages(rate, rows);
  return [
    `${Math.round(rows.peak.seconds)} s each; the POST API responds after 5 ms; ${CALLERS} callers; ${machine()}`,
    table(header, lines),
    `Good responses in the storm: ${bySecond} % of the peak per second, ${byCpu} % per second of CPU time. Of the planned requests, ${sent} % were sent, ${rows.storm.lateMs} ms late at the p99.`,
    boundOf(rows, bareMicros),
  ].join('\n\n');
}

/** If everything but the rejections were good responses, each at the cost that it has at the peak. */
function boundOf({ peak, storm }: Loads, bareMicros: number): string {
  const each = (1_000_000 * (storm.cpu - (storm.good * peak.cpu) / peak.good)) / storm.shed;
  const possible = 1 - (storm.shed * bareMicros) / 1_000_000 / storm.cpu;
  return `A rejection took ${Math.round(each)} µs of CPU time. A bare node:http server that does nothing but respond in the same way takes ${Math.round(bareMicros)} µs at this rate, so at most ${Math.round(100 * possible)} % per second of CPU time are possible.`;
}

function percentages(rate: number, { peak, storm }: Loads) {
  return {
    byCpu: Math.round((100 * storm.good * peak.cpu) / storm.cpu / peak.good),
    bySecond: Math.round((100 * goodput(storm)) / goodput(peak)),
    sent: Math.round((100 * storm.sent) / storm.seconds / rate),
  };
}

/** Goodput by the better of the two ratios: on shared cores the generator takes time from the gateway. */
function judge(rate: number, rows: Loads): Verdict[] {
  const { byCpu, bySecond, sent } = percentages(rate, rows);
  const { storm } = rows;
  return [
    atLeast('good responses, of the peak', Math.max(byCpu, bySecond), MIN_GOODPUT_PERCENT, '%'),
    atLeast('requests sent, of the planned ones', sent, MIN_SENT_PERCENT, '%'),
    atMost('p99 of a good response', storm.goodMs[1], MAX_GOOD_MS, 'ms'),
    atMost('p99 of a rejection', storm.shedMs[1], MAX_SHED_MS, 'ms'),
    atMost('neither good nor rejected', storm.other + storm.brokenConnections, 0, 'responses'),
  ];
}
