/** `npm run fuzz -- NAME`: long runs with generated input, each in a file of this folder that prints its counts. */
const runs: Readonly<Record<string, () => Promise<{ readonly run: (args: readonly string[]) => Promise<boolean> }>>> = {
  requests: () => import('./fuzz-requests.ts'),
  isolation: () => import('./fuzz-isolation.ts'),
  ids: () => import('./fuzz-ids.ts'),
  filters: () => import('./fuzz-filters.ts'),
  columns: () => import('./fuzz-columns.ts'),
  bodies: () => import('./fuzz-bodies.ts'),
  doctor: () => import('./fuzz-doctor.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(runs, name) ? runs[name] : undefined;
const usage = `npm run fuzz -- NAME [--runs N] [--seed N], where NAME is one of: ${Object.keys(runs).join(', ')}`;
if (name === '--help') console.log(usage);
else if (load === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  process.exitCode = (await (await load()).run(args)) ? 0 : 1;
}
