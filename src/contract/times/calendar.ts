/** The Gregorian calendar in numbers, without objects: days are counted from the beginning of 1970. For years 0 to 9999. */
import { BoundedCache } from '../bounded-cache.ts';

/** Days of each month, by its number. */
const MONTH_LENGTHS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Of 400 years. */
const ERA_DAYS = 146_097;
/** From March 1 of year 0 to the beginning of 1970. */
const DAYS_BEFORE_1970 = 719_468;
const DAY_MS = 86_400_000;

/** The numbers of two digits as text. */
export const twoDigitTexts = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
const dayTexts = new BoundedCache<string, number>(20_000);

/** The days of a month; 0 if there is no such month. */
export function daysIn(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeapYear ? 29 : (MONTH_LENGTHS[month] ?? 0);
}

/** Counts in years that begin in March, so that a leap day is the last of its year. */
export function epochDay(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const leapDays = Math.trunc(yearOfEra / 4) - Math.trunc(yearOfEra / 100);
  // The months from March on have 31, 30, 31, 30, 31 days, and again.
  const daysBeforeMonth = Math.trunc((153 * ((month + 9) % 12) + 2) / 5);
  return era * ERA_DAYS + yearOfEra * 365 + leapDays + daysBeforeMonth + day - 1 - DAYS_BEFORE_1970;
}

/** `2026-03-01`. A list has many times of few days, so their texts are kept. */
export function dayText(epochDay: number): string {
  const known = dayTexts.get(epochDay);
  if (known !== undefined) return known;
  const text = new Date(epochDay * DAY_MS).toISOString().slice(0, 10);
  dayTexts.add(epochDay, text);
  return text;
}
