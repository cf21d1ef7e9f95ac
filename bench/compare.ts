/**
 * The gateway's CPU time per request beside that of the floor and of naive Apollo, in one run and in turns, at the works W0 to
 * W5. Compares the answers first. Ends with exit code 1 where the gateway takes more of the floor's time than it may.
 */
import { duration, flag, oneOf, readSwitches, someOf, wholeNumber } from '../test/support/switches.ts';
import { type Conditions, type Row, report } from './compare-report.ts';
import { type ServerName, serverNames, starters, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import type { Server } from './processes.ts';
import { profileWork } from './profile.ts';
import { outputSwitches } from './published.ts';
import { createMeasure, type Measure, type Measured, warmUp } from './rounds.ts';
import { askOnce, difference } from './same-answers.ts';
import { summarise } from './statistics.ts';
import { type Work, works } from './works.ts';

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    only: someOf(works.map(({ name }) => name)),
    rounds: wholeNumber(5),
    seconds: duration(3),
    'warm-up': duration(20),
    connections: wholeNumber(32),
    'only-gateway': flag,
    profile: oneOf(works.map(({ name }) => name)),
    ...outputSwitches,
    'no-fail': flag,
  });
  const names = values.profile === undefined ? values.only : [values.profile];
  const chosen = works.filter(({ name }) => names?.includes(name) ?? true);
  const { rounds, seconds, 'warm-up': warmUpSeconds, connections } = values;
  const conditions: Conditions = { rounds, seconds, warmUpSeconds, connections };
  const readCpu = createCpuReader();
  const tokens = {
    agent: await tokensOf('agent', connections),
    service: await tokensOf('service', connections),
  };
  const tokensFor = ({ caller }: Work) => tokens[caller];
  const servers: Server[] = [];
  try {
    const upstream = await startUpstream();
    servers.push(upstream);
    const upstreamUrl = new URL(upstream.url).origin;
    const measure = createMeasure(upstream, readCpu, tokensFor);
    if (values.profile !== undefined) return await profileWork(upstreamUrl, measure, chosen[0]!, conditions);
    const compared: [ServerName, Server][] = [];
    for (const name of values['only-gateway'] ? (['gateway'] as const) : serverNames) {
      const server = await starters[name](upstreamUrl);
      servers.push(server);
      compared.push([name, server]);
    }
    const rows: Row[] = [];
    for (const work of chosen) {
      await checkAnswers(compared, work, tokensFor(work)[0] ?? '');
      rows.push(await measureRow(measure, compared, work, conditions));
      console.error(progress(rows.at(-1)!));
    }
    await report(rows, conditions, values);
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
}

/** Throws where an answer has errors, or is not that of the others. */
async function checkAnswers(compared: readonly [ServerName, Server][], work: Work, token: string): Promise<void> {
  const answers: [ServerName, unknown][] = [];
  for (const [name, server] of compared) answers.push([name, await askOnce(server, work, token, 0)]);
  for (const [name, answer] of answers) {
    const { data, errors } = answer as { data?: unknown; errors?: unknown };
    if (!data || errors !== undefined) throw new Error(`${work.name} of ${name}: ${JSON.stringify(errors)}`);
    const path = difference(answers[0]?.[1], answer);
    if (path !== null)
      throw new Error(`${work.name}: ${name} does not answer what ${answers[0]?.[0]} does, at ${path}`);
  }
}

async function measureRow(
  measure: Measure,
  compared: readonly [ServerName, Server][],
  work: Work,
  { rounds, seconds, warmUpSeconds }: Conditions,
): Promise<Row> {
  const amounts = new Map<ServerName, number>();
  for (const [name, server] of compared) {
    amounts.set(name, await warmUp(measure, server, work, warmUpSeconds, seconds));
  }
  const taken = new Map<ServerName, Measured[]>(compared.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, server] of compared) taken.get(name)?.push(await measure(server, work, amounts.get(name) ?? 64));
  }
  const servers = compared.map(([name]) => {
    const all = taken.get(name) ?? [];
    return {
      name,
      cpu: summarise(all.map(({ cpuMicros }) => cpuMicros)),
      perSecond: summarise(all.map(({ perSecond }) => perSecond)).median,
      calls: summarise(all.map(({ calls }) => calls)).median,
    };
  });
  return { work: work.name, title: work.title, target: work.target, servers };
}

const progress = ({ work, servers }: Row): string =>
  `${work}: ${servers.map(({ name, cpu }) => `${name} ${Math.round(cpu.median)} µs`).join(', ')}`;
