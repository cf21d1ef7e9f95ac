/** Formats values of the graph for people. */
import { createDecimalFormat, createTimestampFormat } from 'realty-forms-graphql-client';

const inUnit = (unit: string, maximumFractionDigits: number) =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits });
const kilobytes = inUnit('kilobyte', 0);
const megabytes = inUnit('megabyte', 1);

/** `412345` → `413 kB`, `26214400` → `26.2 MB`; kilobytes are rounded up. */
export function size(bytes: number): string {
  const thousands = Math.ceil(bytes / 1_000);
  return thousands < 1_000 ? kilobytes.format(thousands) : megabytes.format(bytes / 1_000_000);
}

/** The text with sizes as people read them: `26214400 bytes` → `26.2 MB`. */
export function withSizes(text: string | undefined): string | undefined {
  return text?.replace(/\b(\d{4,}) bytes\b/g, (_, bytes: string) => size(Number(bytes)));
}

export const money = createDecimalFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** `4,761`. */
export const number = new Intl.NumberFormat('en-US').format;

/** `4,761 transactions`. */
export const countOf = (count: number) => `${number(count)} ${count === 1 ? 'transaction' : 'transactions'}`;

const date = { month: 'short', day: 'numeric', year: 'numeric' } as const;

/** `Nov 26, 2026`. */
export const day = createTimestampFormat('en-US', date);

const time = { hour: 'numeric', minute: '2-digit' } as const;
const timeOnly = createTimestampFormat('en-US', time);
const dayAndTime = createTimestampFormat('en-US', { ...date, ...time });

/** `9:30 AM`, or on another day `Nov 26, 2026, 9:30 AM`. */
export function moment(timestamp: string | null): string | null {
  return day(timestamp) === day(new Date().toISOString()) ? timeOnly(timestamp) : dayAndTime(timestamp);
}

/** `Thursday, Nov 26, 2026`. */
export const weekday = createTimestampFormat('en-US', { ...date, weekday: 'long' });

/** Wording for enum values that need more than a change of case. */
const otherWords: Readonly<Record<string, string>> = {
  LEASE_RENTAL: 'Lease or rental',
  LEASED_RENTED: 'Leased or rented',
  TITLE2: 'Second title',
};

/** `LISTING_AND_PURCHASE` → `Listing and purchase`. */
export function words(name: string | null | undefined): string | null {
  if (name == null) return null;
  const other = otherWords[name];
  if (other !== undefined) return other;
  const text = name.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The parts that have a value, joined; null if there are none. */
export function joined(separator: string, ...parts: readonly (string | null | undefined)[]): string | null {
  return parts.filter((part) => part != null && part !== '').join(separator) || null;
}

interface Titled {
  readonly name?: string | null;
  readonly property: { readonly streetAddress?: string | null; readonly unitNo?: string | null };
}

/** The title of a transaction: its name, or its address. */
export function titleOf({ name, property }: Titled): string {
  return name ?? streetOf(property) ?? 'Transaction without a name';
}

/** `12 Alder Court, Unit 27`; a unit that already names its kind stays: `Apt 3`. */
export function streetOf({ streetAddress, unitNo }: Titled['property']): string | null {
  return joined(', ', streetAddress, unitNo && (/[a-z]{2}/i.test(unitNo) ? unitNo : `Unit ${unitNo}`));
}
