/**
 * The Gregorian calendar in whole numbers, without objects, for years 0 to 9999: a date is a number of eight digits (20260301), or a day
 * counted from the beginning of 1970.
 */

/** Days of each month, by its number. */
const MONTH_LENGTHS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Days in 4 years, 100 years and 400 years. */
const [CYCLE_DAYS, CENTURY_DAYS, ERA_DAYS] = [1_461, 36_524, 146_097] as const;
/** From March 1 of year -400, so that no number is negative, to the beginning of 1970. */
const DAYS_BEFORE_1970 = 719_468 + ERA_DAYS;

/** Integer division. `| 0` tells the engine that these are integers; it would divide others as floating-point numbers. */
export const quotient = (dividend: number, divisor: number): number => ((dividend | 0) / divisor) | 0;

/** Whether the day exists. A number that could not be read is negative. */
export function isDay(year: number, month: number, day: number): boolean {
  if (year < 0 || month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 && isLeapYear ? 29 : (MONTH_LENGTHS[month] as number));
}

export const dateOf = (year: number, month: number, day: number): number => year * 10_000 + month * 100 + day;

/** Counts in years that begin in March, so that a leap day is the last day of its year. */
export function epochDay(date: number): number {
  const month = quotient(date, 100) % 100;
  const year = quotient(date, 10_000) + 400 - (month > 2 ? 0 : 1);
  const leapDays = quotient(year, 4) - quotient(year, 100) + quotient(year, 400);
  // From March on, the months have 31, 30, 31, 30, 31 days, and so on.
  const daysBeforeMonth = quotient(153 * ((month + 9) % 12) + 2, 5);
  return year * 365 + leapDays + daysBeforeMonth + (date % 100) - 1 - DAYS_BEFORE_1970;
}

/** The reverse of `epochDay`. */
export function dateOn(epochDay: number): number {
  const days = epochDay + DAYS_BEFORE_1970;
  const era = quotient(days, ERA_DAYS);
  const day = days - era * ERA_DAYS;
  // Without the preceding leap days, each year has 365 days.
  const leapDays = quotient(day, CYCLE_DAYS - 1) - quotient(day, CENTURY_DAYS) + quotient(day, ERA_DAYS - 1);
  const yearOfEra = quotient(day - leapDays, 365);
  const dayOfYear = day - yearOfEra * 365 - quotient(yearOfEra, 4) + quotient(yearOfEra, 100);
  const monthFromMarch = quotient(5 * dayOfYear + 2, 153);
  const month = ((monthFromMarch + 2) % 12) + 1;
  const year = (era - 1) * 400 + yearOfEra + (month > 2 ? 0 : 1);
  return dateOf(year, month, dayOfYear - quotient(153 * monthFromMarch + 2, 5) + 1);
}
