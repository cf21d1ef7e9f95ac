// Reading timestamps (2): every accepted format, and local times in zones whose clocks change.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeZoneOf } from '../../src/times/time-zone.ts';
import { type EpochUnit, parseTimestamp, readTimestamp } from '../../src/times/timestamps.ts';
import { offsetText, someZones } from './local-offsets.ts';

const read = (raw: unknown, zone = 'America/Detroit', epoch: EpochUnit | null = null) =>
  parseTimestamp(raw, timeZoneOf(zone), epoch);

test.each([
  ['2026-07-04', '2026-07-04'],
  ['07/04/2026', '2026-07-04'],
  ['7/4/2026', '2026-07-04'],
  ['12/31/2026', '2026-12-31'],
  [' 2026-07-04 ', '2026-07-04'],
  ['2024-02-29', '2024-02-29'],
  ['2/29/2024', '2024-02-29'],
  ['2000-02-29', '2000-02-29'],
  ['2026-07-04T09:30:00Z', '2026-07-04T09:30:00Z'],
  ['2026-07-04T09:30:00.1Z', '2026-07-04T09:30:00.1Z'],
  ['2026-07-04t09:30:00z', '2026-07-04T09:30:00Z'],
  ['2026-07-04T09:30:00+02:00', '2026-07-04T09:30:00+02:00'],
  ['2026-07-04T09:30:00.123456789-05:30', '2026-07-04T09:30:00.123456789-05:30'],
  ['2026-07-04T09:30Z', '2026-07-04T09:30:00Z'],
  ['2026-07-04T09:30:00+0000', '2026-07-04T09:30:00+00:00'],
  ['2026-07-04T09:30:00-0530', '2026-07-04T09:30:00-05:30'],
  ['2026-07-04T09:30:00+02', '2026-07-04T09:30:00+02:00'],
  ['2026-07-04 09:30:00 +0000', '2026-07-04T09:30:00+00:00'],
  ['2026-07-04 09:30:00 UTC', '2026-07-04T09:30:00Z'],
  ['2026-07-04 09:30 GMT', '2026-07-04T09:30:00Z'],
  ['2026-07-04 09:30:00', '2026-07-04T09:30:00-04:00'],
  ['2026-01-04 09:30:00', '2026-01-04T09:30:00-05:00'],
  ['2026-01-04T09:30', '2026-01-04T09:30:00-05:00'],
  ['2024-07-04T09:30:00.1234567', '2024-07-04T09:30:00.1234567-04:00'],
  ['07/04/2024 09:30 AM', '2024-07-04T09:30:00-04:00'],
  ['7/4/2024 9:30 pm', '2024-07-04T21:30:00-04:00'],
  ['7/4/2024, 9:30:05 PM', '2024-07-04T21:30:05-04:00'],
  ['7/4/2024 9:30:05\u202fPM', '2024-07-04T21:30:05-04:00'],
  ['01/04/2024 12:00:00 AM', '2024-01-04T00:00:00-05:00'],
  ['01/04/2024 12:00:00 PM', '2024-01-04T12:00:00-05:00'],
  ['01/04/2024 12:59 AM', '2024-01-04T00:59:00-05:00'],
  ['01/04/2024 23:59:59.125', '2024-01-04T23:59:59.125-05:00'],
  ['01/04/2024 09:30 AM -0800', '2024-01-04T09:30:00-08:00'],
  ['2024-01-04 9:30 AM', '2024-01-04T09:30:00-05:00'],
  ['01/04/2024T09:30:00Z', '2024-01-04T09:30:00Z'],
  ['1/4/2024,T09:30:00.5+02:00', '2024-01-04T09:30:00.5+02:00'],
  ['2024-01-04t09:30\u202fam\u00a0utc', '2024-01-04T09:30:00Z'],
])('%s reads as %s', (raw, value) => {
  expect(read(raw)).toBe(value);
  // Whether numbers can be read changes nothing for texts that are none.
  expect(read(raw, 'America/Detroit', 'seconds')).toBe(value);
});

test.each([
  '',
  '2026-02-29',
  '02/29/2026',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-00-00 00:00:00',
  '13/01/2026',
  '0/4/2026',
  '7/4/26',
  '007/04/2026',
  '26-07-04',
  '4.7.2026',
  '2026-07-04T24:00:00Z',
  '2026-07-04T09:60:00Z',
  '2026-07-04T09:30:60Z',
  '2026-07-04T09:30:00+15:00',
  '2026-07-04T09:30:00+1500',
  '2026-07-04T09:30:00 EST',
  '2026-07-04T',
  '2026-07-04,09:30:00',
  '2026-07-04T09:30:00.',
  '2026-07-04T09:30:00.1234567890',
  '2026-07-04T09:30:00  Z',
  '2026-07-04T09:30:00\nZ',
  '2026-07-04T09:30:00+2:00',
  '2026-07-04T09:30:00+02:0',
  '2026-07-04T09:30:00+02:60',
  '2026-07-04T9:3:00',
  '07/04/2026t09:30:00Z',
  '7/4/2026 0:30 AM',
  '7/4/2026 13:30 PM',
  '7/4/2026 24:00',
  '7/4/2026 9',
  '7/4/2026 9 AM',
  '7/4/2026 9:30 XM',
  '07/04/2026 09:30 AM to 10:30 AM',
  '2026-07-04T09:30:00Z\n2026-07-04T09:30:00Z',
  'July 4, 2026',
  'today',
  true,
  null,
  ['2026-07-04'],
  {},
])('%j cannot be read', (raw) => {
  expect(read(raw)).toBeNull();
});

describe('a number', () => {
  test.each<[EpochUnit, unknown, string | null]>([
    ['seconds', 1_720_107_000, '2024-07-04T09:30:00-06:00'],
    ['seconds', '1720107000', '2024-07-04T09:30:00-06:00'],
    ['seconds', ' 1720107000 ', '2024-07-04T09:30:00-06:00'],
    ['seconds', 1_720_107_000.5, '2024-07-04T09:30:00.5-06:00'],
    ['seconds', '1720107000.1234567', '2024-07-04T09:30:00.1234567-06:00'],
    ['seconds', '1720107000.000', '2024-07-04T09:30:00-06:00'],
    ['milliseconds', 1_720_107_000_000, '2024-07-04T09:30:00-06:00'],
    ['milliseconds', '1720107000250', '2024-07-04T09:30:00.250-06:00'],
    ['milliseconds', '1720107000250.75', '2024-07-04T09:30:00.25075-06:00'],
    ['seconds', 0, '1969-12-31T17:00:00-07:00'],
    ['seconds', -1, '1969-12-31T16:59:59-07:00'],
    ['milliseconds', -1, '1969-12-31T16:59:59.999-07:00'],
    ['seconds', 1_720_107_000_000, null],
    ['seconds', -1.5, null],
    ['seconds', 1e21, null],
    ['seconds', Number.MAX_SAFE_INTEGER, null],
    ['seconds', '99999999999999999', null],
    ['milliseconds', '253402300800000', null],
    ['seconds', '-62135596800', null],
    ['seconds', '1e9', null],
    ['seconds', '0x10', null],
    ['seconds', '1,720,107,000', null],
  ])('of %s, %j, reads as %s in Denver', (unit, raw, value) => {
    expect(read(raw, 'America/Denver', unit)).toBe(value);
    expect(read(raw, 'America/Denver')).toBeNull();
  });

  test('is the instant that it counts, in every zone and season', () => {
    const zones = fc.constantFrom('America/Denver', 'Europe/London', 'Australia/Lord_Howe', 'Pacific/Apia', '-03:30');
    const between = { min: Date.parse('1950-01-01'), max: Date.parse('2080-01-01') };
    fc.assert(
      fc.property(fc.integer(between), zones, (epochMs, zone) => {
        expect(Temporal.Instant.from(read(epochMs, zone, 'milliseconds') ?? '').epochMilliseconds).toBe(epochMs);
        const seconds = Math.floor(epochMs / 1_000);
        const expected = Temporal.Instant.fromEpochMilliseconds(seconds * 1_000);
        expect(read(seconds, zone, 'seconds')).toBe(
          expected.toZonedDateTimeISO(zone).toString({ timeZoneName: 'never', smallestUnit: 'second' }),
        );
      }),
    );
  });
});

describe('a local time', () => {
  test('in the hour that is skipped when clocks go forward is the instant that Temporal chooses', () => {
    expect(read('2026-03-08 02:30:00')).toBe('2026-03-08T02:30:00-05:00');
    const local = Temporal.PlainDateTime.from('2026-03-08T02:30:00').toZonedDateTime('America/Detroit');
    expect(Temporal.Instant.from('2026-03-08T02:30:00-05:00').equals(local.toInstant())).toBe(true);
  });

  test('that occurs twice when clocks go back is the first of the two', () => {
    expect(read('2026-11-01 01:30:00')).toBe('2026-11-01T01:30:00-04:00');
  });

  test('from before time zones, with an offset that has seconds, cannot be read', () => {
    expect(read('1850-01-01 00:00:00')).toBeNull();
    expect(read('0001-01-01 00:00:00')).toBeNull();
  });

  test('is read in the same way in each notation', () => {
    const between = { min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(between), fc.constantFrom(...someZones), (date, zone) => {
        const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
        const [year, month, dayOfMonth] = day.split('-').map(Number);
        const [hours = 0, minutes, seconds] = time.split(':');
        const half = `${Number(hours) % 12 || 12}:${minutes}:${seconds} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
        const expected = offsetText(Temporal.PlainDateTime.from(`${day}T${time}`), zone);
        for (const written of [`${day}T${time}`, `${day} ${time}`, `${month}/${dayOfMonth}/${year}, ${half}`])
          expect(readTimestamp(written, zone)).toBe(expected && `${day}T${time}${expected}`);
      }),
    );
  });
});

test('is read in the same way for filters, with null for texts that are not timestamps', () => {
  expect(readTimestamp('07/04/2026', 'UTC')).toBe('2026-07-04');
  expect(readTimestamp('2026-07-04 09:30:00', 'UTC')).toBe('2026-07-04T09:30:00+00:00');
  expect(readTimestamp('soon', 'UTC')).toBeNull();
  expect(readTimestamp('1783157400', 'UTC')).toBeNull();
});
