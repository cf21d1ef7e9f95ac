/**
 * What a record costs as there are more of them: CPU time by the length of a page, as a straight line through pages of 1 to
 * 100 full records, and all along one long list that is walked by cursors, after which the memory is looked at.
 */
import { duration, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import { collectedHeapMb, inspect, inspectorSwitches } from './inspector.ts';
import { machine, table } from './measure.ts';
import { outputSwitches, publish } from './published.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { fitLine, summarise } from './statistics.ts';
import { findParts, walk } from './walk.ts';
import { agentNrdsId, recordFields, type Work } from './works.ts';

const LENGTHS = [1, 5, 10, 20, 40, 60, 80, 100];
const PARTS = 5;
/** How far the cost of a record may be from what the others tell. */
const FLAT = 0.1;
/** Most that all walks may leave in the heap. */
const MOST_LEFT_MB = 3;

const page = (first: number): Work => ({
  name: 'Page',
  title: `${first} records`,
  query: `query Page($agentNrdsId: String!) { transactions(agentNrdsId: $agentNrdsId, first: ${first}) { nodes { ${recordFields} } } }`,
  variables: agentNrdsId,
  caller: 'agent',
  target: 1,
});

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    ...outputSwitches,
    records: wholeNumber(50_000),
    rounds: wholeNumber(3),
    seconds: duration(2),
    walks: wholeNumber(15),
    'warm-up': duration(8),
  });
  const { records, rounds, seconds, walks, 'warm-up': warmUpSeconds } = values;
  const readCpu = createCpuReader();
  const tokens = await tokensOf('agent', 16);
  const upstream = await startUpstream(records);
  const gateway = await startGateway(new URL(upstream.url).origin, inspectorSwitches);
  try {
    const measure = createMeasure(upstream, readCpu, () => tokens);
    const amounts = new Map<number, number>();
    for (const length of LENGTHS) {
      amounts.set(length, await warmUp(measure, gateway, page(length), warmUpSeconds, seconds));
    }
    const taken = new Map<number, number[]>(LENGTHS.map((length) => [length, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const length of LENGTHS) {
        taken.get(length)?.push((await measure(gateway, page(length), amounts.get(length) ?? 64)).cpuMicros);
      }
    }
    const points = LENGTHS.map((length) => [length, summarise(taken.get(length) ?? []).median] as const);
    const inspector = await inspect(gateway);
    const way = { ...gateway, token: tokens[0] ?? '', records, parts: PARTS, readCpu };
    // Not counted: the engine compiles what is hot, and what the first steps leave behind stays for good.
    const starts = await findParts(way);
    for (const end = performance.now() + warmUpSeconds * 1_000; performance.now() < end; ) await walk(way, starts, 0);
    const before = await collectedHeapMb(inspector);
    const walked: (readonly number[])[] = [];
    for (let each = 0; each < walks; each += 1) walked.push(await walk(way, starts, each));
    const parts = mediansOf(walked);
    const after = await collectedHeapMb(inspector);
    inspector.close();
    const line = fitLine(points);
    const conditions = `medians of ${rounds} rounds and of ${walks} walks after a warm-up of some ${warmUpSeconds} s each; ${machine()}`;
    const text = report(points, parts, [before, after], `${records} records, ${conditions}`);
    await publish('growth', text, { points, line, parts, walked, heapMb: { before, after } }, values);
    if (furthestPart(parts) > FLAT || after - before > MOST_LEFT_MB) process.exitCode = 1;
  } finally {
    await gateway.stop();
    await upstream.stop();
  }
}

export function report(
  points: readonly (readonly [length: number, micros: number])[],
  parts: readonly number[],
  [before, after]: readonly [number, number],
  conditions: string,
): string {
  const { slope, intercept } = fitLine(points);
  const rows = points.map(([length, micros]) => {
    const fitted = intercept + slope * length;
    return [length, Math.round(micros), Math.round(fitted), `${percent(micros / fitted - 1)} %`];
  });
  const furthest = furthestPart(parts);
  return [
    `CPU time by the length of a page; ${conditions}`,
    table(['records a page', 'µs a request', 'on the line', 'off it'], rows),
    `A record costs ${slope.toFixed(1)} µs, a request beside its records ${intercept.toFixed(0)} µs.`,
    'The whole list by cursors, 100 records a page, its parts in turns:',
    table(
      ['part of the list', 'µs a record'],
      parts.map((part, index) => [`${index + 1} of ${parts.length}`, Math.round(part * 10) / 10]),
    ),
    `Furthest from their median: ${percent(furthest)} %, ${furthest <= FLAT ? 'within' : 'NOT within'} ${FLAT * 100} %. ` +
      `Heap after garbage collection: ${before.toFixed(1)} MB before the walks, ${after.toFixed(1)} MB after them.`,
  ].join('\n\n');
}

/** The median of each part over all walks: a full collection falls into any part of one of them. */
export function mediansOf(walked: readonly (readonly number[])[]): readonly number[] {
  return (walked[0] ?? []).map((_, part) => summarise(walked.map((costs) => costs[part] ?? Number.NaN)).median);
}

/** How far the part that differs most is from the median of all, as a share of it. */
function furthestPart(parts: readonly number[]): number {
  const { median } = summarise(parts);
  return Math.max(...parts.map((part) => Math.abs(part / median - 1)));
}

const percent = (share: number) => Math.round(share * 1000) / 10;
