/**
 * Parses a command's switches: each is converted to its value or rejected, and all faults are reported at once, so that nothing
 * starts with half of what was requested.
 */
import { parseArgs } from 'node:util';

/** How a switch is typed on the command line, and how its value is read. */
export interface Switch<T> {
  readonly takes: 'nothing' | 'one value' | 'some values';
  /** Placeholder for its value in a list of switches. */
  readonly placeholder: string;
  /** Reads the typed values, empty if the switch was not given; throws a `SwitchValueError`. */
  readonly read: (typed: readonly string[]) => T;
}

type Switches = Readonly<Record<string, Switch<unknown>>>;

export type Values<S extends Switches> = {
  readonly [Name in keyof S]: S[Name] extends Switch<infer T> ? T : never;
};

/** The values of the switches, or all faults. */
export type ReadSwitches<S extends Switches> = { readonly values: Values<S> } | { readonly faults: readonly string[] };

/** A value that cannot be read; the message says what was expected and what was typed. */
export class SwitchValueError extends Error {
  constructor(expected: string, typed: string) {
    super(`expected ${expected}, not ${JSON.stringify(typed)}`);
  }
}

export const flag: Switch<boolean> = { takes: 'nothing', placeholder: '', read: (typed) => typed.length > 0 };

export const text = (placeholder: string): Switch<string | undefined> => ({
  takes: 'one value',
  placeholder,
  read: ([typed]) => typed,
});

/** `read` throws a `SwitchValueError`. */
export const oneValue = <T, F = undefined>(
  placeholder: string,
  read: (typed: string) => T,
  fallback: F,
): Switch<T | F> => ({
  takes: 'one value',
  placeholder,
  read: ([typed]) => (typed === undefined ? fallback : read(typed)),
});

/** May be given once for each of its values; `read` throws a `SwitchValueError`. */
export const someValues = <T>(placeholder: string, read: (typed: string) => T): Switch<readonly T[] | undefined> => ({
  takes: 'some values',
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

export function readSwitches<S extends Switches>(args: readonly string[], switches: S): ReadSwitches<S> {
  const faults: string[] = [];
  const typed = collectTyped(args, switches, faults);
  const values: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(switches)) {
    try {
      values[name] = read(typed.get(name) ?? []);
    } catch (error) {
      if (!(error instanceof SwitchValueError)) throw error;
      faults.push(`--${name}: ${error.message}`);
    }
  }
  return faults.length > 0 ? { faults } : { values: values as Values<S> };
}

/** The typed values of each switch; an argument that belongs to none is a fault. */
function collectTyped(args: readonly string[], switches: Switches, faults: string[]): ReadonlyMap<string, string[]> {
  const typed = new Map<string, string[]>();
  const options = Object.fromEntries(
    Object.entries(switches).map(([name, { takes }]) => {
      return [name, { type: takes === 'nothing' ? 'boolean' : 'string' } as const];
    }),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') faults.push(`unexpected argument ${token.value}`);
    else {
      const found = Object.hasOwn(switches, token.name) ? switches[token.name] : undefined;
      const earlier = typed.get(token.name) ?? [];
      if (found === undefined) faults.push(`unknown option ${token.rawName}; ${listSwitches(switches)}`);
      else if (found.takes === 'nothing' && token.value !== undefined) faults.push(`${token.rawName} takes no value`);
      else if (found.takes !== 'nothing' && isMissing(token))
        faults.push(`${token.rawName} requires a value (${found.placeholder})`);
      else if (found.takes !== 'some values' && earlier.length > 0) faults.push(`${token.rawName} is given twice`);
      else typed.set(token.name, [...earlier, token.value ?? '']);
    }
  }
  return typed;
}

/** A value that looks like the next switch counts as missing, unless it is given with "=". */
function isMissing({ value = '', inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined }) {
  return value === '' || (inlineValue !== true && value.startsWith('--'));
}

function listSwitches(switches: Switches): string {
  const names = Object.keys(switches).map((name) => `--${name}`);
  return names.length === 0 ? 'there are no options' : `the options are ${names.join(', ')}`;
}
