/** Finds how instants and days are written in filters (4.4, 4.8), as `filters.ts` does: a bound must cut the list where it should. */

import type { DateForm, FilterTimestamps, TimestampForm } from '@realty-forms/contract/calls/filter-timestamps.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { HOUR_MS } from '@realty-forms/platform/clock.ts';
import { assumed, type Finding, suits, uncovered, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { instantOf, isDate, list, recordsOf, type Survey, textOf, timeOf } from '../survey.ts';
import { configuredFirst } from './access.ts';
import { timestampsOf } from './formats.ts';

/** How far a time may be off while its zone is unknown, with some minutes to spare. */
const ZONE_MS = 28 * HOUR_MS;
const forms: readonly TimestampForm[] = ['iso', 'compact', 'local', 'sql', 'us', 'us-12', 'seconds', 'milliseconds'];
/**
 * In the order of the attempts. ISO dates have only one reading. A date in either form stands for the whole day, a time only for its beginning. The
 * dates of records do not decide, since a service may read several forms.
 */
const dateForms: readonly DateForm[] = ['iso', 'us', 'time'];

/** A record whose insertDate cuts the list: others are older by more than any zone's difference. A day counts from its beginning in UTC. */
export function pivotOf({
  records,
  ...known
}: Survey): { readonly record: FlatRecord; readonly at: number; readonly time: string } | null {
  const dated = records.flatMap((record) => {
    const [shown, at] = [timeOf(record['insertDate'], known), instantOf(record['insertDate'], known)];
    return shown === null || at === null ? [] : [{ record, at, time: isDate(shown) ? `${shown}T00:00:00Z` : shown }];
  });
  const oldest = Math.min(...dated.map(({ at }) => at));
  const later = dated.filter(({ at }) => at > oldest + ZONE_MS).sort((a, b) => a.at - b.at);
  return later[Math.floor(later.length / 2)] ?? null;
}

/** Which records `insertDate_min` leaves. Null unless it leaves some, and leaves out those that are certainly older. */
async function recordsAfterCut(
  survey: Survey,
  insertDateMin: string,
  at: number,
  timestamps: Pick<FilterTimestamps, 'form' | 'dates'>,
): Promise<string | null> {
  const { timeZone } = survey;
  const answer = await list(survey, {
    filter: { insertDateMin },
    notation: { timestamps: { ...timestamps, timeZone } },
  });
  const instants = recordsOf(answer).map(({ insertDate }) => instantOf(insertDate, survey));
  const isCut = instants.length > 0 && instants.every((instant) => instant !== null && instant >= at - ZONE_MS);
  return isCut ? JSON.stringify(recordsOf(answer).map(({ transId }) => textOf(transId))) : null;
}

/**
 * Whether an instant in this form cuts the list. With an offset, it has to leave the same records as with another offset: a service that
 * ignores offsets would read the two as times 26 hours apart, with the record's own time between them.
 */
async function isFormUnderstood(survey: Survey, time: string, at: number, form: TimestampForm): Promise<boolean> {
  const timestamps = { form, dates: 'iso' } as const;
  if (form !== 'iso' && form !== 'compact') return (await recordsAfterCut(survey, time, at, timestamps)) !== null;
  const [west, east] = ['-12:00', '+14:00'].map((timeZone) => Temporal.Instant.from(time).toString({ timeZone }));
  const left = await recordsAfterCut(survey, west ?? time, at, timestamps);
  return left !== null && left === (await recordsAfterCut(survey, east ?? time, at, timestamps));
}

export async function checkFilterTimes(survey: Survey): Promise<Finding[]> {
  const [times, dates] = [questions.filterTimes, questions.filterDates];
  const pivot = pivotOf(survey);
  if (survey.separator === null || pivot === null) {
    const why =
      survey.separator === null ? 'no two conditions can be joined' : 'the transactions of no agent lie a day apart';
    return [unknown(times, why), unknown(dates, why)];
  }
  const { at, time } = pivot;
  const { UPSTREAM_FILTER_TIMESTAMPS: configuredForm, UPSTREAM_FILTER_DATES: configuredDates } = survey.configured;
  // Tries the configured form first, then that of the responses.
  for (const form of configuredFirst(configuredForm, configuredFirst(formLike(timestampsOf(survey.records)), forms))) {
    if (!(await isFormUnderstood(survey, time, at, form))) continue;
    survey.form = form;
    break;
  }
  const day = new Date(at).toISOString().slice(0, 10);
  for (const form of configuredFirst(configuredDates, dateForms)) {
    if (form === 'time' && survey.form === null) continue;
    const timestamps = { form: survey.form ?? 'iso', dates: form };
    if ((await recordsAfterCut(survey, day, Date.parse(day), timestamps)) === null) continue;
    survey.dates = form;
    break;
  }
  return [
    survey.form === null
      ? uncovered(times, 'a filter by an instant selects nothing in any form')
      : suits(times, 'UPSTREAM_FILTER_TIMESTAMPS', survey.form),
    survey.dates === null
      ? uncovered(dates, 'a filter by a day selects nothing in any form')
      : suits(dates, 'UPSTREAM_FILTER_DATES', survey.dates),
  ];
}

const TIMES: readonly (readonly [RegExp, TimestampForm])[] = [
  [/^\d{1,2}\/.*\d.*[AP]M/i, 'us-12'],
  [/^\d{1,2}\/.*:/, 'us'],
  [/^\d{4}-\d\d-\d\d .*\d$/, 'sql'],
  [/T.*[+-]\d{4}$/, 'compact'],
  [/T[^Z+-]*$/, 'local'],
  [/^\d{9,10}$/, 'seconds'],
  [/^\d{12,13}$/, 'milliseconds'],
];

/** If a time is on the same day here as in UTC, it is on the same day in all states. */
const WESTERNMOST_STATE = 'Pacific/Honolulu';

/**
 * A filter by a record's day must list the record. Records that may be on another day in the service's zone do not count: times with an
 * offset do not reveal that zone.
 */
export async function checkExactDays(survey: Survey): Promise<Finding[]> {
  const question = questions.exactDays;
  if (survey.separator === null || survey.dates === null) return [unknown(question, 'no filter by a day works')];
  const timed = survey.records.flatMap(({ transId, insertDate }) => {
    const time = timeOf(insertDate, survey);
    if (time === null || isDate(time)) return [];
    const [day = '', ...others] = [survey.timeZone, 'UTC', WESTERNMOST_STATE].map((zone) => {
      const local = Temporal.Instant.from(time).toZonedDateTimeISO(zone);
      return local.equals(local.startOfDay()) ? '' : local.toPlainDate().toString();
    });
    return day !== '' && others.every((other) => other === day) ? [{ transId, day }] : [];
  })[0];
  if (timed === undefined)
    return [unknown(question, 'no transaction has a time that is on the same day in all states and in UTC')];
  const listed = recordsOf(await list(survey, { filter: { insertDate: timed.day } }));
  const isListed = listed.some(({ transId }) => textOf(transId) === textOf(timed.transId));
  const consequence =
    'a filter by an exact day lists only what happened at midnight, so clients get an error (UPSTREAM_INVALID)';
  return [isListed ? assumed(question) : uncovered(question, consequence)];
}

/** A guess that decides only the order of the attempts. */
function formLike(raws: readonly unknown[]): TimestampForm {
  const times = raws.map(String).filter((text) => /[:T]|^\d{9,}$/.test(text));
  return TIMES.find(([pattern]) => times.some((text) => pattern.test(text.trim())))?.[1] ?? 'iso';
}
