/** Sends a million forged or mutated ids, cursors and links to a complete gateway, and prints how many were accepted or made a call. */

import { offerForgeries } from '../gateway/ids/forging/forgeries.ts';
import { caseSwitches, readSwitches } from '../support/switches.ts';

const DEFAULT_RUNS = 1_000_000;
const MAX_SHOWN = 20;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed } = readSwitches(args, caseSwitches(DEFAULT_RUNS));
  const { offered, byMutation, unexpected, upstreamCalls, neverOpened } = await offerForgeries(runs, seed);
  for (const [name, count] of Object.entries(byMutation)) console.log(`${String(count).padStart(8)}  ${name}`);
  console.log(
    `${offered} forged tokens at every entry point, seed ${seed}: ${unexpected.length} accepted, ${upstreamCalls} upstream calls`,
  );
  for (const each of unexpected.slice(0, MAX_SHOWN)) console.error(each);
  return unexpected.length === 0 && upstreamCalls === 0 && neverOpened === 0;
}
