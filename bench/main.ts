/**
 * `npm run bench -- NAME [options]`: runs the named benchmark in this process; without a name, the comparison with other servers.
 * `--help` lists all benchmarks.
 */
interface Benchmark {
  readonly load: () => Promise<{ run: (args: readonly string[]) => Promise<void> }>;
  readonly description: string;
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  compare: {
    load: () => import('./compare.ts'),
    description: 'CPU time per request, compared with what one would pick instead (the default)',
  },
  notations: {
    load: () => import('./notations.ts'),
    description: 'every accepted notation of times, numbers, codes and blanks, compared with the usual one',
  },
  data: {
    load: () => import('./data.ts'),
    description: 'sparse and dense records, escapes, letters, long values, compared with the floor',
  },
  growth: {
    load: () => import('./growth.ts'),
    description: 'how the cost of a record changes with page size and along a long list',
  },
  seals: { load: () => import('./seals.ts'), description: 'cost of sealed ids, cursors and token verification' },
  start: { load: () => import('./start.ts'), description: 'time until the gateway is ready, and its memory when idle' },
  memory: {
    load: () => import('./memory.ts'),
    description: 'peak memory under load, compared with other servers, and with 10,000 requests that wait',
  },
  distance: {
    load: () => import('./distance.ts'),
    description: 'what the gateway adds to a service whose calls take 5, 50 and 300 ms',
  },
  engine: {
    load: () => import('./engine.ts'),
    description: 'what each trick of the engine is worth, in time and memory',
  },
  bounds: {
    load: () => import('./bounds.ts'),
    description: 'what the bounds cost an ordinary request that keep one caller from taking the gateway from others',
  },
  workers: { load: () => import('./workers.ts'), description: 'throughput of a second process, given enough cores' },
  reference: {
    load: () => import('./reference.ts'),
    description: 'lists of the embedded POST API on 200,000 transactions, by every sort and filter',
  },
  search: {
    load: () => import('./search.ts'),
    description: 'searches in an index of 200,000 records, in SQLite and PostgreSQL',
  },
  'slow-sockets': {
    load: () => import('./slow-sockets.ts'),
    description: 'effect of slow connections on a normal caller',
  },
  decoding: {
    load: () => import('./decoding.ts'),
    description: 'reading the records of a response by their columns, compared with JSON.parse',
  },
  hostile: {
    load: () => import('./hostile.ts'),
    description: 'how long hostile requests block the event loop',
  },
  overload: {
    load: () => import('./overload.ts'),
    description: 'successful responses under ten times the sustainable load',
  },
  live: {
    load: () => import('./live.ts'),
    description:
      '1,000 streams of changes: calls of the POST API, time until all are told, memory, queries beside them',
  },
  breaker: {
    load: () => import('./breaker.ts'),
    description: 'an outage of the POST API: how soon calls are rejected, and how soon they succeed again',
  },
  all: {
    load: () => import('./all.ts'),
    description: 'all that docs/performance.md shows; --write renews its figures',
  },
};

const usage = ['npm run bench -- NAME [options]', '']
  .concat(Object.entries(benchmarks).map(([name, { description }]) => `  ${name.padEnd(14)}${description}`))
  .join('\n');

const argv = process.argv.slice(2);
const isHelp = argv[0] === 'help' || argv[0] === '--help';
const isNamed = argv[0] !== undefined && !argv[0].startsWith('-');
const [name = '', ...args] = isNamed ? argv : ['compare', ...argv];
if (isHelp) {
  console.log(usage);
  process.exit();
}
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark === undefined) {
  console.error(usage);
  process.exit(1);
}
const { run } = await benchmark.load();
await run(args);
