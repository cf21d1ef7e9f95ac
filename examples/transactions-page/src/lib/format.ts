/** Formats values of the graph for people. */
import { createDecimalFormat, createTimestampFormat } from 'realty-forms-graphql-client';

const megabytes = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

/** `412345` → `0.4 MB`; little is a tenth. */
export function size(bytes: number): string {
  return megabytes.format(bytes > 0 ? Math.max(bytes / 1_000_000, 0.1) : 0);
}

/** The text with sizes as people read them: `26214400 bytes` → `26.2 MB`. */
export function inMegabytes(text: string | undefined): string | undefined {
  return text?.replace(/\b(\d{6,}) bytes\b/g, (_, bytes: string) => size(Number(bytes)));
}

export const money = createDecimalFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

export const day = createTimestampFormat('en-US');

export const moment = createTimestampFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

export const weekday = createTimestampFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });

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
