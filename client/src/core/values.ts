/** How pages show and compare values: Decimals, Timestamps, lists, and the mistakes that users can fix. */

/** A Decimal is exact, and written as text: `"349900"`, `"2.5"`. As a JavaScript number, it could change. */
interface Parts {
  /** The digits, without the point. */
  readonly units: bigint;
  /** How many of them are after the point. */
  readonly scale: number;
}

const notation = /^(-?\d+)(?:\.(\d+))?$/;

/** Whether the graph accepts it, for example as the text of a form field. */
export function isDecimal(text: string): boolean {
  return notation.test(text);
}

/** Negative if the first is smaller, positive if it is larger, 0 if they are equal: for `sort`. */
export function compareDecimals(one: string, other: string): number {
  const [first = 0n, second = 0n] = alignedUnits([one, other]).units;
  return first < second ? -1 : Number(first > second);
}

export function addDecimals(...decimals: readonly string[]): string {
  const { units, scale } = alignedUnits(decimals);
  const sum = units.reduce((total, each) => total + each, 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${sum < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}

/**
 * Returns a function that formats a Decimal without converting it to a number; null stays null. All digits are shown unless `options` say
 * otherwise.
 */
export function createDecimalFormat(
  locales?: Intl.LocalesArgument,
  options: Intl.NumberFormatOptions = {},
): (decimal: string | null | undefined) => string | null {
  const digits = options.style === 'currency' ? {} : { maximumFractionDigits: 20 };
  const format = new Intl.NumberFormat(locales, { ...digits, ...options });
  return (decimal) => (decimal == null ? null : format.format(decimal as Intl.StringNumericLiteral));
}

/** The units of all decimals, with as many digits after the point as the longest fraction has. */
function alignedUnits(decimals: readonly string[]): { readonly units: readonly bigint[]; readonly scale: number } {
  const all = decimals.map(partsOf);
  const scale = Math.max(0, ...all.map((each) => each.scale));
  return { units: all.map((each) => each.units * 10n ** BigInt(scale - each.scale)), scale };
}

function partsOf(decimal: string): Parts {
  const [, whole, fraction = ''] = notation.exec(decimal) ?? [];
  if (whole === undefined) throw new RangeError(`Not a Decimal: ${JSON.stringify(decimal)}`);
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/**
 * Whether a Timestamp is a calendar day (`2026-03-01`), which is the same everywhere. Otherwise it is an instant
 * (`2026-03-01T09:30:00Z`), which is shown in the reader's time zone. One field can hold either.
 */
export function isDay(timestamp: string): boolean {
  return timestamp.length === '2026-03-01'.length;
}

const times = ['timeStyle', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'dayPeriod', 'timeZoneName'] as const;

/** Returns a function that formats both kinds; null stays null. A day is never shifted, and shown without a time. */
export function createTimestampFormat(
  locales?: Intl.LocalesArgument,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): (timestamp: string | null | undefined) => string | null {
  const withoutTime = Object.entries(options).filter(([name]) => !(times as readonly string[]).includes(name));
  const instants = new Intl.DateTimeFormat(locales, options);
  const days = new Intl.DateTimeFormat(locales, { ...Object.fromEntries(withoutTime), timeZone: 'UTC' });
  return (timestamp) => (timestamp == null ? null : (isDay(timestamp) ? days : instants).format(new Date(timestamp)));
}

/**
 * The first and the last instant of a day in the reader's time zone, for filters. In a filter, a plain day is one in the service's time
 * zone. `{ insertDateMin: rangeOfDay('2026-03-01').from }`
 */
export function rangeOfDay(day: string): { readonly from: string; readonly to: string } {
  // A date-time without an offset is in the reader's time zone. A day has 23 or 25 hours when the clocks change.
  const from = new Date(`${day}T00:00:00`);
  const next = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return { from: from.toISOString(), to: new Date(next.getTime() - 1).toISOString() };
}

/** Whether a response's `extensions` say that records may be missing or repeated, because the list has changed meanwhile. */
export function hasListChanged(extensions: Readonly<Record<string, unknown>> | null | undefined): boolean {
  const warnings = extensions?.['warnings'];
  return (
    Array.isArray(warnings) && warnings.some((warning: { readonly code?: unknown }) => warning.code === 'LIST_CHANGED')
  );
}

/** Each record once, at its first position, in its latest state: a record that moves meanwhile can be on two pages. */
export function uniqueById<Row extends { readonly id: string }>(rows: readonly (Row | null | undefined)[]): Row[] {
  return [...new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))).values()];
}

interface Kinds {
  readonly status?: string | null;
  readonly type?: string | null;
  readonly propertyType?: string | null;
}

interface KindFilter {
  readonly statuses?: readonly string[] | null | undefined;
  readonly types?: readonly string[] | null | undefined;
  readonly propertyTypes?: readonly string[] | null | undefined;
}

/** Whether a transaction may match a filter, as far as a client can tell: only the gateway compares names and dates. */
export function mayMatch(transaction: object, filter: KindFilter | null | undefined): boolean {
  const { status, type, propertyType } = transaction as Kinds;
  const allows = (allowed: readonly string[] | null | undefined, value: string | null | undefined) =>
    allowed == null || value === undefined || (value !== null && allowed.includes(value));
  return allows(filter?.statuses, status) && allows(filter?.types, type) && allows(filter?.propertyTypes, propertyType);
}

/** A mistake that users can fix, in a mutation's payload. */
export interface UserErrorLike {
  /** The path of the input field, such as `providers.0.email`; null if it is not about one field. */
  readonly field?: string | null | undefined;
  readonly message: string;
}

/** The message about a field, or about anything below it: `providers.0.contact` also covers `providers.0.contact.phone`. */
export function userErrorAt(errors: readonly UserErrorLike[], field: string): string | undefined {
  return errors.find((error) => error.field === field || error.field?.startsWith(`${field}.`))?.message;
}

/** The messages that none of these fields shows. */
export function userErrorsBeside(errors: readonly UserErrorLike[], fields: readonly string[]): string[] {
  const isShown = (error: UserErrorLike) => fields.some((field) => userErrorAt([error], field) !== undefined);
  return errors.filter((error) => !isShown(error)).map(({ message }) => message);
}
