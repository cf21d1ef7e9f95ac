/**
 * What is typed behind a command: switches, each read into its value or refused, all faults told at once, so that nothing begins
 * with half of what was asked for.
 */
import { parseArgs } from 'node:util';

/** How a switch is typed, and what is made of that. */
export interface Switch<T> {
  readonly takes: 'nothing' | 'one value' | 'some values';
  /** What stands for its value in a list of switches. */
  readonly shown: string;
  /** Of the values that were typed, none where it was not; throws a `Misread`. */
  readonly read: (typed: readonly string[]) => T;
}

type Switches = Readonly<Record<string, Switch<unknown>>>;

export type Values<S extends Switches> = {
  readonly [Name in keyof S]: S[Name] extends Switch<infer T> ? T : never;
};

/** What was asked for, or every fault in it. */
export type ReadSwitches<S extends Switches> = { readonly values: Values<S> } | { readonly faults: readonly string[] };

/** Says what may be typed, and what was. */
export class Misread extends Error {
  constructor(expected: string, typed: string) {
    super(`expected ${expected}, not ${JSON.stringify(typed)}`);
  }
}

export const flag: Switch<boolean> = { takes: 'nothing', shown: '', read: (typed) => typed.length > 0 };

export const text = (shown: string): Switch<string | undefined> => ({
  takes: 'one value',
  shown,
  read: ([typed]) => typed,
});

/** `read` throws a `Misread`. */
export const oneValue = <T, F = undefined>(shown: string, read: (typed: string) => T, fallback: F): Switch<T | F> => ({
  takes: 'one value',
  shown,
  read: ([typed]) => (typed === undefined ? fallback : read(typed)),
});

/** Typed once for each of its values; `read` throws a `Misread`. */
export const someValues = <T>(shown: string, read: (typed: string) => T): Switch<readonly T[] | undefined> => ({
  takes: 'some values',
  shown,
  read: (typed) => (typed.length === 0 ? undefined : typed.map(read)),
});

export function readWholeNumber(typed: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const number = Number(typed);
  if (/^\d+$/.test(typed) && number >= min && number <= max) return number;
  throw new Misread(`a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`, typed);
}

/** In plain notation, such as 0.5 or .5. */
export function readDecimal(typed: string, expected: string, isAllowed: (number: number) => boolean): number {
  const number = Number(typed);
  if (/^(?:\d+|\d*\.\d+)$/.test(typed) && isAllowed(number)) return number;
  throw new Misread(expected, typed);
}

export function choose<const T extends string>(values: readonly T[], typed: string): T {
  const found = values.find((value) => value === typed);
  if (found !== undefined) return found;
  throw new Misread(`one of ${values.join(', ')}`, typed);
}

export function readSwitches<S extends Switches>(args: readonly string[], switches: S): ReadSwitches<S> {
  const faults: string[] = [];
  const typed = gather(args, switches, faults);
  const values: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(switches)) {
    try {
      values[name] = read(typed.get(name) ?? []);
    } catch (error) {
      if (!(error instanceof Misread)) throw error;
      faults.push(`--${name}: ${error.message}`);
    }
  }
  return faults.length > 0 ? { faults } : { values: values as Values<S> };
}

/** The texts that belong to each switch; what belongs to none is a fault. */
function gather(args: readonly string[], switches: Switches, faults: string[]): ReadonlyMap<string, string[]> {
  const typed = new Map<string, string[]>();
  const options = Object.fromEntries(
    Object.entries(switches).map(([name, { takes }]) => {
      return [name, { type: takes === 'nothing' ? 'boolean' : 'string' } as const];
    }),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') faults.push(`${token.value} belongs to no switch`);
    else {
      const found = Object.hasOwn(switches, token.name) ? switches[token.name] : undefined;
      const before = typed.get(token.name) ?? [];
      if (found === undefined) faults.push(`${token.rawName} is no switch; ${told(switches)}`);
      else if (found.takes === 'nothing' && token.value !== undefined) faults.push(`${token.rawName} takes no value`);
      else if (found.takes !== 'nothing' && isMissing(token)) faults.push(`${token.rawName} needs its ${found.shown}`);
      else if (found.takes !== 'some values' && before.length > 0) faults.push(`${token.rawName} is given twice`);
      else typed.set(token.name, [...before, token.value ?? '']);
    }
  }
  return typed;
}

/** What looks like the next switch is no value, unless it is given with "=". */
function isMissing({ value = '', inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined }) {
  return value === '' || (inlineValue !== true && value.startsWith('--'));
}

function told(switches: Switches): string {
  const names = Object.keys(switches).map((name) => `--${name}`);
  return names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
}
