/**
 * The switches of a command: Node's `parseArgs` parses them, and a row says how the value of each is read. An unreadable value is reported
 * before anything starts.
 */
import { parseArgs } from 'node:util';
import { Fault } from './fault.ts';

export interface Switch<T> {
  readonly type: 'boolean' | 'string';
  /** Placeholder for its value in the usage. */
  readonly placeholder: string;
  /** Reads the typed values, empty if the switch was not given; throws a `SwitchValueError`. */
  readonly read: (typed: readonly string[]) => T;
}

export type Switches = Readonly<Record<string, Switch<unknown>>>;

export type Values<S extends Switches> = {
  readonly [Name in keyof S]: S[Name] extends Switch<infer T> ? T : never;
};

/** The values of the switches, or what is wrong with them. */
export type ReadSwitches<S extends Switches> = { readonly values: Values<S> } | { readonly faults: readonly string[] };

/** A value that cannot be read; the message says what was expected and what was typed. */
export class SwitchValueError extends Error {
  constructor(expected: string, typed: string) {
    super(`expected ${expected}, not ${JSON.stringify(typed)}`);
  }
}

/** Says why a command can do nothing; only the message is printed. */
export class Refused extends Error {}

export function readSwitches<S extends Switches>(args: readonly string[], switches: S): ReadSwitches<S> {
  const options = Object.fromEntries(
    Object.entries(switches).map(([name, { type }]) => [name, { type, multiple: true } as const]),
  );
  let typed: Readonly<Record<string, unknown>>;
  try {
    typed = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // The rest is about positional arguments, which no command takes.
    return { faults: (error as Error).message.split(/\. |\.?\n/, 1) };
  }
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(switches)) {
    try {
      values[name] = read((typed[name] as readonly string[] | undefined) ?? []);
    } catch (error) {
      if (!(error instanceof SwitchValueError)) throw error;
      faults.push(`--${name}: ${error.message}`);
    }
  }
  return faults.length > 0 ? { faults } : { values: values as Values<S> };
}

/**
 * Reads the switches and runs the command with them; resolves with its exit code. `--help` prints the usage. An unreadable switch, a
 * `Refused` and a `Fault` are reported with exit code 2.
 */
export async function runWithSwitches<S extends Switches>(
  args: readonly string[],
  switches: S,
  usage: string,
  run: (given: Values<S>) => Promise<number>,
): Promise<number> {
  const read = readSwitches(args, { ...switches, help: flag });
  if ('faults' in read) return fail([...read.faults, usage]);
  if (!read.values.help) return await run(read.values as Values<S>).catch(reportFault);
  console.log(usage);
  return 0;
}

function reportFault(error: unknown): number {
  if (error instanceof Refused || error instanceof Fault) return fail([error.message]);
  throw error;
}

/** Says why a command could do nothing, and returns the exit code for that. */
export function fail(lines: readonly string[]): number {
  for (const line of lines) console.error(line);
  return 2;
}

export const flag: Switch<boolean> = { type: 'boolean', placeholder: '', read: (typed) => typed.length > 0 };

/** The last value counts; `read` throws a `SwitchValueError`. */
export const oneValue = <T, F = undefined>(
  placeholder: string,
  read: (typed: string) => T,
  fallback: F,
): Switch<T | F> => ({
  type: 'string',
  placeholder,
  read: (typed) => (typed.length === 0 ? fallback : read(typed.at(-1) ?? '')),
});

export const text = (placeholder: string) => oneValue(placeholder, (typed) => typed, undefined);

/** May be given once for each value; `read` throws a `SwitchValueError`. */
export const someValues = <T>(placeholder: string, read: (typed: string) => T): Switch<readonly T[] | undefined> => ({
  type: 'string',
  placeholder,
  read: (typed) => (typed.length === 0 ? undefined : typed.map(read)),
});

export function readWholeNumber(typed: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const number = Number(typed);
  if (/^\d+$/.test(typed) && number >= min && number <= max) return number;
  throw new SwitchValueError(`a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`, typed);
}

/** In plain notation, such as 0.5 or .5. */
export function readDecimal(typed: string, expected: string, isAllowed: (number: number) => boolean): number {
  const number = Number(typed);
  if (/^(?:\d+|\d*\.\d+)$/.test(typed) && isAllowed(number)) return number;
  throw new SwitchValueError(expected, typed);
}

export function readChoice<const T extends string>(values: readonly T[], typed: string): T {
  const found = values.find((value) => value === typed);
  if (found !== undefined) return found;
  throw new SwitchValueError(`one of ${values.join(', ')}`, typed);
}
