/** The benchmarks, with the switches that keep a run within `all` short, and how long that may take. */
interface Benchmark {
  readonly load: () => Promise<{ run: (args: readonly string[]) => Promise<void> }>;
  readonly description: string;
  readonly inAll: readonly string[];
  readonly maxMinutes: number;
}

export const benchmarks = {
  compare: {
    load: () => import('./compare.ts'),
    description: 'CPU time per request, compared with what one would pick instead (the default)',
    // W2 costs a sixth less once V8 has optimized all of it, which takes 10,000 requests.
    inAll: ['--warm-up', '10', '--rounds', '6', '--seconds', '0.5'],
    maxMinutes: 9,
  },
  data: {
    load: () => import('./data.ts'),
    description: 'data in other notations and with other contents, compared with the usual',
    inAll: ['--warm-up', '4', '--rounds', '5', '--seconds', '0.3'],
    maxMinutes: 6,
  },
  memory: {
    load: () => import('./memory.ts'),
    description: 'peak memory under load, compared with other servers, and with 10,000 requests that wait',
    inAll: ['--seconds', '4', '--starts', '1'],
    maxMinutes: 5,
  },
  distance: {
    load: () => import('./distance.ts'),
    description: 'what the gateway adds to a service whose calls take 5, 50 and 300 ms',
    inAll: ['--seconds', '2', '--only', 'W1', '--only', 'W2', '--only', 'W4'],
    maxMinutes: 5,
  },
  start: {
    load: () => import('./start.ts'),
    description: 'time until the gateway is ready, its memory when idle, what its first requests cost',
    inAll: ['--warm-up', '4'],
    maxMinutes: 3,
  },
  overload: {
    load: () => import('./overload.ts'),
    description: 'successful responses under ten times the sustainable load',
    inAll: [],
    maxMinutes: 3,
  },
  live: {
    load: () => import('./live.ts'),
    description: '1,000 streams of changes: calls, time until all are told, memory',
    inAll: [],
    maxMinutes: 4,
  },
  search: {
    load: () => import('./search.ts'),
    description:
      'searches in an index of 200,000 records, in SQLite and PostgreSQL; filling it, and how soon a change is found',
    inAll: ['--only', 'SQLite', '--searches', '60'],
    maxMinutes: 10,
  },
  reference: {
    load: () => import('./reference.ts'),
    description: 'lists of the embedded POST API on 200,000 transactions, by every sort and filter',
    inAll: ['--runs', '9'],
    maxMinutes: 5,
  },
} as const satisfies Readonly<Record<string, Benchmark>>;

export type BenchmarkName = keyof typeof benchmarks;
