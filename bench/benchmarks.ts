/** The benchmarks, and how `all` runs them: each with the switches that keep a run short, and the time that it may take at most. */
import { join } from 'node:path';

interface Benchmark {
  readonly load: () => Promise<{ run: (args: readonly string[]) => Promise<void> }>;
  readonly description: string;
}

export const benchmarks = {
  compare: {
    load: () => import('./compare.ts'),
    description: 'CPU time per request, compared with what one would pick instead (the default)',
  },
  data: {
    load: () => import('./data.ts'),
    description: 'data in other notations and with other contents, compared with the usual',
  },
  memory: {
    load: () => import('./memory.ts'),
    description: 'peak memory under load, compared with other servers, and with 10,000 requests that wait',
  },
  distance: {
    load: () => import('./distance.ts'),
    description: 'what the gateway adds to a service whose calls take 5, 50 and 300 ms',
  },
  start: { load: () => import('./start.ts'), description: 'time until the gateway is ready, and its memory when idle' },
  overload: {
    load: () => import('./overload.ts'),
    description: 'successful responses under ten times the sustainable load',
  },
  live: {
    load: () => import('./live.ts'),
    description: '1,000 streams of changes: calls, time until all are told, memory, queries beside them',
  },
  search: {
    load: () => import('./search.ts'),
    description:
      'searches in an index of 200,000 records, in SQLite and PostgreSQL; filling it, and how soon a change is found',
  },
  reference: {
    load: () => import('./reference.ts'),
    description: 'lists of the embedded POST API on 200,000 transactions, by every sort and filter',
  },
} as const satisfies Readonly<Record<string, Benchmark>>;

export type BenchmarkName = keyof typeof benchmarks;

interface Step {
  readonly name: BenchmarkName;
  readonly switches: readonly string[];
  readonly minutes: number;
}

/** The comparison comes first and last: its two runs are of different times. `folder` is where the first one leaves its results. */
export function steps(folder: string): readonly Step[] {
  const compare = ['--warm-up', '5', '--rounds', '6', '--seconds', '0.6'];
  const first = join(folder, 'compare.json');
  return [
    { name: 'compare', switches: [...compare, '--json', first], minutes: 8 },
    { name: 'data', switches: ['--rounds', '5', '--seconds', '0.3'], minutes: 6 },
    { name: 'memory', switches: ['--seconds', '5', '--starts', '1'], minutes: 5 },
    { name: 'distance', switches: ['--seconds', '2', '--only', 'W1', '--only', 'W2', '--only', 'W4'], minutes: 5 },
    { name: 'start', switches: [], minutes: 2 },
    { name: 'overload', switches: [], minutes: 3 },
    { name: 'live', switches: [], minutes: 5 },
    { name: 'search', switches: ['--searches', '100'], minutes: 16 },
    { name: 'reference', switches: [], minutes: 5 },
    { name: 'compare', switches: [...compare, '--beside', first], minutes: 8 },
  ];
}
