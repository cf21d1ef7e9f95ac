/**
 * `npm run bench -- NAME [switches]`: runs one benchmark by its name, in this process; without a name, the comparison with
 * the floor and with naive Apollo. `help` lists them all.
 */
interface Benchmark {
  readonly load: () => Promise<{ run: (args: readonly string[]) => Promise<void> }>;
  readonly measures: string;
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  compare: {
    load: () => import('./compare.ts'),
    measures: 'CPU time of a request beside that of a bare proxy and of a naive server; without a name, this one',
  },
  growth: {
    load: () => import('./growth.ts'),
    measures: 'what a record costs as there are more of them: in a page, and along a list',
  },
  seals: { load: () => import('./seals.ts'), measures: 'what sealed ids, cursors and the check of a token cost' },
  start: { load: () => import('./start.ts'), measures: 'time until the gateway is ready, and its memory at rest' },
  engine: {
    load: () => import('./engine.ts'),
    measures: 'what each setting of the engine is worth, in time and memory',
  },
  workers: { load: () => import('./workers.ts'), measures: 'what a second process adds, where there are cores for it' },
  reference: {
    load: () => import('./reference.ts'),
    measures: 'lists of the embedded POST API on 200,000 transactions, by every sort and filter',
  },
  'slow-sockets': {
    load: () => import('./slow-sockets.ts'),
    measures: 'what connections that are held slowly do to a normal caller',
  },
  decoding: {
    load: () => import('./decoding.ts'),
    measures: 'reading the records of an answer by their columns, beside JSON.parse',
  },
  hostile: {
    load: () => import('./hostile.ts'),
    measures: 'how long hostile requests keep the event loop from turning',
  },
  overload: {
    load: () => import('./overload.ts'),
    measures: 'good answers under ten times the load that can be carried',
  },
  breaker: {
    load: () => import('./breaker.ts'),
    measures: 'an outage of the POST API: when calls are turned away, and when they are let in again',
  },
};

const usage = ['npm run bench -- NAME [switches]', '']
  .concat(Object.entries(benchmarks).map(([name, { measures }]) => `  ${name.padEnd(14)}${measures}`))
  .join('\n');

const given = process.argv.slice(2);
const isNamed = given[0] !== undefined && !given[0].startsWith('-');
const [name = '', ...args] = isNamed ? given : ['compare', ...given];
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark === undefined) {
  (name === 'help' ? console.log : console.error)(usage);
  process.exit(name === 'help' ? 0 : 1);
}
const { run } = await benchmark.load();
await run(args);
