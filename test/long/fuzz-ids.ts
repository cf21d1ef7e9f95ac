/** Offers a million forged or mutated ids, cursors and links to a whole gateway, and prints how many got in and made a call. */

import { offerForgeries } from '../gateway/forging/forgeries.ts';
import { ofCases, readSwitches } from '../support/switches.ts';

const DEFAULT_RUNS = 1_000_000;
const SHOWN = 20;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed } = readSwitches(args, ofCases(DEFAULT_RUNS));
  const { offered, byMutation, wrong, upstreamCalls, shut } = await offerForgeries(runs, seed);
  for (const [name, count] of Object.entries(byMutation)) console.log(`${String(count).padStart(8)}  ${name}`);
  console.log(
    `${offered} forged tokens at every door, seed ${seed}: ${wrong.length} let in, ${upstreamCalls} upstream calls`,
  );
  for (const each of wrong.slice(0, SHOWN)) console.error(each);
  return wrong.length === 0 && upstreamCalls === 0 && shut === 0;
}
