/**
 * Runs a long test by name and prints its counts: `npm run chaos -- downloads 500`; without a name, creations. The exit code is 1
 * if a guarantee does not hold.
 */

import { readCount, readSwitches } from '../support/switches.ts';
import { callers } from './callers.ts';
import { drains } from './drains.ts';
import { creates } from './killed-gateway.ts';
import { downloads } from './large-download.ts';
import { replicas } from './replicas.ts';

const runs: Readonly<Record<string, (count: number | undefined, args: readonly string[]) => Promise<boolean>>> = {
  callers,
  creates,
  downloads,
  drains,
  replicas,
};
/** The other runs accept only a count. */
const takesSwitches: ReadonlySet<unknown> = new Set([callers, creates, replicas]);

const [name = 'creates', ...args] = process.argv.slice(2);
if (name === '--help') {
  console.log(`npm run chaos -- [NAME] [COUNT] [options], where NAME is one of: ${Object.keys(runs).join(', ')}`);
  process.exit();
}
const count = args[0]?.startsWith('-') ? undefined : args.shift();
const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
if (run === undefined) {
  console.error(`unknown run "${name}"; the runs are ${Object.keys(runs).join(', ')}`);
  process.exit(2);
}
const number = count === undefined ? undefined : readCount(name, count);
if (!takesSwitches.has(run)) readSwitches(args, {});
process.exit((await run(number, args)) ? 0 : 1);
