/**
 * Long runs by name, with their counts printed: `npm run chaos -- uploads 1000`; without a name, creations. Ends with 1 where
 * one does not hold.
 */

import { readCount, readSwitches } from '../support/switches.ts';
import { uploads } from './aborted-uploads.ts';
import { drains } from './drains.ts';
import { upstream } from './hostile-upstream.ts';
import { creates } from './killed-gateway.ts';
import { reference } from './killed-reference.ts';
import { downloads } from './large-download.ts';

const runs: Readonly<Record<string, (count: number | undefined, args: readonly string[]) => Promise<boolean>>> = {
  creates,
  reference,
  uploads,
  downloads,
  drains,
  upstream,
};
/** The others take none. */
const takesSwitches: ReadonlySet<unknown> = new Set([creates, upstream]);

const [name = 'creates', ...given] = process.argv.slice(2);
const count = given[0]?.startsWith('-') ? undefined : given.shift();
const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
if (run === undefined) {
  console.error(`No run "${name}": one of ${Object.keys(runs).join(', ')}`);
  process.exit(2);
}
const number = count === undefined ? undefined : readCount(name, count);
if (!takesSwitches.has(run)) readSwitches(given, {});
process.exit((await run(number, given)) ? 0 : 1);
