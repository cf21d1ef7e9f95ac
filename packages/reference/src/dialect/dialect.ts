/**
 * A dialect of the service: every choice that the specification leaves open (docs/assumptions.md), with its possible values. The first
 * value of each row is our default; a dialect names only the differences. It is read from a JSON file or a preset.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EndpointName, endpoints, type Wrapper } from '@realty-forms/contract/calls/endpoints.ts';
import { isTimeZone } from '@realty-forms/platform/clock.ts';
import { z } from 'zod';

const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) => z.enum(values).default(() => values[0]);

/** How a timestamp is written in records and in filters. */
const formats = ['iso', 'compact', 'zoneless', 'sql', 'us', 'seconds', 'milliseconds'] as const;
export type Format = (typeof formats)[number];
/** How a date without a time is written; `moment` writes it as the timestamp of its midnight. */
const recordDates = ['iso', 'us', 'us-short', 'moment'] as const;
const filterDates = ['iso', 'us', 'moment'] as const;
export type DateFormat = (typeof recordDates)[number];

const section = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).prefault({} as never);

/**
 * The wrappers that can carry an endpoint's answer: the record or object itself, a list of one, `{meta, data}` whose data is the record or
 * a list of one, and a list of one of those. A list of many records needs the meta that counts them.
 */
const shapes = ['object', 'list', 'data', 'page', 'page-in-list'] as const;
const shapesOf: Readonly<Record<Wrapper, readonly [string, ...string[]]>> = {
  page: ['page', 'page-in-list'],
  pageInList: ['page-in-list', 'page'],
  list: ['list', 'object', 'data', 'page', 'page-in-list'],
  object: ['object', 'list', 'data', 'page', 'page-in-list'],
  text: ['text', 'list'],
  any: ['any'],
};
export type Shape = (typeof shapes)[number] | 'text' | 'any';

const wrappers = Object.fromEntries(
  Object.entries(endpoints).map(([name, { wrapper }]) => [name, oneOf(...shapesOf[wrapper])]),
);

/** How an answer without records is written: in its wrapper, as `[]`, with `data` null, or by its status. */
const nothing = ['wrapped', 'bare', 'null', '404', '204'] as const;

export const dialectSchema = z.strictObject({
  /** One sentence for people. */
  about: z.string().default(''),
  /** The gateway's settings for this dialect; `{port}` stands for the service's port. */
  gateway: z.record(z.string().regex(/^UPSTREAM_[A-Z_]+$/), z.string()).default({}),
  timestamps: section({
    format: oneOf(...formats),
    dates: oneOf(...recordDates),
    /** An IANA zone or an offset: the zone of everything that is written without an offset. */
    zone: z.string().refine(isTimeZone, 'not a time zone').default('UTC'),
  }),
  /** Decimals and integers of records, and the token's lifetime; `money` is text, with amounts as $1,250,000.00. */
  numbers: oneOf('mixed', 'text', 'number', 'money'),
  /** Texts of digits only, such as the numbers of agents and transactions. */
  ids: oneOf('text', 'number', 'padded'),
  /** `word` writes N/A in any column that is not text. */
  blanks: oneOf('empty', 'null', 'absent', 'space', 'word'),
  codes: oneOf('code', 'label', 'lowercase'),
  columns: section({
    order: oneOf('as-specified', 'alphabetical', 'reversed'),
    /** Columns that the specification does not have, with the value that each record has in them. */
    unknown: z.record(z.string(), z.json()).default({}),
  }),
  wrappers: z.strictObject(wrappers).prefault({}) as unknown as z.ZodType<Readonly<Record<EndpointName, Shape>>>,
  meta: section({
    counts: oneOf('number', 'text'),
    /** The number of the batch after the last one. */
    lastBatch: oneOf('null', 'absent', 'zero', 'same', 'text'),
    /** What `meta.max` of transactions counts: the matches, the batch, or more than there are. */
    max: oneOf('matches', 'batch', 'more'),
  }),
  nothing: section({
    /** If no account, transaction or member is found. */
    record: oneOf('wrapped', '404', '204'),
    /** If a list has no records. */
    list: oneOf(...nothing),
    /** For a batch that begins after the last record. */
    pastTheEnd: oneOf(...nothing),
  }),
  /** Whether the list of an agent who is not an `R`, such as an assistant, also has the office's transactions. */
  lists: oneOf('own', 'office'),
  errors: section({
    /** The errors: those of section 7, or those in the public documentation, also for a record that is not found. */
    kinds: oneOf('specified', 'documented'),
    body: oneOf('problem', 'object', 'list', 'nested', 'text', 'html'),
    status: oneOf('number', 'digits', 'word'),
    /** Whether the HTTP line has the error's status, or 200. */
    line: oneOf('status', 'ok'),
  }),
  success: section({
    status: oneOf('number', 'digits', 'word'),
    result: oneOf('Success', 'SUCCESS'),
  }),
  token: section({
    by: oneOf('any', 'json', 'form', 'basic'),
    header: z
      .string()
      .regex(/^[a-z][a-z-]*$/)
      .default('authorization'),
  }),
  /** Whether a request must have every parameter in its endpoint's table, if only blank. */
  parameters: oneOf('optional', 'required'),
  filter: section({
    brackets: oneOf('on', 'off'),
    separator: oneOf(',', ', ', ';', '&'),
    range: oneOf('spaced', 'tight'),
    timestamps: oneOf(...formats),
    dates: oneOf(...filterDates),
    /** Whether `_min` and `_since` include the bound itself. */
    bounds: oneOf('inclusive', 'exclusive'),
  }),
  order: section({
    /** The order of records with the same value, by transId. */
    ties: oneOf('ascending', 'descending'),
    blanks: oneOf('low', 'high'),
  }),
  fileUrl: oneOf('absolute', 'relative', 'other-host'),
});

export type Dialect = z.infer<typeof dialectSchema>;

/** The dialect, or all its faults, one sentence each. */
export function readDialect(value: unknown): { readonly dialect: Dialect } | { readonly faults: readonly string[] } {
  const read = dialectSchema.safeParse(value);
  if (!read.success) return { faults: read.error.issues.map(({ path, message }) => [...path, message].join(': ')) };
  const { errors } = read.data;
  if (
    errors.kinds === 'documented' &&
    (errors.body !== 'problem' || errors.status !== 'number' || errors.line === 'ok')
  )
    return {
      faults: ['errors.kinds: with documented, errors have the shape that is documented: leave out the other keys'],
    };
  const hasNoBody = errors.body === 'text' || errors.body === 'html' || errors.status === 'word';
  if (errors.line === 'ok' && hasNoBody)
    return {
      faults: ['errors.line: with ok, the body must have the status: errors.body and errors.status say otherwise'],
    };
  return { dialect: read.data };
}

export const defaultDialect: Dialect = dialectSchema.parse({});

const presetsDir = join(import.meta.dirname, 'presets');

export const presetNames: readonly string[] = ['documented', 'rest', 'us-office'];

/**
 * Loads the preset with this name, which has neither a slash nor a dot, or the JSON file with this path. Every fault lists the allowed
 * values.
 */
export function loadDialect(
  nameOrFile: string,
): { readonly dialect: Dialect } | { readonly faults: readonly string[] } {
  const isName = /^[\w-]+$/.test(nameOrFile);
  if (isName && !presetNames.includes(nameOrFile))
    return {
      faults: [`${nameOrFile} is neither a file such as ./dialect.json nor one of ${presetNames.join(', ')}`],
    };
  const file = isName ? join(presetsDir, `${nameOrFile}.json`) : nameOrFile;
  try {
    return readDialect(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return { faults: [`${file} cannot be read: ${error instanceof Error ? error.message : error}`] };
  }
}
