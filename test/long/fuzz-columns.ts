/** Reads ten million bodies by the order of columns and by JSON.parse, and prints how many the two read differently. */
import { ofCases, readSwitches } from '../support/switches.ts';
import { compareReadings } from '../upstream/hostile-columns.ts';

const DEFAULT_RUNS = 10_000_000;
const CHUNK = 100_000;
const SHOWN = 20;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed: first } = readSwitches(args, ofCases(DEFAULT_RUNS));
  const startedAt = performance.now();
  let [cases, fast, wrong] = [0, 0, 0];
  for (let seed = first; cases < runs; seed += 1) {
    const compared = compareReadings(Math.min(CHUNK, runs - cases), seed);
    cases += compared.cases;
    fast += compared.fast;
    wrong += compared.differences.length;
    for (const each of compared.differences.slice(0, SHOWN)) console.error(`seed ${seed}: ${each}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${cases} bodies from seed ${first}, ${fast} read by their columns: ${wrong} differences`);
  console.log(`${seconds.toFixed(1)} s, ${Math.round(cases / seconds)} bodies a second`);
  return wrong === 0 && fast > 0;
}
