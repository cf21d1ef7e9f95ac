/**
 * The gateway's CPU time per request compared with that of guarded and bare Mercurius, of the floor and of naive Apollo, taking turns
 * in one run, for workloads W0 to W5. Compares their responses first. The exit code is 1 if the gateway exceeds an allowed multiple.
 */
import { readFile } from 'node:fs/promises';
import { duration, flag, text as given, oneOf, readSwitches, someOf, wholeNumber } from '../test/support/switches.ts';
import { type Conditions, judge, markdown, type Row, sameWork } from './compare-report.ts';
import { difference, sendChecked } from './compare-responses.ts';
import { peers, type ServerName, serverNames, starters, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import type { Server } from './processes.ts';
import { profileWork } from './profile.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, type Measure, type Measurement, warmUp } from './rounds.ts';
import { cheapest, summarize } from './statistics.ts';
import { type Workload, workloads } from './workloads.ts';

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    only: someOf(workloads.map(({ name }) => name)),
    rounds: wholeNumber(12),
    seconds: duration(1),
    'warm-up': duration(20),
    connections: wholeNumber(32),
    'only-gateway': flag,
    'without-peers': flag,
    profile: oneOf(workloads.map(({ name }) => name)),
    beside: given('FILE'),
    ...outputSwitches,
  });
  const names = values.profile === undefined ? values.only : [values.profile];
  const selected = workloads.filter(({ name }) => names?.includes(name) ?? true);
  const { rounds, seconds, 'warm-up': warmUpSeconds, connections } = values;
  const conditions: Conditions = { rounds, seconds, warmUpSeconds, connections };
  const earlier = values.beside === undefined ? undefined : await rowsOf(values.beside);
  const readCpu = createCpuReader();
  const tokens = {
    agent: await tokensOf('agent', connections),
    service: await tokensOf('service', connections),
  };
  const tokensFor = ({ caller }: Workload) => tokens[caller];
  const servers: Server[] = [];
  try {
    const upstream = await startUpstream();
    servers.push(upstream);
    const upstreamUrl = new URL(upstream.url).origin;
    const measure = createMeasure(upstream, readCpu, tokensFor);
    if (values.profile !== undefined) return await profileWork(upstreamUrl, measure, selected[0]!, conditions);
    const compared: [ServerName, Server][] = [];
    for (const name of serverNames) {
      if (values['only-gateway'] && name !== 'gateway') continue;
      if (values['without-peers'] && peers.includes(name)) continue;
      const server = await starters[name](upstreamUrl);
      servers.push(server);
      compared.push([name, server]);
    }
    const rows: Row[] = [];
    for (const work of selected) {
      await checkResponses(compared, work, tokensFor(work)[0] ?? '');
      rows.push(await measureRow(measure, compared, work, conditions));
      console.error(progress(rows.at(-1)!));
    }
    const text = markdown(rows, conditions, earlier);
    const verdicts = rows.flatMap((row) => judge(row, sameWork(earlier, row)));
    await publish('compare', { text, results: { ...conditions, rows }, verdicts }, values);
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

/** Of an earlier run, which `--json` has written: `--beside` shows and judges it together with this one. */
async function rowsOf(file: string): Promise<readonly Row[]> {
  return (JSON.parse(await readFile(file, 'utf8')) as { rows: readonly Row[] }).rows;
}

/** Throws if a response has errors or differs from the first server's. */
async function checkResponses(compared: readonly [ServerName, Server][], work: Workload, token: string): Promise<void> {
  const responses: [ServerName, unknown][] = [];
  for (const [name, server] of compared)
    responses.push([name, await sendChecked(server, work, token, `${work.name} of ${name}`)]);
  for (const [name, response] of responses) {
    const path = difference(responses[0]?.[1], response);
    if (path !== null)
      throw new Error(`${work.name}: ${name} responds differently from ${responses[0]?.[0]}, at ${path}`);
  }
}

async function measureRow(
  measure: Measure,
  compared: readonly [ServerName, Server][],
  work: Workload,
  { rounds, seconds, warmUpSeconds }: Conditions,
): Promise<Row> {
  const amounts = new Map<ServerName, number>();
  for (const [name, server] of compared) {
    amounts.set(name, await warmUp(measure, server, work, warmUpSeconds, seconds));
  }
  const samples = new Map<ServerName, Measurement[]>(compared.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, server] of compared)
      samples.get(name)?.push(await measure(server, work, amounts.get(name) ?? 64));
  }
  const servers = compared.map(([name]) => {
    const all = samples.get(name) ?? [];
    const micros = all.map(({ cpuMicros }) => cpuMicros);
    return {
      name,
      cpu: cheapest(micros),
      medianCpu: summarize(micros).median,
      perSecond: summarize(all.map(({ perSecond }) => perSecond)).median,
      calls: summarize(all.map(({ calls }) => calls)).median,
    };
  });
  return { work: work.name, title: work.title, targets: work.targets, servers };
}

const progress = ({ work, servers }: Row): string =>
  `${work}: ${servers.map(({ name, cpu }) => `${name} ${Math.round(cpu)} µs`).join(', ')}`;
