/** Long runs by name, with their counts printed: `npm run chaos -- uploads 1000`. Ends with 1 where one does not hold. */
import { uploads } from './aborted-uploads.ts';
import { drains } from './drains.ts';
import { reference } from './killed-reference.ts';
import { downloads } from './large-download.ts';

const runs: Readonly<Record<string, (count: number | undefined) => Promise<boolean>>> = {
  reference,
  uploads,
  downloads,
  drains,
};

const [name = '', count] = process.argv.slice(2);
const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
if (run === undefined) {
  console.error(`No run "${name}": one of ${Object.keys(runs).join(', ')}`);
  process.exit(2);
}
process.exit((await run(count === undefined ? undefined : Number(count))) ? 0 : 1);
