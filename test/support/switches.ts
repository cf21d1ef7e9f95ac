/**
 * What is typed behind the name of a benchmark or a long run: read and judged before anything begins, so that no run of
 * nothing passes for a good one.
 */
import { parseArgs } from 'node:util';

type Typed = string | boolean | readonly (string | boolean)[] | undefined;

/** How a switch is typed, and what is made of that; a `Misread` is thrown where it cannot be. */
export interface Switch<T> {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly read: (typed: Typed) => T;
}

type Switches = Readonly<Record<string, Switch<unknown>>>;

export type Values<S extends Switches> = {
  readonly [Name in keyof S]: S[Name] extends Switch<infer T> ? T : never;
};

class Misread extends Error {
  constructor(expected: string, typed: Typed) {
    super(`expected ${expected}, not ${JSON.stringify(typed)}`);
  }
}

/** Says which switch cannot be read, and why. */
class UsageError extends Error {}

export const flag: Switch<boolean> = { type: 'boolean', read: (typed) => typed === true };

export const text: Switch<string | undefined> = {
  type: 'string',
  read: (typed) => (typed === undefined ? undefined : String(typed)),
};

export const wholeNumber = (fallback: number, least = 1): Switch<number> => ({
  type: 'string',
  read: (typed) => (typed === undefined ? fallback : readWholeNumber(String(typed), least)),
});

/** How long something takes, in the unit that the switch is named for. */
export const duration = (fallback: number): Switch<number> => ({
  type: 'string',
  read(typed = String(fallback)) {
    const number = Number(typed);
    if (/^\d+(?:\.\d+)?$/.test(String(typed)) && number > 0) return number;
    throw new Misread('a number above 0', typed);
  },
});

/** One of these, none where it is not typed. */
export const oneOf = <T extends string>(values: readonly T[]): Switch<T | undefined> => ({
  type: 'string',
  read: (typed) => (typed === undefined ? undefined : choose(values, typed)),
});

/** Some of these, by typing it again. */
export const someOf = <T extends string>(values: readonly T[]): Switch<readonly T[] | undefined> => ({
  type: 'string',
  multiple: true,
  read: (typed) => (Array.isArray(typed) ? typed.map((each) => choose(values, each)) : undefined),
});

/** What most fuzzers take: how many cases, and what they are made from. */
export const ofCases = (runs: number) => ({
  runs: wholeNumber(runs),
  seed: wholeNumber(Math.floor(Math.random() * 0x7fff_ffff), 0),
});

/** What the switches say; ends the process with a line that tells what is wrong. */
export function readSwitches<S extends Switches>(args: readonly string[], switches: S): Values<S> {
  return orExit(() => judgeSwitches(args, switches));
}

/** The whole number that is typed without a switch; ends the process where it is none. */
export function readCount(name: string, typed: string): number {
  return orExit(() => named(name, () => readWholeNumber(typed, 1)));
}

/** As `readSwitches`, but throws. */
export function judgeSwitches<S extends Switches>(args: readonly string[], switches: S): Values<S> {
  const options = Object.fromEntries(
    Object.entries(switches).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  const typed = parse(args, options);
  const read = Object.entries(switches).map(([name, { read }]) => {
    return [name, named(`--${name}`, () => read(typed[name]))];
  });
  return Object.fromEntries(read);
}

function parse(args: readonly string[], options: Readonly<Record<string, Omit<Switch<unknown>, 'read'>>>) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`);
    const [problem] = (error as Error).message.split('. ');
    throw new UsageError(
      `${problem}; ${names.length === 0 ? 'there are no switches' : `there are ${names.join(', ')}`}`,
    );
  }
}

function readWholeNumber(typed: string, least: number): number {
  const number = Number(typed);
  if (/^\d+$/.test(typed) && number >= least && Number.isSafeInteger(number)) return number;
  throw new Misread(`a whole number from ${least}`, typed);
}

function choose<T extends string>(values: readonly T[], typed: Typed): T {
  const found = values.find((value) => value === typed);
  if (found !== undefined) return found;
  throw new Misread(`one of ${values.join(', ')}`, typed);
}

function named<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Misread) throw new UsageError(`${name}: ${error.message}`);
    throw error;
  }
}

function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
