/** Puts hostile texts into every filter, and fails if one changes what the filter says. Prints how many were rejected. */

import { sendHostileTexts } from '../gateway/reading/hostile-values.ts';
import { caseSwitches, readSwitches } from '../support/switches.ts';

const DEFAULT_RUNS = 1_000_000;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed } = readSwitches(args, caseSwitches(DEFAULT_RUNS));
  console.log(`${runs} texts, seed ${seed}`);
  const { rejected, sent, escaped } = await sendHostileTexts(runs, seed);
  console.log(`rejected ${rejected}; sent and read back unchanged ${sent - escaped.length}`);
  console.log(`escaped from their value ${escaped.length}`);
  for (const each of escaped.slice(0, 10)) console.error(each);
  return escaped.length === 0;
}
