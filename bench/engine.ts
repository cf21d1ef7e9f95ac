/**
 * What each trick of the engine is worth: the gateway compared with gateways that each lack one, taking turns, on every workload.
 * Reports memory too, at its peak and when idle after the start, because some tricks are for memory, or trade it for time.
 */
import { join } from 'node:path';
import { duration, readSwitches, text as textSwitch, wholeNumber } from '../test/support/switches.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader, peakMb, residentMb } from './cpu.ts';
import { variants } from './engine-variants.ts';
import { machine, table } from './measure.ts';
import type { Server } from './processes.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { summarize } from './statistics.ts';
import { bodyOf, workloads } from './workloads.ts';

/** The gateway collects garbage once it is idle after startup. */
const IDLE_MS = 3_000;

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    ...outputSwitches,
    rounds: wholeNumber(3),
    seconds: duration(2),
    'warm-up': duration(8),
    variants: textSwitch('NAMES'),
    workloads: textSwitch('NAMES'),
  });
  const { rounds, seconds, 'warm-up': warmUpSeconds } = values;
  const chosen = values.variants?.split(',');
  const names = variants
    .map(({ name }) => name)
    .filter((name) => name === 'product' || chosen?.includes(name) !== false);
  const measured = workloads.filter(({ name }) => values.workloads?.split(',').includes(name) !== false);
  const tokens = { agent: await tokensOf('agent', 32), service: await tokensOf('service', 32) };
  const readCpu = createCpuReader();
  const upstream = await startUpstream();
  const gateways: Server[] = [];
  try {
    const address = new URL(upstream.url).origin;
    const switches = ['--import', join(import.meta.dirname, 'engine-preload.ts')];
    for (const name of names) gateways.push(await startGateway(address, switches, { VARIANT: name }));
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const idle = gateways.map(({ pid }) => Math.round(residentMb(pid)));
    const measure = createMeasure(upstream, readCpu, ({ caller }) => tokens[caller]);
    const taken = names.map((): number[][] => measured.map(() => []));
    for (const [column, work] of measured.entries()) {
      const amounts: number[] = [];
      for (const { url } of gateways) await checkAnswer(url, bodyOf(work, 0), tokens[work.caller][0]);
      for (const gateway of gateways) amounts.push(await warmUp(measure, gateway, work, warmUpSeconds, seconds));
      for (let round = 0; round < rounds; round += 1) {
        // Whoever begins, the next round begins with another.
        for (let turn = 0; turn < gateways.length; turn += 1) {
          const row = (turn + round) % gateways.length;
          const gateway = gateways[row];
          if (gateway !== undefined)
            taken[row]?.[column]?.push((await measure(gateway, work, amounts[row] ?? 64)).cpuMicros);
        }
      }
    }
    const medians = taken.map((row) => row.map((each) => summarize(each).median));
    const peaks = gateways.map(({ pid }) => Math.round(peakMb(pid)));
    const [product = []] = taken;
    /** What comes and goes on the machine meets both of a round, so each round is compared by itself. */
    const shown = (row: number, column: number): string => {
      const own = `${Math.round(medians[row]?.[column] ?? 0)}`;
      if (row === 0) return own;
      const ratios = (taken[row]?.[column] ?? []).map((each, at) => each / (product[column]?.[at] ?? Number.NaN));
      const percent = Math.round((summarize(ratios).median - 1) * 100);
      return `${own} (${percent < 0 ? '' : '+'}${percent} %)`;
    };
    const text = [
      `CPU time per request, medians of ${rounds} alternating rounds of about ${seconds} s each after warm-ups of about ${warmUpSeconds} s, 32 connections; ${machine()}`,
      table(
        ['engine', ...measured.map(({ name }) => `${name}, µs`), 'idle, MB', 'peak, MB'],
        names.map((name, row) => [
          name,
          ...measured.map((_, column) => shown(row, column)),
          idle[row] ?? 0,
          peaks[row] ?? 0,
        ]),
      ),
    ].join('\n\n');
    await publish('engine', text, { names, taken, medians, idle, peaks }, values);
  } finally {
    for (const gateway of gateways) await gateway.stop();
    await upstream.stop();
  }
}

/** Throws unless the answer is without errors: a variant that fails would seem fast. */
async function checkAnswer(url: string, body: string, token = ''): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await (await fetch(url, { method: 'POST', headers, body })).text();
  if (answer.includes('"errors"')) throw new Error(`A variant answers with errors: ${answer.slice(0, 300)}`);
}
