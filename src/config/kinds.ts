/** The kinds of values that a setting can have: each is checked, and a fault names the value and what is allowed. */
import { z } from 'zod';
import { httpUrlProblem, type Part, secureUrlProblem, show, showUrl } from './addresses.ts';

/** Settings by their keys, and the values that they have. */
export const table = z.object;
export type ValuesOf<Table extends z.ZodType> = z.infer<Table>;

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.enum(values, { error: ({ input }) => `${show(input)} is none of ${values.join(', ')}` }).default(() => fallback);

export const whole = (min: number, max: number, fallback: number) => number(min, max).default(fallback);

export const number = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: ({ input }) => `${show(input)} is not a whole number from ${min} to ${max}`,
    })
    .transform(Number);

export const port = (fallback: number) => whole(0, 65_535, fallback);

/** `problem` says what is wrong with a value, or null. */
export const checked = (problem: (value: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const message = problem(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Its value may be a secret, so that the fault shows none. */
export const text = () => checked((value) => (value.trim() === '' ? 'the value is blank' : null));

/** An address of something that is told secrets, so that it goes by https; without these parts. */
export const secureUrl = (...without: readonly Part[]) => checked((value) => secureUrlProblem(value, without));

export const httpUrl = (...without: readonly Part[]) => checked((value) => httpUrlProblem(value, without));

/** Entries joined by commas. */
export const listed = (isOne: (entry: string) => boolean, problem: string) =>
  checked((value) => {
    const wrong = listOf(value).filter((entry) => !isOne(entry));
    return wrong.length === 0 ? null : `${wrong.map(showUrl).join(', ')} ${problem}`;
  });

export function listOf(value: string): string[] {
  return value.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));
}
