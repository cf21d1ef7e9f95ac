// Reading timestamps (2): every accepted format, and local times in zones whose clocks change.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EpochUnit } from '../../src/times/instants.ts';
import { timeZoneOf } from '../../src/times/time-zone.ts';
import { parseTimestamp, readTimestamp } from '../../src/times/timestamps.ts';
import { offsetText, someZones } from './local-offsets.ts';

const read = (raw: unknown, zone = 'America/Detroit', epoch: EpochUnit | null = null) =>
  parseTimestamp(raw, timeZoneOf(zone), epoch);

// One of each notation; notations.test.ts tries all of them, and texts that are almost timestamps, against a reader of another make.
test.each([
  ['2026-07-04', '2026-07-04'],
  ['7/4/2026', '2026-07-04'],
  ['2026-07-04T09:30:00.123456789-05:30', '2026-07-04T09:30:00.123456789-05:30'],
  ['2026-07-04 09:30 GMT', '2026-07-04T09:30:00Z'],
  ['2026-07-04 09:30:00', '2026-07-04T09:30:00-04:00'],
  ['2026-01-04 09:30:00', '2026-01-04T09:30:00-05:00'],
  ['7/4/2024, 9:30:05 PM', '2024-07-04T21:30:05-04:00'],
  ['7/4/2024 9:30:05\u202fPM', '2024-07-04T21:30:05-04:00'],
  ['01/04/2024 12:00:00 AM', '2024-01-04T00:00:00-05:00'],
])('%s reads as %s', (raw, value) => {
  expect(read(raw)).toBe(value);
  // Whether numbers can be read changes nothing for texts that are none.
  expect(read(raw, 'America/Detroit', 'seconds')).toBe(value);
});

test.each([
  '',
  '2026-02-29',
  '0000-00-00 00:00:00',
  '4.7.2026',
  '2026-07-04T24:00:00Z',
  '2026-07-04T09:30:00 EST',
  '7/4/2026 13:30 PM',
  '07/04/2026 09:30 AM to 10:30 AM',
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
