/**
 * What sealing and checking cost: 100 sealed ids and 100 cursors in W3, as CPU time with them against without, round by round;
 * and the check of a caller's token, the first time and once it is known. The claim: ids add at most 5 %.
 */

import { allScopes } from '../src/development.ts';
import { sign, verify } from '../test/support/caller-tokens.ts';
import { duration, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import { machine, table } from './measure.ts';
import { outputSwitches, publish } from './published.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { summarise } from './statistics.ts';
import { agentNrdsId, recordFields, type Work } from './works.ts';

const MOST = 0.05;
const TOKENS = 300;
/** Tokens that are checked before any is timed. */
const UNTIMED_TOKENS = 500;

const work = (title: string, selection: string): Work => ({
  name: 'Seals',
  title,
  query: `query Seals($agentNrdsId: String!) { transactions(agentNrdsId: $agentNrdsId, first: 100) { ${selection} } }`,
  variables: agentNrdsId,
  caller: 'agent',
  target: 1,
});

const withoutId = recordFields.replace(/^\s*id /, '');
const variants = [
  work('without ids', `nodes { ${withoutId} }`),
  work('with ids', `nodes { ${recordFields} }`),
  work('edges, without ids', `edges { node { ${withoutId} } }`),
  work('edges, with cursors', `edges { cursor node { ${withoutId} } }`),
];

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    ...outputSwitches,
    rounds: wholeNumber(21),
    seconds: duration(1),
    'warm-up': duration(8),
    connections: wholeNumber(32),
  });
  const { rounds, seconds, 'warm-up': warmUpSeconds } = values;
  const tokens = await tokensOf('agent', values.connections);
  const readCpu = createCpuReader();
  const upstream = await startUpstream();
  const gateway = await startGateway(new URL(upstream.url).origin);
  try {
    const measure = createMeasure(upstream, readCpu, () => tokens);
    const amounts: number[] = [];
    for (const each of variants) amounts.push(await warmUp(measure, gateway, each, warmUpSeconds, seconds));
    const taken = variants.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      // There and back: what the machine does besides grows or shrinks along a round, for one of two as for the other.
      const turns = [...variants.entries()];
      for (const [index, each] of round % 2 === 0 ? turns : turns.toReversed()) {
        taken[index]?.push((await measure(gateway, each, amounts[index] ?? 64)).cpuMicros);
      }
    }
    const medians = taken.map((each) => summarise(each).median);
    const checks = await tokenChecks();
    const [plain, ids, edges, cursors] = taken as [number[], number[], number[], number[]];
    const [forIds, forCursors] = [surcharge(plain, ids), surcharge(edges, cursors)];
    const rows = variants.map(({ title }, index) => [title, Math.round(medians[index] ?? 0)]);
    const text = [
      `W3 in turns, medians of ${rounds} rounds of some ${seconds} s each after a warm-up of some ${warmUpSeconds} s each; ${machine()}`,
      table(['100 full records', 'µs a request'], rows),
      `100 sealed ids add ${percent(forIds)} %, ${forIds <= MOST ? 'within' : 'NOT within'} ${MOST * 100} %; 100 cursors add ${percent(forCursors)} %.`,
      `A token is checked in ${checks.first} µs when it first comes, in ${checks.known} µs when it is known (elapsed time, medians of ${TOKENS}).`,
    ].join('\n\n');
    await publish('seals', text, { taken, medians, forIds, forCursors, checks }, values);
    if (forIds > MOST) process.exitCode = 1;
  } finally {
    await gateway.stop();
    await upstream.stop();
  }
}

/** What `more` costs beyond `plain`, as a share of it: the median of the rounds, each compared within itself. */
export function surcharge(plain: readonly number[], more: readonly number[]): number {
  return summarise(more.map((micros, round) => micros / (plain[round] ?? Number.NaN) - 1)).median;
}

const percent = (share: number) => Math.round(share * 1000) / 10;

async function tokenChecks(): Promise<{ readonly first: number; readonly known: number }> {
  const scope = allScopes.join(' ');
  const tokens = await Promise.all(
    Array.from({ length: UNTIMED_TOKENS + TOKENS }, (_, n) => sign({ role: 'service', sub: `service-${n}`, scope })),
  );
  const [first, known]: [number[], number[]] = [[], []];
  for (const token of tokens) {
    for (const times of [first, known]) {
      const start = performance.now();
      await verify(token);
      times.push((performance.now() - start) * 1000);
    }
  }
  const median = (times: number[]) => Math.round(summarise(times.slice(UNTIMED_TOKENS)).median * 10) / 10;
  return { first: median(first), known: median(known) };
}
