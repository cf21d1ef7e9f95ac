/**
 * The gateway compared with gateways that each lack a part of it, taking turns, on every workload. Reports memory too, at its
 * peak and when idle after the start, because some parts are for memory, or trade it for time.
 */
import { join } from 'node:path';
import { duration, readSwitches, text as textSwitch, wholeNumber } from '../test/support/switches.ts';
import { sendChecked } from './compare-responses.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader, peakMb, residentMb } from './cpu.ts';
import { machine, table as tableOf } from './measure.ts';
import type { Server } from './processes.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { cheapest, confidence, meanOf, summarize } from './statistics.ts';
import { product, variantTables } from './variants.ts';
import { type Workload, workloads } from './workloads.ts';

/** The gateway collects garbage once it is idle after startup. */
const IDLE_MS = 3_000;

export async function compareVariants(table: keyof typeof variantTables, args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    ...outputSwitches,
    starts: wholeNumber(4),
    rounds: wholeNumber(24),
    seconds: duration(0.25),
    'warm-up': duration(8),
    variants: textSwitch('NAMES'),
    workloads: textSwitch('NAMES'),
  });
  const { starts, rounds, seconds, 'warm-up': warmUpSeconds } = values;
  const chosen = values.variants?.split(',');
  const names = variantTables[table]
    .map(({ name }) => name)
    .filter((name) => name === product.name || chosen?.includes(name) !== false);
  const measured = workloads.filter(({ name }) => values.workloads?.split(',').includes(name) !== false);
  const taken: Taken[] = names.map(() => ({ micros: measured.map(() => []), idle: [], peak: [] }));
  const upstream = await startUpstream();
  try {
    const conditions = { upstream, names, measured, rounds, seconds, warmUpSeconds };
    for (let start = 0; start < starts; start += 1) await measureStart(conditions, start, taken);
  } finally {
    await upstream.stop();
  }
  const [own] = taken;
  const shown = ({ micros }: Taken, column: number): string => {
    const times = micros[column] ?? [];
    const time = `${Math.round(meanOf(times))}`;
    if (micros === own?.micros) return time;
    const { mean, width } = confidence(times.map((each, at) => each / (own?.micros[column]?.[at] ?? Number.NaN)));
    const percent = (mean - 1) * 100;
    return `${time} (${percent < 0 ? '' : '+'}${percent.toFixed(1)} % ± ${(width * 100).toFixed(1)})`;
  };
  const text = [
    `CPU time per request: of ${rounds} alternating rounds of about ${seconds} s, the mean of the cheapest quarter; means of ${starts} starts, with the 95 % confidence interval of the ratio; after warm-ups of about ${warmUpSeconds} s, 32 connections; ${machine()}`,
    tableOf(
      [table, ...measured.map(({ name }) => `${name}, µs`), 'idle, MB', 'peak, MB'],
      taken.map((each, row) => [
        names[row] ?? '',
        ...measured.map((_, column) => shown(each, column)),
        summarize(each.idle).median,
        summarize(each.peak).median,
      ]),
    ),
  ].join('\n\n');
  await publish(table, { text, results: { names, taken }, verdicts: [] }, values);
}

/** Of one variant: its times by workload and start, its memory by start. */
interface Taken {
  readonly micros: number[][];
  readonly idle: number[];
  readonly peak: number[];
}

interface StartConditions {
  readonly upstream: Server;
  readonly names: readonly string[];
  readonly measured: readonly Workload[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/**
 * What a process compiles first, and where its memory lies, moves its times by a tenth for as long as it lives: so each start draws anew.
 */
async function measureStart(conditions: StartConditions, start: number, taken: readonly Taken[]): Promise<void> {
  const { upstream, names, measured, rounds, seconds, warmUpSeconds } = conditions;
  const tokens = { agent: await tokensOf('agent', 32), service: await tokensOf('service', 32) };
  const switches = ['--import', join(import.meta.dirname, 'variant-preload.ts')];
  const measure = createMeasure(upstream, createCpuReader(), ({ caller }) => tokens[caller]);
  const gateways: Server[] = [];
  try {
    // The variant that starts first is slower: by a tenth on W5.
    const order = names.map((_, turn) => (turn + start) % names.length);
    for (const row of order) {
      const variant = { VARIANT: names[row] ?? product.name };
      gateways[row] = await startGateway(new URL(upstream.url).origin, switches, variant);
    }
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    for (const [row, { pid }] of gateways.entries()) taken[row]?.idle.push(Math.round(residentMb(pid)));
    for (const [column, work] of measured.entries()) {
      const amounts: number[] = [];
      const times: number[][] = gateways.map(() => []);
      // A variant that fails would seem fast.
      for (const gateway of gateways) await sendChecked(gateway, work, tokens[work.caller][0] ?? '');
      for (const row of order) {
        const gateway = gateways[row];
        if (gateway !== undefined) amounts[row] = await warmUp(measure, gateway, work, warmUpSeconds, seconds);
      }
      for (let round = 0; round < rounds; round += 1) {
        // Each round begins with another variant.
        for (let turn = 0; turn < gateways.length; turn += 1) {
          const row = (turn + round) % gateways.length;
          const gateway = gateways[row];
          if (gateway !== undefined) times[row]?.push((await measure(gateway, work, amounts[row] ?? 64)).cpuMicros);
        }
      }
      for (const [row, each] of times.entries()) taken[row]?.micros[column]?.push(cheapest(each));
    }
    for (const [row, { pid }] of gateways.entries()) taken[row]?.peak.push(Math.round(peakMb(pid)));
  } finally {
    for (const gateway of gateways) await gateway?.stop();
  }
}
