/**
 * The command line of a benchmark or a long run: parsed and validated before anything starts, so that a run that does nothing
 * cannot pass for a successful one.
 */
import {
  flag,
  oneValue,
  readSwitches as read,
  readChoice,
  readDecimal,
  readWholeNumber,
  type Switch,
  type Switches,
  SwitchValueError,
  someValues,
  type Values,
} from '@realty-forms/platform/command-line.ts';

export { flag, text } from '@realty-forms/platform/command-line.ts';

export const wholeNumber = (fallback: number, min = 1): Switch<number> =>
  oneValue('N', (input) => readWholeNumber(input, min), fallback);

/** A positive number in the unit that the switch is named after. */
export const duration = (fallback: number): Switch<number> =>
  oneValue('N', (input) => readDecimal(input, 'a number above 0', (number) => number > 0), fallback);

/** One of these values; undefined if the switch is absent. */
export const oneOf = <T extends string>(values: readonly T[]): Switch<T | undefined> =>
  oneValue('NAME', (input) => readChoice(values, input), undefined);

/** Some of these values, by repeating the switch; undefined if it is absent. */
export const someOf = <T extends string>(values: readonly T[]): Switch<readonly T[] | undefined> =>
  someValues('NAME', (input) => readChoice(values, input));

/** The switches of most fuzzers: the number of cases, and their seed. */
export const caseSwitches = (runs: number) => ({
  runs: wholeNumber(runs),
  seed: wholeNumber(Math.floor(Math.random() * 0x7fff_ffff), 0),
});

/** Parses the switches; if one is invalid, prints the reasons and exits with code 2. `--help` says what the command does, and lists them. */
export function readSwitches<S extends Switches>(args: readonly string[], switches: S, about?: string): Values<S> {
  const result = read(args, { ...switches, help: flag });
  if ('faults' in result) return exit([...result.faults, ...usageOf(switches)]);
  if (!result.values.help) return result.values as Values<S>;
  for (const line of [...(about === undefined ? [] : [about]), ...usageOf(switches)]) console.log(line);
  process.exit();
}

/** Parses a positive whole number given without a switch; if it is invalid, prints the reason and exits with code 2. */
export function readCount(name: string, input: string): number {
  try {
    return readWholeNumber(input, 1);
  } catch (error) {
    if (!(error instanceof SwitchValueError)) throw error;
    return exit([`${name}: ${error.message}`]);
  }
}

function usageOf(switches: Switches): readonly string[] {
  const rows = Object.entries(switches).map(([name, { placeholder }]) => `  --${name} ${placeholder}`.trimEnd());
  return rows.length === 0 ? ['There are no options.'] : ['Options:', ...rows];
}

function exit(faults: readonly string[]): never {
  for (const fault of faults) console.error(fault);
  process.exit(2);
}
