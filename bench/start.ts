/**
 * How long the gateway takes from launch until `/readyz` returns 200, and how much memory it then uses while idle, in front of a
 * remote upstream that issues a token immediately. Target: 1 s and 100 MB.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { readSwitches, wholeNumber } from '../test/support/switches.ts';
import { residentMb } from './processes.ts';
import { atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { startGateway, startUpstream } from './servers.ts';
import { summarize } from './statistics.ts';

const TARGET_MS = 1_000;
const TARGET_MB = 100;
const IDLE_MS = 3_000;

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, { ...outputSwitches, runs: wholeNumber(10) });
  const [times, memories]: [number[], number[]] = [[], []];
  const upstream = await startUpstream();
  try {
    for (let index = 0; index < values.runs; index += 1) {
      const before = performance.now();
      const gateway = await startGateway(upstream);
      try {
        while (!(await fetch(new URL('/readyz', gateway.url))).ok) await delay(5);
        times.push(performance.now() - before);
        await delay(IDLE_MS);
        memories.push(residentMb(gateway.pid));
      } finally {
        await gateway.stop();
      }
    }
  } finally {
    await upstream.stop();
  }
  const [time, memory] = [summarize(times), summarize(memories)];
  const verdicts = [
    atMost('start to ready', time.median, TARGET_MS, 'ms'),
    atMost('memory when idle', memory.median, TARGET_MB, 'MB'),
  ];
  const rows = [time, memory].map((each, at) => {
    const verdict = verdicts[at] as Verdict;
    return [verdict.of, ...Object.values(each).map(Math.round), verdict.target, met([verdict])];
  });
  const text = [
    `${values.runs} starts in front of a remote upstream; ${machine()}`,
    table(['', 'median', 'lowest', 'highest', 'target', 'met'], rows),
  ].join('\n\n');
  publish('start', { text, results: { times, memories }, verdicts }, values);
}
