/**
 * Profiles the gateway's CPU time for one workload through its inspector, during the load only. Saves the profile for a browser's
 * developer tools, and prints the functions with the most self time.
 */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conditions } from './compare-report.ts';
import { startGateway } from './comparison.ts';
import { inspect, inspectorSwitches } from './inspector.ts';
import { table } from './measure.ts';
import { type Measure, warmUp } from './rounds.ts';
import type { Workload } from './workloads.ts';

const MAX_FUNCTIONS = 30;

interface Node {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}
export interface Profile {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export async function profileWork(
  upstreamUrl: string,
  measure: Measure,
  work: Workload,
  { seconds, warmUpSeconds }: Conditions,
): Promise<void> {
  const server = await startGateway(upstreamUrl, inspectorSwitches);
  try {
    const amount = await warmUp(measure, server, work, warmUpSeconds, seconds);
    const inspector = await inspect(server);
    await inspector.send('Profiler.enable');
    await inspector.send('Profiler.start');
    const { cpuMicros } = await measure(server, work, amount);
    const { profile } = (await inspector.send('Profiler.stop')) as { profile: Profile };
    inspector.close();
    const file = join(tmpdir(), `${work.name}-${process.pid}.cpuprofile`);
    await writeFile(file, JSON.stringify(profile));
    console.log(`${work.name}: ${Math.round(cpuMicros)} µs per request while profiled; the profile is in ${file}\n`);
    console.log(table(['function', 'self time, percent'], topFunctions(profile).slice(0, MAX_FUNCTIONS)));
  } finally {
    await server.stop();
  }
}

/** Functions with their percentage of the time that was not idle, largest first. */
export function topFunctions({ nodes, samples, timeDeltas }: Profile): [name: string, percent: number][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? 'unknown';
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .map(([name, time]) => [name, Math.round((time / total) * 1000) / 10]);
}

function nameOf({ functionName, url, lineNumber }: Node['callFrame']): string {
  const location = url.replace(/^.*\/(node_modules|src)\//, '$1/');
  return `${functionName || 'anonymous'}${location === '' ? '' : ` ${location}:${lineNumber + 1}`}`;
}
