/**
 * What is typed behind the name of a benchmark or a long run: read and judged before anything begins, so that no run of
 * nothing passes for a good one.
 */
import {
  choose,
  Misread,
  oneValue,
  readSwitches as read,
  readDecimal,
  readWholeNumber,
  type Switch,
  someValues,
  type Values,
} from '../../src/platform/switches.ts';

export { flag, text } from '../../src/platform/switches.ts';

export const wholeNumber = (fallback: number, least = 1): Switch<number> =>
  oneValue('N', (typed) => readWholeNumber(typed, least), fallback);

/** How long something takes, in the unit that the switch is named for. */
export const duration = (fallback: number): Switch<number> =>
  oneValue('N', (typed) => readDecimal(typed, 'a number above 0', (number) => number > 0), fallback);

/** One of these, none where it is not typed. */
export const oneOf = <T extends string>(values: readonly T[]): Switch<T | undefined> =>
  oneValue('NAME', (typed) => choose(values, typed), undefined);

/** Some of these, by typing it again. */
export const someOf = <T extends string>(values: readonly T[]): Switch<readonly T[] | undefined> =>
  someValues('NAME', (typed) => choose(values, typed));

/** What most fuzzers take: how many cases, and what they are made from. */
export const ofCases = (runs: number) => ({
  runs: wholeNumber(runs),
  seed: wholeNumber(Math.floor(Math.random() * 0x7fff_ffff), 0),
});

/** What the switches say; ends the process with the lines that tell what is wrong. */
export function readSwitches<S extends Readonly<Record<string, Switch<unknown>>>>(
  args: readonly string[],
  switches: S,
): Values<S> {
  const result = read(args, switches);
  return 'faults' in result ? exit(result.faults) : result.values;
}

/** The whole number that is typed without a switch; ends the process where it is none. */
export function readCount(name: string, typed: string): number {
  try {
    return readWholeNumber(typed, 1);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    return exit([`${name}: ${error.message}`]);
  }
}

function exit(faults: readonly string[]): never {
  for (const fault of faults) console.error(fault);
  process.exit(2);
}
