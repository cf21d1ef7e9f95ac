/** Formats values of the graph for people. A `Decimal` is formatted from its text, so that no precision is lost. */
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const daysAlone = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export function money(decimal: string | null | undefined): string | null {
  return decimal == null ? null : dollars.format(decimal as Intl.StringNumericLiteral);
}

/** A date without a time is the same day everywhere; a date-time is shown in the reader's time zone. */
export function day(timestamp: string | null | undefined): string | null {
  if (timestamp == null) return null;
  return (timestamp.length === 10 ? daysAlone : days).format(new Date(timestamp));
}

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
