/**
 * Asks the doctor about services in random mixes of the choices that the specification leaves open; fails at the first of which it
 * says something that is not so, with the seed that reproduces it. Prints how many were found out.
 */
import { asyncDefaultReportMessage, asyncProperty, check } from 'fast-check';
import { prepareKnown } from '../../packages/doctor/test/expected.ts';
import { checkMix, mixes, readOwn } from '../doctor/mixes.ts';
import { caseSwitches, readSwitches } from '../support/switches.ts';

const DEFAULT_RUNS = 400;
/** Each chunk has a database of its own, since a record counts as new for some minutes only. */
const CHUNK = 100;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed: first } = readSwitches(args, caseSwitches(DEFAULT_RUNS));
  console.log(`${runs} mixes, ${CHUNK} from each seed, beginning with ${first}`);
  let count = 0;
  for (let seed = first; count < runs; seed += 1) {
    const numRuns = Math.min(CHUNK, runs - count);
    const failure = await checkChunk(numRuns, seed);
    if (failure !== null) {
      console.error(`seed ${seed}: ${failure}`);
      return false;
    }
    count += numRuns;
    console.log(`${count} mixes found out, the last from seed ${seed}`);
  }
  return true;
}

/** The counterexample; null if there is none. */
async function checkChunk(numRuns: number, seed: number): Promise<string | null> {
  const cleanups: (() => void | Promise<void>)[] = [];
  try {
    const known = await prepareKnown((end) => cleanups.unshift(end));
    const expected = await readOwn(known);
    const property = asyncProperty(mixes, (dialect) => checkMix(dialect, known, expected));
    const outcome = await check(property, { numRuns, seed, endOnFailure: true });
    return outcome.failed ? `${await asyncDefaultReportMessage(outcome)}\n${outcome.errorInstance}` : null;
  } finally {
    for (const end of cleanups) await end();
  }
}
