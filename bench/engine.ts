/**
 * What each setting of the engine is worth: the gateway as it sets the engine beside gateways that withhold one setting each,
 * in turns. Its memory stands beside it, because two of the settings trade memory for time.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duration, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import { machine, table } from './measure.ts';
import type { Server } from './processes.ts';
import { outputSwitches, publish } from './published.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { summarise } from './statistics.ts';
import { works } from './works.ts';

const settings = {
  'as it is set': '',
  'objects made old by a guess': '--no-allocation-site-pretenuring',
  'bodies limited by themselves': '--external-memory-accounted-in-global-limit',
  'no entry of the tick queue kept': 'ticks',
} as const;
const names = Object.keys(settings) as (keyof typeof settings)[];
const measured = works.filter(({ name }) => name === 'W1' || name === 'W3');
/** The gateway collects what its start leaves behind once it is idle, which is what makes ticks slow. */
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
    const switches = ['--import', join(import.meta.dirname, 'withheld.ts')];
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
    const medians = taken.map((row) => row.map((each) => summarise(each).median));
    const peaks = gateways.map(({ pid }) => peakMb(pid));
    const text = [
      `CPU time a request, medians of ${rounds} rounds in turns of some ${seconds} s each after a warm-up of some ${warmUpSeconds} s each, 32 connections; ${machine()}`,
      table(
        ['engine', ...measured.map(({ name }) => `${name}, µs`), 'most memory, MB'],
        names.map((name, row) => [name, ...(medians[row] ?? []).map(Math.round), peaks[row] ?? 0]),
      ),
    ].join('\n\n');
    await publish('engine', text, { names, taken, medians, peaks }, values);
  } finally {
    for (const gateway of gateways) await gateway.stop();
    await upstream.stop();
  }
}

/** The most that the process has had in memory so far. */
function peakMb(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}
