/**
 * The cost of sealing and of token checks: CPU time of W3 with and without 100 sealed ids, and with and without 100 cursors,
 * compared round by round; and the time to check a caller's token, first uncached, then cached. Targets: ids add at most 5 %, cursors 40 %.
 */
import { callerScopes } from '../src/process/development.ts';
import { sign, verify } from '../test/support/callers/caller-tokens.ts';
import { duration, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import { machine, table } from './measure.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { percent, summarize } from './statistics.ts';
import { atMost } from './verdicts.ts';
import { agentNrdsId, recordFields, type Workload } from './workloads.ts';

const MAX_FOR_IDS = 0.05;
const MAX_FOR_CURSORS = 0.4;
const TOKENS = 300;
/** Tokens that are checked before timing starts. */
const UNTIMED_TOKENS = 500;

const work = (title: string, selection: string): Workload => ({
  name: 'Seals',
  title,
  query: `query Seals($agentNrdsId: String!) { transactions(agentNrdsId: $agentNrdsId, first: 100) { ${selection} } }`,
  variables: agentNrdsId,
  caller: 'agent',
  targets: {},
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
      // The order alternates, because other load on the machine may grow or shrink along a round, which must not favor one variant.
      const order = [...variants.entries()];
      for (const [index, each] of round % 2 === 0 ? order : order.toReversed()) {
        taken[index]?.push((await measure(gateway, each, amounts[index] ?? 64)).cpuMicros);
      }
    }
    const medians = taken.map((each) => summarize(each).median);
    const checks = await measureTokenChecks();
    const [plain, ids, edges, cursors] = taken as [number[], number[], number[], number[]];
    const [forIds, forCursors] = [relativeOverhead(plain, ids), relativeOverhead(edges, cursors)];
    const rows = variants.map(({ title }, index) => [title, Math.round(medians[index] ?? 0)]);
    const text = [
      `W3, medians of ${rounds} alternating rounds of about ${seconds} s each after warm-ups of about ${warmUpSeconds} s each; ${machine()}`,
      table(['100 full records', 'µs per request'], rows),
      `100 sealed ids add ${judged(forIds, MAX_FOR_IDS)}; 100 cursors add ${judged(forCursors, MAX_FOR_CURSORS)}.`,
      `Verifying a token takes ${checks.first} µs the first time, and ${checks.known} µs when it is cached (elapsed time, medians of ${TOKENS}).`,
    ].join('\n\n');
    const verdicts = [
      atMost('100 ids', percent(forIds), 100 * MAX_FOR_IDS, '%'),
      atMost('100 cursors', percent(forCursors), 100 * MAX_FOR_CURSORS, '%'),
    ];
    await publish('seals', { text, results: { taken, medians, forIds, forCursors, checks }, verdicts }, values);
  } finally {
    await gateway.stop();
    await upstream.stop();
  }
}

const judged = (share: number, max: number): string =>
  `${percent(share)} %, ${share <= max ? 'within' : 'NOT within'} ${max * 100} %`;

/** The relative extra cost of `more` over `plain`: the median over the rounds, each compared with itself. */
export function relativeOverhead(plain: readonly number[], more: readonly number[]): number {
  return summarize(more.map((micros, round) => micros / (plain[round] ?? Number.NaN) - 1)).median;
}

async function measureTokenChecks(): Promise<{ readonly first: number; readonly known: number }> {
  const scope = callerScopes.join(' ');
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
  const median = (times: number[]) => Math.round(summarize(times.slice(UNTIMED_TOKENS)).median * 10) / 10;
  return { first: median(first), known: median(known) };
}
