/** The kinds of settings. Each checks a value, and reports a fault that names the value and what is allowed. */

import { isTimeZone } from '@realty-forms/platform/clock.ts';
import { quoted } from '@realty-forms/platform/quote.ts';
import { z } from 'zod';
import { isFileHost, isNetwork, type Part, secretUrlProblem, secureUrlProblem, showUrl } from './addresses.ts';

// Settings are read once, and compiling a reader for them takes longer than reading them.
z.config({ jitless: true });

/** Says how to make a secret. */
export const howToMake = (expression: string) => `make one with: node -p "${expression}"`;
export const RANDOM_TEXT = "crypto.randomBytes(32).toString('base64url')";

/** A table of settings by key; ValuesOf is the type of their values. */
export const table = z.object;
export type ValuesOf<Table extends z.ZodType> = z.infer<Table>;

/** What a setting's row says in addition to its kind and its purpose. Code that handles all settings alike follows it. */
export interface Traits {
  /** The value is never shown, and can be given as a file, with the key that ends in `_FILE` (unless the setting is a file anyway). */
  readonly secret?: boolean;
  /** The setting is the path of a file, whose text is the value. */
  readonly file?: boolean;
  /** A possible value, shown in .env.example if there is no default. */
  readonly example?: string;
  /** Where the value comes from, such as a command that makes one; each fault of the setting says so. */
  readonly source?: string;
}

/** For a row's `meta`. */
export const traits = (of: Traits): { -readonly [Name in keyof Traits]: Traits[Name] } => of;

export const traitsOf = (row: z.ZodType): Traits => (row.meta() ?? {}) as Traits;

/** The only values that a row allows; undefined if it lists none. */
export const choicesOf = (row: z.ZodType) =>
  (z.toJSONSchema(row, { io: 'input', unrepresentable: 'any' }).enum ?? []) as readonly string[];

export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: ({ input }) => `${quoted(String(input))} is not one of ${values.map(readable).join(', ')}` });

/** Quotes values with separators, which would look like those of the list. */
const readable = (value: string) => (/^[\w-]+$/.test(value) ? value : quoted(value));

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  choice(values).default(() => fallback);

export const whole = (min: number, max: number, fallback: number) => number(min, max).default(fallback);

export const number = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: ({ input }) => `${quoted(input as string)} is not a whole number from ${min} to ${max}`,
    })
    .transform(Number);

export const port = (fallback: number) => whole(0, 65_535, fallback);

/** `problem` returns what is wrong with a value, or null. */
export const checked = (problem: (value: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const message = problem(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** The value may be a secret, so the fault does not show it. */
export const text = (minLength = 1) =>
  checked((value) => {
    if (value.trim() === '') return 'the value is blank';
    return value.length < minLength ? `the value has fewer than ${minLength} characters` : null;
  });

/** A secret that clients send in a header, which can carry only these characters, and no white space at its ends. */
export const headerSecret = (minLength: number) =>
  text(minLength).pipe(
    checked((value) =>
      /^[!-~](?:[ -~]*[!-~])?$/.test(value)
        ? null
        : 'the value cannot be sent in a header: only letters, digits and signs of ASCII, without white space at its ends',
    ),
  );

/** The URL of a service that receives secrets, which requires https; it must not have these parts. */
export const secureUrl = (...forbidden: readonly Part[]) => checked((value) => secureUrlProblem(value, forbidden));

/** A URL that may contain a password. */
export const secretUrl = (...forbidden: readonly Part[]) => checked((value) => secretUrlProblem(value, forbidden));

/** Comma-separated entries. */
export const listed = (isValid: (entry: string) => boolean, problem: string) =>
  checked((value) => {
    const invalid = listOf(value).filter((entry) => !isValid(entry));
    return invalid.length === 0 ? null : `${invalid.map(showUrl).join(', ')} ${problem}`;
  });

export function listOf(value: string): string[] {
  return value.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));
}

export const networks = listed(isNetwork, 'is neither an address nor a network such as 10.0.0.0/8').default('');
export const hosts = listed(
  isFileHost,
  'is not a host such as files.example.com or files.example.com:8443 (no scheme, no path, no port 443)',
).default('');

export const headerName = checked((value) =>
  isHeaderName(value) ? null : `${quoted(value)} is not the name of a header that can carry a token`,
);

export const timeZone = checked((value) =>
  isTimeZone(value) ? null : `${quoted(value)} is neither an IANA time zone nor an offset such as -07:00`,
);

/** Headers that HTTP, a proxy or the call itself uses: a token in one of them would not arrive, or would break the call. */
const RESERVED_HEADERS =
  /^(content-.*|proxy-.*|accept|accept-encoding|cookie|connection|expect|host|keep-alive|te|trailer|traceparent|tracestate|transfer-encoding|upgrade|x-request-id)$/i;

/** A token as defined in RFC 9110 that is not a header with another use in every call. */
function isHeaderName(value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) && !RESERVED_HEADERS.test(value);
}
