// Writing timestamps in filters (4.4, 4.8): the instant or day stays the same in every form, and nothing breaks out of its value.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectFiles } from '../../src/calls/file-requests.ts';
import { defaultNotation, type FilterNotation, parseFilter, transactionFilterKeys } from '../../src/calls/filter.ts';
import type { DateForm, FilterTimestamps, TimestampForm } from '../../src/calls/filter-timestamps.ts';
import { listTransactions, type TransactionFilter } from '../../src/calls/requests.ts';
import { timeZoneOf } from '../../src/times/time-zone.ts';
import { parseTimestamp } from '../../src/times/timestamps.ts';

const timeZone = 'America/Denver';
const forms: readonly TimestampForm[] = ['iso', 'compact', 'local', 'sql', 'us', 'us-12', 'seconds', 'milliseconds'];
const dateForms: readonly DateForm[] = ['iso', 'us', 'time'];
const written = (form: TimestampForm, text: string, dates: DateForm = 'us') =>
  filterText({ insertDateMin: text }, { timestamps: { form, dates, timeZone } }).slice('insertDate_min=<'.length, -1);

function filterText(filter: TransactionFilter, notation: Partial<FilterNotation>): string {
  const list = { agentNrdsId: '1', filter, order: { field: 'INSERT_DATE', direction: 'ASC' }, full: false } as const;
  const request = listTransactions(list, { size: 1, number: 1 }, { brackets: true, separator: ',', ...notation });
  return request.filter.replace('NRDSID=<1>,', '');
}

test.each<[TimestampForm, instant: string, day: string]>([
  ['iso', '2024-07-04T15:30:00Z', '2024-07-04T00:00:00-06:00'],
  ['compact', '2024-07-04T15:30:00+0000', '2024-07-04T00:00:00-0600'],
  ['local', '2024-07-04T09:30:00', '2024-07-04T00:00:00'],
  ['sql', '2024-07-04 09:30:00', '2024-07-04 00:00:00'],
  ['us', '07/04/2024 09:30:00', '07/04/2024 00:00:00'],
  ['us-12', '07/04/2024 09:30:00 AM', '07/04/2024 12:00:00 AM'],
  ['seconds', '1720107000', '1720072800'],
  ['milliseconds', '1720107000000', '1720072800000'],
])('in the form %s, 15:30 UTC on July 4 is %s in Denver, and the day as a time is %s', (form, instant, day) => {
  expect(written(form, '2024-07-04T15:30:00Z')).toBe(instant);
  expect(written(form, '2024-07-04', 'time')).toBe(day);
  expect(written(form, '2024-07-04', 'iso')).toBe('2024-07-04');
  expect(written(form, '2024-07-04', 'us')).toBe('07/04/2024');
  const hasOffset = form === 'iso' || form === 'compact';
  if (!hasOffset) expect(written(form, '2024-07-05T00:30:00+09:00')).toBe(instant);
});

test('an offset stays as the client wrote it, without its colon in the form compact', () => {
  expect(written('iso', '2024-07-05T00:30:00+09:00')).toBe('2024-07-05T00:30:00+09:00');
  expect(written('compact', '2024-07-05T00:30:00.5+09:00')).toBe('2024-07-05T00:30:00.5+0900');
});

test.each([
  ['2024-07-04T06:05:00Z', '07/04/2024 12:05:00 AM'],
  ['2024-07-04T18:05:00Z', '07/04/2024 12:05:00 PM'],
  ['2024-07-05T05:59:59Z', '07/04/2024 11:59:59 PM'],
])('%s is %s on a clock of twelve hours', (instant, text) => {
  expect(written('us-12', instant)).toBe(text);
});

test('every timestamp of every filter is written in the form, and nothing else', () => {
  const at = '2024-07-04T15:30:00Z';
  const filter: TransactionFilter = {
    realtorName: '2024-07-04',
    lastUpdateDate: at,
    insertDate: '2024-07-04',
    listingStartDate: at,
    listingExpirationDate: at,
    purchaseAgreementDate: at,
    earnestMoneyDueDate: at,
    closingDate: at,
    statuses: ['ACTIVE'],
    insertDateMin: at,
    lastUpdateDateSince: at,
    closingDateRange: { from: '2024-07-01', to: at },
  };
  const timestamps: FilterTimestamps = { form: 'us', dates: 'us', timeZone };
  const text = filterText(filter, { timestamps });
  expect(text.match(/<07\/04\/2024 09:30:00>/g)).toHaveLength(8);
  expect(text).toContain('realtorName=<2024-07-04>');
  expect(text).toContain('insertDate=<07/04/2024>');
  expect(text).toContain('closingDate_range=<07/01/2024 - 07/04/2024 09:30:00>');
  const files = { fileId: '7', insertDate: at, lastUpdateDate: at, insertDateMin: at, lastUpdateDateSince: at };
  const { filter: fileText = '' } = selectFiles('1', files, { ...defaultNotation, timestamps });
  expect(fileText).toMatch(/^fileID=<7>, (\w+=<07\/04\/2024 09:30:00>(?:, )?){4}$/);
});

describe('a form that is coarser than the value loses no record', () => {
  const range = (form: TimestampForm, from: string, to: string) =>
    filterText({ closingDateRange: { from, to } }, { timestamps: { form, dates: 'time', timeZone } }).slice(19, -1);

  test.each<[TimestampForm, string, string]>([
    ['us', '2024-07-04T15:30:00.9Z', '07/04/2024 09:30:00'],
    ['sql', '2024-07-04T15:30:00.9Z', '2024-07-04 09:30:00'],
    ['seconds', '2024-07-04T15:30:00.9Z', '1720107000'],
    ['milliseconds', '2024-07-04T15:30:00.0009Z', '1720107000000'],
    ['local', '2024-07-04T15:30:00.9Z', '2024-07-04T09:30:00.9'],
  ])('in the form %s, the beginning %s is written as %s', (form, instant, text) => {
    expect(written(form, instant)).toBe(text);
  });

  test('the end of a range is moved up, and a day that ends one is written as its last moment', () => {
    expect(range('us', '2024-07-01', '2024-07-04T15:30:00.1Z')).toBe('07/01/2024 00:00:00 - 07/04/2024 09:30:01');
    expect(range('local', '2024-07-01', '2024-07-04')).toBe('2024-07-01T00:00:00 - 2024-07-04T23:59:59.999');
    expect(range('sql', '2024-07-01', '2024-07-04')).toBe('2024-07-01 00:00:00 - 2024-07-04 23:59:59');
    expect(range('seconds', '2024-07-01', '2024-07-04')).toBe('1719813600 - 1720159199');
    expect(range('milliseconds', '2024-07-01', '2024-07-04')).toBe('1719813600000 - 1720159199999');
    // The day on which clocks go forward has 23 hours.
    expect(range('seconds', '2024-03-10', '2024-03-10')).toBe('1710054000 - 1710136799');
  });
});

const timestamps = fc.oneof(
  fc
    .date({ min: new Date('1971-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc
    .date({ min: new Date('1971-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 19)}Z`),
);

test('what is written reads as the same day or instant, except in the hour that clocks repeat', () => {
  const repeated = /-1[01]-0?\d/;
  fc.assert(
    fc.property(timestamps, fc.constantFrom(...forms), fc.constantFrom(...dateForms), (timestamp, form, dates) => {
      fc.pre(!repeated.test(timestamp));
      const unit = form === 'seconds' || form === 'milliseconds' ? form : null;
      const read = parseTimestamp(written(form, timestamp, dates), timeZoneOf(timeZone), unit);
      const isDay = !timestamp.includes('T');
      if (isDay && dates !== 'time') expect(read).toBe(timestamp);
      else {
        const expected = isDay
          ? Temporal.PlainDate.from(timestamp).toZonedDateTime(timeZone).toInstant()
          : Temporal.Instant.from(timestamp);
        expect(Temporal.Instant.from(read ?? '').equals(expected)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

const notations: FilterNotation[] = [true, false].flatMap((brackets) =>
  ([', ', ',', ';', '&'] as const).flatMap((separator) =>
    ([' - ', '-'] as const).flatMap((range) =>
      forms.flatMap((form) =>
        dateForms.map((dates) => ({ brackets, separator, range, timestamps: { form, dates, timeZone } })),
      ),
    ),
  ),
);

test('in every notation and form, a filter parses to the values that were written, ranges included', () => {
  const values = fc.record({ min: timestamps, from: timestamps, to: timestamps });
  fc.assert(
    fc.property(values, fc.constantFrom(...notations), ({ min, from, to }, notation) => {
      const text = filterText({ insertDateMin: min, closingDateRange: { from, to } }, notation);
      const parsed = parseFilter(text, transactionFilterKeys, notation);
      const rangeOf = (bounds: { from: string; to: string }) =>
        parseFilter(filterText({ closingDateRange: bounds }, { ...notation, range: ' - ' }), transactionFilterKeys, {
          ...notation,
          range: ' - ',
        });
      const alone = rangeOf({ from, to });
      expect(parsed.ok && alone.ok).toBe(true);
      if (!parsed.ok || !alone.ok) return;
      const range = parsed.values.get('closingDate_range');
      const [first, ...others] = parsed.values.keys();
      expect(others).toEqual(first === 'NRDSID' ? ['insertDate_min', 'closingDate_range'] : ['closingDate_range']);
      expect(range).toEqual(alone.values.get('closingDate_range'));
    }),
    { numRuns: 1_000 },
  );
});

test('a negative number of seconds is told apart in a range without spaces', () => {
  const notation: FilterNotation = {
    brackets: true,
    separator: ',',
    range: '-',
    timestamps: { form: 'seconds', dates: 'time', timeZone },
  };
  const text = filterText({ closingDateRange: { from: '1969-01-01', to: '1969-02-01' } }, notation);
  expect(text).toBe('closingDate_range=<-31510800--28746001>');
  expect(parseFilter(text, transactionFilterKeys, notation)).toEqual({
    ok: true,
    values: new Map([['closingDate_range', { from: '-31510800', to: '-28746001' }]]),
  });
});

test.each([
  'soon',
  '',
  '2024-13-01',
  '2024-07-04T09:30:00',
  "1' OR 1",
  '1720107000',
  '2024-07-04T15:30:00Z>,NRDSID=<2',
])('%j is not written in any form but ISO', (text) => {
  for (const form of forms.slice(1)) expect(() => written(form, text)).toThrow(RangeError);
});
