/** Reads ten million bodies by column order and by JSON.parse, and prints how many the two read differently. */
import { caseSwitches, readSwitches } from '../support/switches.ts';
import { compareReadings } from '../upstream/answers/hostile-columns.ts';

const DEFAULT_RUNS = 10_000_000;
const CHUNK = 100_000;
const MAX_SHOWN = 20;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed: first } = readSwitches(args, caseSwitches(DEFAULT_RUNS));
  const startedAt = performance.now();
  let [cases, fast, differenceCount] = [0, 0, 0];
  for (let seed = first; cases < runs; seed += 1) {
    const comparison = compareReadings(Math.min(CHUNK, runs - cases), seed);
    cases += comparison.cases;
    fast += comparison.fast;
    differenceCount += comparison.differences.length;
    for (const each of comparison.differences.slice(0, MAX_SHOWN)) console.error(`seed ${seed}: ${each}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${cases} bodies from seed ${first}, ${fast} read by the column parser: ${differenceCount} differences`);
  console.log(`${seconds.toFixed(1)} s, ${Math.round(cases / seconds)} bodies per second`);
  return differenceCount === 0 && fast > 0;
}
