/**
 * Reads instants that are counted from the beginning of 1970 in UTC, and prints them as local times of a zone. Midnight is printed as the
 * day if it may be one.
 */
import { dateOn } from './calendar.ts';
import { MAX_FRACTION_DIGITS, printDate, printDateTime } from './printing.ts';
import { type TimeZone, timeZoneOf } from './time-zone.ts';

/** The unit of timestamps that are numbers. */
export type EpochUnit = 'seconds' | 'milliseconds';

export const DAY_SECONDS = 86_400;
/** The first and the last instant whose local time has a year of four digits in every zone. */
const MIN_EPOCH_MS = Date.parse('0001-01-03T00:00:00Z');
const MAX_EPOCH_MS = Date.parse('9999-12-30T00:00:00Z');

/** A number as a text, without an exponent. One with too many digits to be exact is too large in any unit. */
const EPOCH = /^(-?\d{1,17})(?:\.(\d{1,9}))?$/;

export function readEpoch(text: string, zone: TimeZone, unit: EpochUnit, mayBeDay: boolean): string | null {
  const [, whole, decimals = ''] = EPOCH.exec(text) ?? [];
  // A negative number with decimals is before its whole part, so it would have to be split differently.
  if (whole === undefined || (whole.startsWith('-') && /[1-9]/.test(decimals))) return null;
  return printInstant(Number(whole), decimals, zone, unit, mayBeDay);
}

export function readNumber(number: number, zone: TimeZone, unit: EpochUnit, mayBeDay: boolean): string | null {
  return Number.isSafeInteger(number)
    ? printInstant(number, '', zone, unit, mayBeDay)
    : readEpoch(String(number), zone, unit, mayBeDay);
}

/** `/Date(1720107000000-0600)/`: milliseconds since 1970 and the zone to show them in, as .NET writes them. */
const NET_DATE = /^\/Date\((-?\d{1,16})([+-](?:0\d|1[0-4])[0-5]\d)?\)\/$/;

export function readNetDate(text: string, zone: TimeZone, mayBeDay: boolean): string | null {
  const [, milliseconds, offset] = NET_DATE.exec(text) ?? [];
  if (milliseconds === undefined) return null;
  if (offset === undefined) return printInstant(Number(milliseconds), '', zone, 'milliseconds', mayBeDay);
  return printInstant(Number(milliseconds), '', timeZoneOf(offset), 'milliseconds', false);
}

/** Prints an instant as the local time of the zone, or midnight as the day if it may be one. */
function printInstant(
  number: number,
  decimals: string,
  zone: TimeZone,
  unit: EpochUnit,
  mayBeDay: boolean,
): string | null {
  const epochMs = unit === 'seconds' ? number * 1_000 : number;
  if (!(epochMs >= MIN_EPOCH_MS && epochMs <= MAX_EPOCH_MS)) return null;
  const instant = Math.floor(epochMs / 1_000);
  const { printed, seconds } = zone.offsetOf(instant);
  if (printed === null) return null;
  const millisecond = epochMs - instant * 1_000;
  const fraction = decimals === '' ? (fractions[millisecond] as string) : fractionOf(millisecond, decimals, unit);
  const onDay = Math.floor((instant + seconds) / DAY_SECONDS);
  const secondOfDay = instant + seconds - onDay * DAY_SECONDS;
  if (mayBeDay && secondOfDay === 0 && fraction === '') return printDate(dateOn(onDay));
  return printDateTime(dateOn(onDay), secondOfDay, fraction, 0, fraction.length, printed);
}

/** By milliseconds. */
const fractions = Array.from({ length: 1_000 }, (_, ms) => (ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`));

function fractionOf(millisecond: number, decimals: string, unit: EpochUnit): string {
  const milliseconds = unit === 'seconds' ? '.' : fractions[millisecond] || '.000';
  const fraction = `${milliseconds}${decimals}`.slice(0, 1 + MAX_FRACTION_DIGITS);
  return /[1-9]/.test(fraction) ? fraction : '';
}
