/**
 * A start in front of a remote upstream that issues a token immediately: how long the gateway takes from launch until `/readyz` returns 200,
 * how much memory it then uses while idle, and what requests cost in the first seconds of load, while V8 still compiles, compared
 * with the same process later.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { duration, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { cpuMicros, generateGood, residentMb, type Server } from './processes.ts';
import { atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { warmUp } from './rounds.ts';
import { clientsOf, startGateway, startUpstream } from './servers.ts';
import { cheapest, summarize } from './statistics.ts';
import { type Workload, workloads } from './workloads.ts';

const TARGET_MS = 1_000;
const TARGET_MB = 100;
const IDLE_MS = 3_000;
const CONNECTIONS = 32;
const FIRST_SECONDS = 2;
const LATER_ROUNDS = 3;
const MAX_RATIO = 1.4;

interface Warming {
  readonly work: string;
  /** Microseconds of CPU time per request. */
  readonly first: number;
  readonly later: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, { runs: wholeNumber(10), 'warm-up': duration(6), ...outputSwitches });
  const [times, memories]: [number[], number[]] = [[], []];
  const warmings: Warming[] = [];
  const upstream = await startUpstream();
  try {
    for (let index = 0; index < values.runs; index += 1) {
      const { milliseconds, megabytes } = await measureStart(upstream);
      times.push(milliseconds);
      memories.push(megabytes);
    }
    for (const work of workloads) {
      warmings.push(await measureWarming(upstream, work, values['warm-up']));
      console.error(JSON.stringify(warmings.at(-1)));
    }
  } finally {
    await upstream.stop();
  }
  const [time, memory] = [summarize(times), summarize(memories)];
  const ofStart = [
    atMost('start to ready', time.median, TARGET_MS, 'ms'),
    atMost('memory when idle', memory.median, TARGET_MB, 'MB'),
  ];
  const ofStarts = [time, memory].map(({ median, lowest, highest }, at) => {
    const { of, target } = ofStart[at] as Verdict;
    return `${of} ${[median, lowest].map(Math.round).join(' (')} to ${Math.round(highest)}; at most ${target})`;
  });
  const text = [
    `${values.runs} starts in front of a remote upstream: ${ofStarts.join(', ')}. Then CPU time per request, µs, of a new process in its first ${FIRST_SECONDS} s of load on ${CONNECTIONS} connections, and after ${values['warm-up']} s more; ${machine()}`,
    table(
      ['', ...warmings.map(({ work }) => work)],
      [
        ['first', ...warmings.map(({ first }) => Math.round(first))],
        ['later', ...warmings.map(({ later }) => Math.round(later))],
        [
          `first ÷ later (at most ${MAX_RATIO.toFixed(2)})`,
          ...warmings.map(({ first, later }) => (first / later).toFixed(2)),
        ],
        ['met', ...warmings.map((each) => met([judge(each)]))],
      ],
    ),
  ].join('\n\n');
  const verdicts = [...ofStart, ...warmings.map(judge)];
  publish('start', { text, results: { times, memories, warmings }, verdicts }, values);
}

const judge = ({ work, first, later }: Warming): Verdict =>
  atMost(`${work}, first ${FIRST_SECONDS} s ÷ later`, first / later, MAX_RATIO);

async function measureStart(upstream: Server): Promise<{ readonly milliseconds: number; readonly megabytes: number }> {
  const before = performance.now();
  const gateway = await startGateway(upstream);
  try {
    while (!(await fetch(new URL('/readyz', gateway.url))).ok) await delay(5);
    const milliseconds = performance.now() - before;
    await delay(IDLE_MS);
    return { milliseconds, megabytes: residentMb(gateway.pid) };
  } finally {
    await gateway.stop();
  }
}

async function measureWarming(upstream: Server, work: Workload, warmUpSeconds: number): Promise<Warming> {
  const clients = await clientsOf(work, CONNECTIONS);
  const gateway = await startGateway(upstream);
  const { pid, url } = gateway;
  const measure = async (): Promise<number> => {
    const before = cpuMicros(pid);
    const { good } = await generateGood({ url, clients, until: { seconds: FIRST_SECONDS } });
    return (cpuMicros(pid) - before) / good;
  };
  try {
    const first = await measure();
    await warmUp(gateway, work, warmUpSeconds);
    const later: number[] = [];
    for (let round = 0; round < LATER_ROUNDS; round += 1) later.push(await measure());
    return { work: work.name, first, later: cheapest(later) };
  } finally {
    await gateway.stop();
  }
}
