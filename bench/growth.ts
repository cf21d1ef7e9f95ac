/**
 * How the cost of a record changes with the number of records: CPU time by page size, with a straight line fitted through pages
 * of 1 to 100 full records, and CPU time along one long list that is walked by cursor; then the heap that the walks leave behind.
 */
import { duration, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createCpuReader } from './cpu.ts';
import { collectedHeapMb, inspect, inspectorSwitches } from './inspector.ts';
import { machine, table } from './measure.ts';
import { outputSwitches, publish } from './publish.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { fitLine, percent, summarize } from './statistics.ts';
import { atMost } from './verdicts.ts';
import { findParts, walk } from './walk.ts';
import { agentNrdsId, recordFields, type Workload } from './workloads.ts';

const PAGE_SIZES = [1, 5, 10, 20, 40, 60, 80, 100];
const PARTS = 5;
/** The largest allowed relative deviation of any part's cost per record from the median. */
const MAX_DEVIATION = 0.1;
/** The most that all walks together may add to the heap. */
const MAX_HEAP_GROWTH_MB = 3;

const page = (first: number): Workload => ({
  name: 'Page',
  title: `${first} records`,
  query: `query Page($agentNrdsId: String!) { transactions(agentNrdsId: $agentNrdsId, first: ${first}) { nodes { ${recordFields} } } }`,
  variables: agentNrdsId,
  caller: 'agent',
  targets: {},
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
    for (const length of PAGE_SIZES) {
      amounts.set(length, await warmUp(measure, gateway, page(length), warmUpSeconds, seconds));
    }
    const samples = new Map<number, number[]>(PAGE_SIZES.map((length) => [length, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const length of PAGE_SIZES) {
        samples.get(length)?.push((await measure(gateway, page(length), amounts.get(length) ?? 64)).cpuMicros);
      }
    }
    const points = PAGE_SIZES.map((length) => [length, summarize(samples.get(length) ?? []).median] as const);
    const inspector = await inspect(gateway);
    const walkOptions = { ...gateway, token: tokens[0] ?? '', records, parts: PARTS, readCpu };
    // Not measured: V8 still compiles the hot code, and what the first pages allocate for good belongs to the baseline.
    const starts = await findParts(walkOptions);
    for (const end = performance.now() + warmUpSeconds * 1_000; performance.now() < end; )
      await walk(walkOptions, starts, 0);
    const before = await collectedHeapMb(inspector);
    const walked: (readonly number[])[] = [];
    for (let index = 0; index < walks; index += 1) walked.push(await walk(walkOptions, starts, index));
    const parts = mediansOf(walked);
    const after = await collectedHeapMb(inspector);
    inspector.close();
    const line = fitLine(points);
    const conditions = `medians of ${rounds} rounds and of ${walks} walks after warm-ups of about ${warmUpSeconds} s each; ${machine()}`;
    const text = report(points, parts, [before, after], `${records} records, ${conditions}`);
    const verdicts = [
      atMost('a part of the list', 100 * furthestPart(parts), 100 * MAX_DEVIATION, '%'),
      atMost('heap', after - before, MAX_HEAP_GROWTH_MB, 'MB'),
    ];
    await publish(
      'growth',
      { text, results: { points, line, parts, walked, heapMb: { before, after } }, verdicts },
      values,
    );
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
  const cells = points.map(
    ([length, micros]) => `${Math.round(micros)} (${percent(micros / (intercept + slope * length) - 1)} %)`,
  );
  const furthest = furthestPart(parts);
  return [
    `CPU time by page size; ${conditions}`,
    table(
      ['records per page', ...points.map(([length]) => String(length))],
      [['µs (deviation from a line)', ...cells]],
    ),
    `A record costs ${slope.toFixed(1)} µs, a request without its records ${intercept.toFixed(0)} µs.`,
    `The ${parts.length} parts of the whole list by cursor, 100 records per page, in alternation: ${parts.map((part) => part.toFixed(1)).join(', ')} µs per record. ` +
      `Largest deviation from the median: ${percent(furthest)} %, ${furthest <= MAX_DEVIATION ? 'within' : 'NOT within'} ${MAX_DEVIATION * 100} %. ` +
      `Heap after garbage collection: ${before.toFixed(1)} MB before the walks, ${after.toFixed(1)} MB after them.`,
  ].join('\n\n');
}

/** The median of each part over all walks, since a full collection can land in any part of a single walk. */
export function mediansOf(walked: readonly (readonly number[])[]): readonly number[] {
  return (walked[0] ?? []).map((_, part) => summarize(walked.map((costs) => costs[part] ?? Number.NaN)).median);
}

/** The largest relative deviation of a part from the median of all parts. */
function furthestPart(parts: readonly number[]): number {
  const { median } = summarize(parts);
  return Math.max(...parts.map((part) => Math.abs(part / median - 1)));
}
