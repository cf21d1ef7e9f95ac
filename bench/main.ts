/**
 * `npm run bench -- NAME [switches]`: runs one benchmark by its name, in this process; without a name, the comparison with
 * the floor and with naive Apollo. `help` lists the names.
 */
const benchmarks: Readonly<Record<string, () => Promise<{ run: (args: readonly string[]) => Promise<void> }>>> = {
  compare: () => import('./compare.ts'),
  growth: () => import('./growth.ts'),
  seals: () => import('./seals.ts'),
  start: () => import('./start.ts'),
  engine: () => import('./engine.ts'),
  workers: () => import('./workers.ts'),
  reference: () => import('./reference.ts'),
  'slow-sockets': () => import('./slow-sockets.ts'),
  decoding: () => import('./decoding.ts'),
  hostile: () => import('./hostile.ts'),
  overload: () => import('./overload.ts'),
  breaker: () => import('./breaker.ts'),
};

const given = process.argv.slice(2);
const isNamed = given[0] !== undefined && !given[0].startsWith('-');
const [name = '', ...args] = isNamed ? given : ['compare', ...given];
const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (load === undefined) {
  const text = `npm run bench -- NAME [switches]; there are ${Object.keys(benchmarks).join(', ')}; compare without a name`;
  (name === 'help' ? console.log : console.error)(text);
  process.exit(name === 'help' ? 0 : 1);
}
await (await load()).run(args);
