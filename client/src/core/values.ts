/** Values as pages show and compare them: Decimals, Timestamps, lists, and the mistakes that users can fix. */

/** A Decimal is exact, and written as text: `"349900"`, `"2.5"`. As a number of JavaScript it could become another one. */
interface Parts {
  /** The digits, without the point. */
  readonly units: bigint;
  /** How many of them are behind the point. */
  readonly scale: number;
}

const notation = /^(-?\d+)(?:\.(\d+))?$/;

/** Whether the graph accepts it, as the text of a form's field for example. */
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

/** Returns what formats a Decimal without a detour by a number; null stays null. All digits are shown unless `options` say otherwise. */
export function createDecimalFormat(
  locales?: Intl.LocalesArgument,
  options: Intl.NumberFormatOptions = {},
): (decimal: string | null | undefined) => string | null {
  const digits = options.style === 'currency' ? {} : { maximumFractionDigits: 20 };
  const format = new Intl.NumberFormat(locales, { ...digits, ...options });
  return (decimal) => (decimal == null ? null : format.format(decimal as Intl.StringNumericLiteral));
}

/** All with as many digits behind the point as the one that has the most. */
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

/** Returns what formats both kinds; null stays null. A day is never shifted, and shown without a time. */
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
 * The first and the last instant of a day where the reader is, for filters: there, a day itself is one in the service's time zone.
 * `{ insertDateMin: rangeOfDay('2026-03-01').from }`
 */
export function rangeOfDay(day: string): { readonly from: string; readonly to: string } {
  // Without an offset, a date-time is in the reader's time zone. A day has 23 hours or 25 when the clocks change.
  const from = new Date(`${day}T00:00:00`);
  const next = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return { from: from.toISOString(), to: new Date(next.getTime() - 1).toISOString() };
}

/** Whether a response's `extensions` tell that records may be missing or repeated, because the list has changed meanwhile. */
export function hasListChanged(extensions: Readonly<Record<string, unknown>> | null | undefined): boolean {
  const warnings = extensions?.['warnings'];
  return (
    Array.isArray(warnings) && warnings.some((warning: { readonly code?: unknown }) => warning.code === 'LIST_CHANGED')
  );
}

/** Each record once, at its first place, with its later state: one that moves meanwhile can be on two pages. */
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

/** Whether a transaction may match a filter, as far as that can be seen here: names and dates are compared by the gateway alone. */
export function mayMatch(transaction: object, filter: KindFilter | null | undefined): boolean {
  const { status, type, propertyType } = transaction as Kinds;
  const allows = (allowed: readonly string[] | null | undefined, value: string | null | undefined) =>
    allowed == null || value === undefined || (value !== null && allowed.includes(value));
  return allows(filter?.statuses, status) && allows(filter?.types, type) && allows(filter?.propertyTypes, propertyType);
}

/** A mistake that users can fix, in a mutation's payload. */
export interface UserErrorLike {
  /** The path of the input field, such as `providers.0.email`; null if it concerns none. */
  readonly field?: string | null | undefined;
  readonly message: string;
}

/** The message about a field, or about anything below it: `providers.0.contact` also stands for `providers.0.contact.phone`. */
export function userErrorAt(errors: readonly UserErrorLike[], field: string): string | undefined {
  return errors.find((error) => error.field === field || error.field?.startsWith(`${field}.`))?.message;
}

/** The messages that none of these fields shows. */
export function userErrorsBeside(errors: readonly UserErrorLike[], fields: readonly string[]): string[] {
  const isShown = (error: UserErrorLike) => fields.some((field) => userErrorAt([error], field) !== undefined);
  return errors.filter((error) => !isShown(error)).map(({ message }) => message);
}
