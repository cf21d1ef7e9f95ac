/**
 * The time zone of times without an offset. If either the responses or the filters have offsets and the others do not, the difference is
 * measured: a filter at a record's own time, read in a zone too far east, still includes the record. If neither has an offset, only a
 * record that is known to be new reveals the zone.
 */

import type { TimestampForm } from '@realty-forms/contract/calls/filter-timestamps.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { DAY_MS, HOUR_MS } from '@realty-forms/platform/clock.ts';
import { assumed, type Finding, suits, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { instantOf, isDate, list, recordsOf, type Survey, timeOf } from '../survey.ts';
import { pivotOf } from './filter-times.ts';

const question = questions.timeZone;
const MINUTE_MS = 60_000;
const STEP_MINUTES = 15;
/** Clocks are changed by an hour. */
const HOUR_STEPS = 4;
/** More than two changes of clocks. */
const OTHER_TIME_MS = 3 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
/** Some date columns have times of day. */
const MOST = 0.7;
const MIN_STEP = -48;
const MAX_STEP = 56;
/** The age of a record that is said to be new, in minutes; the clocks may differ a little. */
const NEW_MINUTES = { from: -2, to: 13 };
const formsWithOffset: ReadonlySet<TimestampForm> = new Set(['iso', 'compact', 'seconds', 'milliseconds']);

/**
 * Zones of the states, and UTC. A pair of offsets most likely belongs to the first zone that has both; zones with daylight saving time,
 * where most people live, come first.
 */
const likelyZones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Phoenix',
  'Pacific/Honolulu',
];

export async function checkTimeZone(survey: Survey): Promise<Finding[]> {
  const timed = survey.records.filter((record) => {
    const time = timeOf(record['insertDate'], survey);
    return time !== null && !isDate(time);
  });
  if (timed.length === 0) return [unknown(question, 'no transaction has a time of day')];
  const areResponsesLocal = timed.some(isLocal(survey));
  const areFiltersLocal = survey.form !== null && !formsWithOffset.has(survey.form);
  if (!areResponsesLocal && !areFiltersLocal) return [judgeDates(survey)];
  const measured = areResponsesLocal === areFiltersLocal ? null : await measure(survey, areFiltersLocal);
  if (measured !== null) {
    survey.timeZone = measured.zone;
    return [suits(question, 'UPSTREAM_TIME_ZONE', measured.zone, measured.note)];
  }
  return [await checkNewest(survey)];
}

const dateColumns = transactionFields.flatMap(({ upstreamName, kind }) => (kind === 'date' ? [upstreamName] : []));

/** Times with offsets need no zone, but days that are written as midnights do: in a zone further west, they are the day before. */
function judgeDates(survey: Survey): Finding {
  const midnights = survey.records.flatMap((record) =>
    dateColumns.flatMap((column) => {
      const time = timeOf(record[column], survey);
      return time === null || isDate(time) ? [] : [Temporal.Instant.from(time)];
    }),
  );
  const areMostIn = (zone: string) => {
    const locals = midnights.map((at) => at.toZonedDateTimeISO(zone));
    return locals.filter((local) => local.equals(local.startOfDay())).length > midnights.length * MOST;
  };
  const zone = [survey.timeZone, ...likelyZones].find(areMostIn);
  if (zone === undefined) return assumed(question, 'every time has an offset');
  survey.timeZone = zone;
  return suits(question, 'UPSTREAM_TIME_ZONE', zone, 'every time has an offset, and the days are midnights there');
}

/** A time without an offset is another instant in another zone. */
const isLocal = (survey: Survey) => (record: FlatRecord) =>
  instantOf(record['insertDate'], { ...survey, timeZone: 'UTC' }) !==
  instantOf(record['insertDate'], { ...survey, timeZone: '+05:00' });

interface Measured {
  readonly zone: string;
  readonly note: string;
}

/**
 * The zone with the measured offsets of two records, if possible from both seasons; null if there is nothing to measure. The records are
 * from different times of day: if a bound compares days, the measurement gives the distance to midnight, which then differs.
 */
async function measure(survey: Survey, areFiltersLocal: boolean): Promise<Measured | null> {
  const pivot = pivotOf(survey);
  const other = pivot === null ? null : otherTime(survey, pivot.at);
  if (pivot === null || other === null) return null;
  const first = await measureAt(survey, pivot.record, areFiltersLocal);
  if (first === null) return null;
  const second = await measureAt(survey, other, areFiltersLocal, first);
  if (second === null) return null;
  const fits = (zone: string) => stepIn(zone, pivot.record, survey) === first && stepIn(zone, other, survey) === second;
  if (fits(survey.timeZone)) return { zone: survey.timeZone, note: '' };
  const [zone, ...others] = likelyZones.filter(fits);
  if (zone !== undefined)
    return {
      zone,
      note: others.length === 0 ? '' : `or ${others.join(' or ')}: all times are from one half of the year`,
    };
  const note = second === first ? '' : `in the other season ${offsetOf(second)}: rather the zone's name`;
  return { zone: offsetOf(first), note };
}

/**
 * Among the records from another time of day, the one that is most likely from the opposite season, when clocks may differ by an hour. Half a
 * year from April is October, and both are in summer time.
 */
function otherTime({ records, ...known }: Survey, pivotAt: number): FlatRecord | null {
  const apart = (at: number, period: number) => {
    const phase = Math.abs(at - pivotAt) % period;
    return Math.min(phase, period - phase);
  };
  const found = records
    .filter((record) => timeOf(record['insertDate'], known)?.includes('T'))
    .map((record) => ({ record, at: instantOf(record['insertDate'], known) ?? pivotAt }))
    .filter(({ at }) => apart(at, DAY_MS) >= OTHER_TIME_MS)
    .sort(
      (a, b) =>
        Number(isSummer(a.at) === isSummer(pivotAt)) - Number(isSummer(b.at) === isSummer(pivotAt)) ||
        apart(b.at, YEAR_MS) - apart(a.at, YEAR_MS),
    )[0];
  return found?.record ?? null;
}

/** All states that change their clocks do so on the same days. */
const isSummer = (at: number): boolean =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('America/New_York').offset === '-04:00';

/** The offset at a record's time in quarters of an hour: `near`, up to an hour to either side of it or, without `near`, any. */
async function measureAt(
  survey: Survey,
  record: FlatRecord,
  areFiltersLocal: boolean,
  near?: number,
): Promise<number | null> {
  const guess = near ?? stepIn(survey.timeZone, record, survey);
  /** Whether the zone is not further west than this offset, or for filters with offsets not further east. */
  const isWithin = (step: number) => includes(survey, record, step, areFiltersLocal);
  const isExactly = async (step: number) =>
    (await isWithin(step)) && !(await isWithin(areFiltersLocal ? step + 1 : step - 1));
  const guesses = near === undefined ? [guess] : [near, near + HOUR_STEPS, near - HOUR_STEPS];
  for (const step of guesses) if (await isExactly(step)) return step;
  if (near !== undefined) return null;
  let [low, high] = [MIN_STEP, MAX_STEP];
  // Local filters include the record up to the zone's offset; filters with offsets, from it on.
  while (low < high) {
    const middle = areFiltersLocal ? Math.ceil((low + high) / 2) : Math.floor((low + high) / 2);
    if ((await isWithin(middle)) === areFiltersLocal)
      [low, high] = areFiltersLocal ? [middle, high] : [middle + 1, high];
    else [low, high] = areFiltersLocal ? [low, middle - 1] : [low, middle];
  }
  return low > MIN_STEP && low < MAX_STEP ? low : null;
}

/** Whether the record is not older than the filter, which is its own time at this offset, less a minute for exclusive bounds. */
async function includes(survey: Survey, record: FlatRecord, step: number, areFiltersLocal: boolean): Promise<boolean> {
  const timeZone = offsetOf(step);
  const at = instantOf(record['insertDate'], areFiltersLocal ? survey : { ...survey, timeZone });
  if (at === null) return false;
  const insertDateMin = new Date(at - MINUTE_MS).toISOString();
  const timestamps = { form: survey.form ?? 'iso', dates: survey.dates ?? 'iso', timeZone } as const;
  const [first] = recordsOf(await list(survey, { filter: { insertDateMin }, notation: { timestamps } }));
  const own = instantOf(record['insertDate'], survey);
  const firstAt = instantOf(first?.['insertDate'], survey);
  return firstAt !== null && own !== null && firstAt <= own;
}

/** Without any offset: how far the newest record's local time is from the clock, if the record is known to be new. */
async function checkNewest(survey: Survey): Promise<Finding> {
  if (survey.changedAgent === null) {
    const advice = 'create or change a transaction and run it again with --new and the NRDS id of its agent';
    return unknown(question, `times have no offset; ${advice}`);
  }
  const answer = await list(survey, {
    agent: survey.changedAgent,
    order: { field: 'LAST_UPDATE_DATE', direction: 'DESC' },
  });
  const times = recordsOf(answer).flatMap((record) => [
    instantOf(record['lastUpdateDate'], { ...survey, timeZone: 'UTC' }) ?? [],
    instantOf(record['insertDate'], { ...survey, timeZone: 'UTC' }) ?? [],
  ]);
  const ahead = (Math.max(...times.flat()) - survey.now()) / MINUTE_MS;
  const step = Math.ceil((ahead + NEW_MINUTES.from) / STEP_MINUTES);
  const age = step * STEP_MINUTES - ahead;
  if (!Number.isFinite(ahead) || age > NEW_MINUTES.to || step < MIN_STEP || step > MAX_STEP)
    return unknown(
      question,
      'times have no offset, and no transaction of the agent was created or changed in the last few minutes',
    );
  const now = Temporal.Instant.fromEpochMilliseconds(survey.now());
  const offset = offsetOf(step);
  const fits = (zone: string) => now.toZonedDateTimeISO(zone).offset === offset;
  survey.timeZone = fits(survey.timeZone) ? survey.timeZone : offset;
  const zones = likelyZones.filter((zone) => zone !== survey.timeZone && fits(zone));
  const note =
    zones.length === 0 ? '' : `today; if its clocks change in spring and fall, use ${zones.join(' or ')} instead`;
  return suits(question, 'UPSTREAM_TIME_ZONE', survey.timeZone, survey.timeZone === offset ? note : '');
}

/** The zone's offset at a record's time, in quarters of an hour. */
function stepIn(zone: string, record: FlatRecord, survey: Survey): number {
  const at = instantOf(record['insertDate'], { ...survey, timeZone: zone }) ?? 0;
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return Math.round(offsetNanoseconds / 1e6 / MINUTE_MS / STEP_MINUTES);
}

function offsetOf(step: number): string {
  const minutes = Math.abs(step) * STEP_MINUTES;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${step < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
