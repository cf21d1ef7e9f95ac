/**
 * What each V8 setting is worth: the gateway with all of them compared with gateways that each lack one, taking turns. Reports
 * peak memory too, because the setting for bodies trades memory for time.
 */
import { join } from 'node:path';
import { duration, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader, peakMb } from './cpu.ts';
import { machine, table } from './measure.ts';
import type { Server } from './processes.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { summarize } from './statistics.ts';
import { workloads } from './workloads.ts';

const settings = {
  'all settings': '',
  'with pretenuring': '--no-allocation-site-pretenuring',
  'bodies outside the heap limit': '--external-memory-accounted-in-global-limit',
  'no tick queue entry kept alive': 'ticks',
} as const;
const names = Object.keys(settings) as (keyof typeof settings)[];
const measured = workloads.filter(({ name }) => name === 'W1' || name === 'W3');
/** The gateway collects garbage once it is idle after startup, which is what makes ticks slow without the kept entry. */
const IDLE_MS = 3_000;

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    ...outputSwitches,
    rounds: wholeNumber(3),
    seconds: duration(2),
    'warm-up': duration(8),
  });
  const { rounds, seconds, 'warm-up': warmUpSeconds } = values;
  const tokens = { agent: await tokensOf('agent', 32), service: await tokensOf('service', 32) };
  const readCpu = createCpuReader();
  const upstream = await startUpstream();
  const gateways: Server[] = [];
  try {
    const address = new URL(upstream.url).origin;
    const switches = ['--import', join(import.meta.dirname, 'suppress-setting.ts')];
    for (const name of names) gateways.push(await startGateway(address, switches, { WITHHELD: settings[name] }));
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const measure = createMeasure(upstream, readCpu, ({ caller }) => tokens[caller]);
    const taken = names.map((): number[][] => measured.map(() => []));
    for (const [column, work] of measured.entries()) {
      const amounts: number[] = [];
      for (const gateway of gateways) amounts.push(await warmUp(measure, gateway, work, warmUpSeconds, seconds));
      for (let round = 0; round < rounds; round += 1) {
        for (const [row, gateway] of gateways.entries()) {
          taken[row]?.[column]?.push((await measure(gateway, work, amounts[row] ?? 64)).cpuMicros);
        }
      }
    }
    const medians = taken.map((row) => row.map((each) => summarize(each).median));
    const peaks = gateways.map(({ pid }) => Math.round(peakMb(pid)));
    const text = [
      `CPU time per request, medians of ${rounds} alternating rounds of about ${seconds} s each after warm-ups of about ${warmUpSeconds} s, 32 connections; ${machine()}`,
      table(
        ['engine', ...measured.map(({ name }) => `${name}, µs`), 'peak memory, MB'],
        names.map((name, row) => [name, ...(medians[row] ?? []).map(Math.round), peaks[row] ?? 0]),
      ),
    ].join('\n\n');
    await publish('engine', text, { names, taken, medians, peaks }, values);
  } finally {
    for (const gateway of gateways) await gateway.stop();
    await upstream.stop();
  }
}
