/**
 * Finds the notation of filters (4.4) by trying. A notation is the service's if a condition in it changes the result as that condition
 * must. Refused, ignored and misread conditions all fail that test, however the service reports them.
 */

import { unsafeFilterCharacter } from '@realty-forms/contract/calls/filter.ts';
import type { DateForm, FilterTimestamps, TimestampForm } from '@realty-forms/contract/calls/filter-timestamps.ts';
import { type TransactionFilter, unusedNrdsIds } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { compileKinds } from '@realty-forms/contract/columns/kinds.ts';
import { DAY_MS, HOUR_MS } from '@realty-forms/platform/clock.ts';
import { assumed, type Finding, suits, uncovered, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { instantOf, isDate, list, recordsOf, type Survey, textOf, timeOf } from '../survey.ts';
import { configuredFirst } from './access.ts';
import { timestampsOf } from './formats.ts';

const MAX_AGENTS = 8;
/** Enough records to see ties, blanks and several batches; fewer are used if no agent has this many. */
const ENOUGH_RECORDS = 20;

/** Looks for an agent with transactions, in both notations until one has found any. */
export async function checkBrackets(survey: Survey): Promise<Finding[]> {
  const question = questions.brackets;
  const ids = survey.users
    .flatMap(({ agentNRDSID }) => textOf(agentNRDSID) ?? [])
    .filter((id) => unsafeFilterCharacter(id) === null && !/[;&]/.test(id));
  const candidates = survey.changedAgent === null ? ids : configuredFirst(survey.changedAgent, ids);
  if (candidates.length === 0) return [unknown(question, 'there are no agents')];
  let tried = [survey.brackets, !survey.brackets];
  for (const agent of candidates.slice(0, MAX_AGENTS)) {
    for (const brackets of tried) {
      const records = recordsOf(await list(survey, { agent, notation: { brackets } }));
      if (records.length === 0) continue;
      if (records.length > survey.records.length) Object.assign(survey, { agent, records });
      tried = [brackets];
      break;
    }
    if (survey.records.length >= ENOUGH_RECORDS) break;
  }
  const [found = true, other] = tried;
  if (other !== undefined)
    return [unknown(question, `none of ${Math.min(MAX_AGENTS, candidates.length)} agents has a transaction`)];
  const others = recordsOf(await list(survey, { agent: unusedNrdsIds[0], notation: { brackets: found } }));
  if (others.length > 0) return [uncovered(question, 'a filter for an agent is ignored, in either notation')];
  survey.brackets = found;
  return [suits(question, 'UPSTREAM_FILTER_BRACKETS', found ? 'on' : 'off')];
}

const { propertyType, propertyStatus, transactionType } = compileKinds({ timeZone: 'UTC' });
const codeFilters = [
  { column: 'propertyType', kind: propertyType, name: 'propertyTypes' },
  { column: 'propertyStatus', kind: propertyStatus, name: 'statuses' },
  { column: 'transactionType', kind: transactionType, name: 'types' },
] as const;

/** A second condition, on a column whose values differ, must leave only records that match it. */
export async function checkSeparator(survey: Survey): Promise<Finding[]> {
  const question = questions.separator;
  const condition = codeFilters.flatMap(({ column, kind, name }) => {
    const values = survey.records.map((record) => kind.parse(record[column]));
    const chosen = values.find((value) => typeof value === 'string' && value !== 'LEASE_RENTAL');
    return chosen === undefined || values.every((value) => value === chosen) ? [] : [{ column, kind, name, chosen }];
  })[0];
  if (condition === undefined) return [unknown(question, 'no two transactions of an agent differ in type or status')];
  const { column, kind, name, chosen } = condition;
  const filter = { [name]: [chosen] } as TransactionFilter;
  for (const separator of configuredFirst(survey.configured.UPSTREAM_FILTER_SEPARATOR, [
    ', ',
    ',',
    ';',
    '&',
  ] as const)) {
    const records = recordsOf(await list(survey, { filter, notation: { separator } }));
    if (records.length === 0 || records.some((record) => kind.parse(record[column]) !== chosen)) continue;
    survey.separator = separator;
    return [suits(question, 'UPSTREAM_FILTER_SEPARATOR', separator)];
  }
  return [uncovered(question, 'no separator joins two conditions, so filters of clients fail')];
}

/** A condition with two codes, on a column that also has a third, must leave only those two, and both of them. */
export async function checkSeveralCodes(survey: Survey): Promise<Finding[]> {
  const question = questions.severalCodes;
  if (survey.separator === null) return [unknown(question, 'no two conditions can be joined')];
  const differing = codeFilters.flatMap(({ column, kind, name }) => {
    const codes = survey.records.map((record) => kind.parse(record[column]));
    const found = new Set(codes.filter((code) => typeof code === 'string' && code !== 'LEASE_RENTAL'));
    return found.size > 1 ? [{ column, kind, name, codes: [...found].slice(-2) }] : [];
  });
  const condition = differing[0];
  if (condition === undefined) return [unknown(question, 'no two transactions of an agent differ in type or status')];
  const { column, kind, name, codes } = condition;
  const listed = recordsOf(await list(survey, { filter: { [name]: codes } })).map((record) =>
    kind.parse(record[column]),
  );
  const isRead = codes.every((code) => listed.includes(code)) && listed.every((code) => codes.includes(code));
  return [
    isRead ? assumed(question) : uncovered(question, 'a filter by several codes does not list what each of them does'),
  ];
}

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

/** A range around the day of one record must keep that record, and leave out those of other weeks. */
export async function checkRange(survey: Survey): Promise<Finding[]> {
  const question = questions.range;
  if (survey.separator === null || survey.dates === null) return [unknown(question, 'no filter by a day works')];
  const closings = survey.records.map((record) => instantOf(record['projectedClosingDate'], survey));
  const middle = closings.find(
    (at) => at !== null && closings.some((other) => other !== null && Math.abs(other - at) > 7 * 24 * HOUR_MS),
  );
  if (middle == null) return [unknown(question, 'no two transactions of an agent have closing dates a week apart')];
  const day = (days: number) => new Date(middle + days * DAY_MS).toISOString().slice(0, 10);
  const closingDateRange = { from: day(-1), to: day(1) };
  const ranges = { spaced: ' - ', tight: '-' } as const;
  for (const name of configuredFirst(survey.configured.UPSTREAM_FILTER_RANGE, ['spaced', 'tight'] as const)) {
    const answer = await list(survey, { filter: { closingDateRange }, notation: { range: ranges[name] } });
    const found = recordsOf(answer).map((record) => instantOf(record['projectedClosingDate'], survey));
    if (found.length === 0 || found.some((at) => at === null || Math.abs(at - middle) > 5 * 24 * HOUR_MS)) continue;
    survey.range = ranges[name];
    return [suits(question, 'UPSTREAM_FILTER_RANGE', name)];
  }
  return [uncovered(question, 'a range of closing dates selects nothing in either form')];
}
