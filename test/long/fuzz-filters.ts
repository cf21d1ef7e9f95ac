/** Hostile texts in every filter; fails where one says more, or something else, than itself. Prints how many were refused. */

import { sendHostileTexts } from '../contract/hostile-values.ts';
import { ofCases, readSwitches } from '../support/switches.ts';

const DEFAULT_RUNS = 1_000_000;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed } = readSwitches(args, ofCases(DEFAULT_RUNS));
  console.log(`${runs} texts, seed ${seed}`);
  const { refused, sent, brokenOut } = await sendHostileTexts(runs, seed);
  console.log(`refused ${refused}; sent and read back as themselves ${sent - brokenOut.length}`);
  console.log(`broken out ${brokenOut.length}`);
  for (const each of brokenOut.slice(0, 10)) console.error(each);
  return brokenOut.length === 0;
}
