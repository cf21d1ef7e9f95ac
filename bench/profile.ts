/**
 * Where the gateway's CPU time goes at one work: profiles it by its inspector during the load alone, keeps the profile for
 * a browser's developer tools, and prints the functions that take most time by themselves.
 */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conditions } from './compare-report.ts';
import { startGateway } from './comparison.ts';
import { inspect, inspectorSwitches } from './inspector.ts';
import { table } from './measure.ts';
import { type Measure, warmUp } from './rounds.ts';
import type { Work } from './works.ts';

const SHOWN = 30;

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
  work: Work,
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
    console.log(`${work.name}: ${Math.round(cpuMicros)} µs a request while profiled; the profile is ${file}\n`);
    console.log(table(['function', 'percent by itself'], topFunctions(profile).slice(0, SHOWN)));
  } finally {
    await server.stop();
  }
}

/** Functions with their share of the time that was not idle, the greatest first. */
export function topFunctions({ nodes, samples, timeDeltas }: Profile): [name: string, percent: number][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? 'unknown';
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .map(([name, time]) => [name, Math.round((time / all) * 1000) / 10]);
}

function nameOf({ functionName, url, lineNumber }: Node['callFrame']): string {
  const place = url.replace(/^.*\/(node_modules|src)\//, '$1/');
  return `${functionName || 'anonymous'}${place === '' ? '' : ` ${place}:${lineNumber + 1}`}`;
}
