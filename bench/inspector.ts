/** The inspector of a gateway started with `--inspect`, loopback only: its heap after collections, and where its CPU time goes. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from './processes.ts';
import { table } from './report.ts';
import { measure, warmUp } from './rounds.ts';
import { startGateway } from './servers.ts';
import type { Workload } from './workloads.ts';

export const inspectorSwitches: readonly string[] = ['--inspect=127.0.0.1:0'];

interface Inspector {
  readonly send: (method: string) => Promise<unknown>;
  readonly close: () => void;
}

export async function inspect(server: Server): Promise<Inspector> {
  const socket = new WebSocket(/ws:\S+/.exec(server.errors())?.[0] ?? '');
  const pending = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    pending.get(id)?.(result);
    pending.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector is unreachable')));
  });
  let lastId = 0;
  return {
    send: (method) =>
      new Promise((resolve) => {
        lastId += 1;
        pending.set(lastId, resolve);
        socket.send(JSON.stringify({ id: lastId, method }));
      }),
    close: () => socket.close(),
  };
}

/** The heap in use after full garbage collections, in MB. */
export async function collectedHeapMb({ send }: Inspector): Promise<number> {
  for (let time = 0; time < 3; time += 1) await send('HeapProfiler.collectGarbage');
  const { usedSize } = (await send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 2 ** 20;
}

const MAX_FUNCTIONS = 30;

interface Node {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}
interface Profile {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Profiles the gateway for one workload, saves the profile for a browser's developer tools, and prints the functions with most self time. */
export async function profileWork(
  upstream: Server,
  work: Workload,
  seconds: number,
  warmUpSeconds: number,
): Promise<void> {
  const server = await startGateway(upstream, { switches: inspectorSwitches });
  try {
    const amount = await warmUp(server, work, warmUpSeconds, seconds);
    const inspector = await inspect(server);
    await inspector.send('Profiler.enable');
    await inspector.send('Profiler.start');
    const { cpu } = await measure(server, work, amount);
    const { profile } = (await inspector.send('Profiler.stop')) as { profile: Profile };
    inspector.close();
    const file = join(tmpdir(), `${work.name}-${process.pid}.cpuprofile`);
    await writeFile(file, JSON.stringify(profile));
    console.log(`${work.name}: ${Math.round(cpu)} µs per request while profiled; the profile is in ${file}\n`);
    console.log(table(['function', 'self time, percent'], topFunctions(profile).slice(0, MAX_FUNCTIONS)));
  } finally {
    await server.stop();
  }
}

/** Functions with their percentage of the time that was not idle, largest first. */
function topFunctions({ nodes, samples, timeDeltas }: Profile): [name: string, percent: number][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? 'unknown';
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .map(([name, time]) => [name, Math.round((time / total) * 1_000) / 10]);
}

function nameOf({ functionName, url, lineNumber }: Node['callFrame']): string {
  const location = url.replace(/^.*\/(node_modules|src)\//, '$1/');
  return `${functionName || 'anonymous'}${location === '' ? '' : ` ${location}:${lineNumber + 1}`}`;
}
