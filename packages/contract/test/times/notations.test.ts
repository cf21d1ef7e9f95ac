// Reading timestamps (2) in every combination of notations, compared with a reader of another make.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeZoneOf } from '../../src/times/time-zone.ts';
import { parseTimestamp, readTimestamp } from '../../src/times/timestamps.ts';
import { offsetText, someZones } from './local-offsets.ts';

/** What a text reads as, by patterns and Temporal. The reader under test has neither. */
function judge(text: string, zone: string): string | null {
  const day = /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)|(?<usMonth>\d\d?)\/(?<usDay>\d\d?)\/(?<usYear>\d{4}))/;
  const time =
    /(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?<fraction>\.\d{1,9})?)?(?:[^\S\r\n\u2028\u2029]?(?<half>[ap]m))?/i;
  const offset =
    /(?:[^\S\r\n\u2028\u2029]?(?:(?<zulu>z|utc|gmt)|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>\d\d))?))?$/i;
  const trimmed = text.trim();
  const { groups: on } = day.exec(trimmed) ?? {};
  if (on === undefined) return null;
  const date = {
    year: Number(on['year'] ?? on['usYear']),
    month: Number(on['month'] ?? on['usMonth']),
    day: Number(on['day'] ?? on['usDay']),
  };
  const rest = trimmed.replace(day, '');
  const separator = on['year'] === undefined ? ',?[T ]' : '[Tt ]';
  const at = new RegExp(`^${separator}${time.source}${offset.source}`, 'i').exec(rest)?.groups;
  const isDate = rest === '';
  if (!isDate && (at === undefined || !new RegExp(`^${separator}`).test(rest))) return null;
  const {
    hour = '0',
    minute = 0,
    second = '00',
    fraction = '',
    half,
    zulu,
    sign,
    hours = '0',
    minutes = '00',
  } = at ?? {};
  const hourOf12 = (Number(hour) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0);
  if (half !== undefined && !(Number(hour) >= 1 && Number(hour) <= 12)) return null;
  if (Number(hours) > 14 || Number(minutes) > 59 || Number(second) > 59) return null;
  const local = { hour: half === undefined ? Number(hour) : hourOf12, minute: Number(minute), second: Number(second) };
  try {
    const plain = Temporal.PlainDateTime.from({ ...date, ...local }, { overflow: 'reject' });
    if (isDate) return plain.toPlainDate().toString();
    const printed = zulu ? 'Z' : sign ? `${sign}${hours}:${minutes}` : offsetText(plain, zone);
    return printed && `${plain.toString({ smallestUnit: 'second' })}${fraction}${printed}`;
  } catch {
    return null;
  }
}

test('is what patterns and Temporal make of it, in every combination of notations and damaged', () => {
  const number = (max: number) => fc.nat(max).map(String);
  const padded = (max: number, length = 2) => fc.nat(max).map((value) => String(value).padStart(length, '0'));
  const either = (max: number) => fc.oneof({ weight: 3, arbitrary: padded(max) }, number(max));
  const joined = (separator: string, ...parts: fc.Arbitrary<string>[]) =>
    fc.tuple(...parts).map((texts) => texts.join(separator));
  const isoDay = joined('-', padded(9999, 4), padded(13), padded(32));
  const usDay = joined('/', either(13), either(32), padded(9999, 4));
  const space = fc.constantFrom('', ' ', ' ', '\t', '\u202f', '\n', '  ');
  const time = joined(':', either(24), padded(60), padded(60));
  const fraction = fc.oneof(fc.constantFrom('', '', '.000'), fc.stringMatching(/^[.,]\d{0,10}$/));
  const half = joined('', space, fc.constantFrom('AM', 'PM', 'am', 'Pm', 'A', 'XM'));
  const sign = fc.constantFrom('+', '-');
  const offset = fc.oneof(
    fc.constantFrom('Z', 'Z', 'z', 'ZZ', 'UTC', 'gmt', 'EST', '-00:00', '-0000', '+2'),
    joined('', sign, padded(15)),
    joined('', sign, padded(15), padded(60)),
    joined('', sign, joined(':', padded(15), padded(60))),
  );
  const none = fc.constant('');
  const timeOfDay = fc.oneof(joined('', time, fraction), time, joined(':', either(24), padded(60)));
  const end = fc.oneof(none, offset, joined('', space, offset));
  const separator = fc.constantFrom('T', 'T', ' ', ' ', 't', ', ', ',', '-');
  const dateTime = joined('', fc.oneof(isoDay, usDay), separator, timeOfDay, fc.oneof(none, none, half), end);
  const whole = fc.oneof({ weight: 8, arbitrary: dateTime }, isoDay, usDay);
  const other = fc.constantFrom('', '0', '9', '/', ':', '-', 'T', ' ', '\u0663', '\0', '\u212a');
  const damaged = fc
    .tuple(whole, fc.nat(30), other)
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1));
  const texts = fc.oneof({ weight: 2, arbitrary: whole }, damaged, joined('', space, whole, space));
  let readable = 0;
  fc.assert(
    fc.property(texts, fc.constantFrom(...someZones), (text, zone) => {
      const value = judge(text, zone);
      if (value !== null) readable += 1;
      // A plain comparison, since `expect` would take most of the time.
      if (readTimestamp(text, zone) !== value)
        throw new Error(`${JSON.stringify(text)} is ${readTimestamp(text, zone)}, not ${value}`);
    }),
    { numRuns: 20_000 },
  );
  expect(readable).toBeGreaterThan(4_000);
});

const pad = (value: number): string => String(value).padStart(2, '0');
const moment = fc.date({ min: new Date('1900-01-02'), max: new Date('2099-12-31'), noInvalidDate: true });
const rareDays: readonly ((year: number, month: number, day: number) => string)[] = [
  ...['-', '/', '.'].map(
    (separator) =>
      (...parts: number[]) =>
        parts.join(separator),
  ),
  ...['/', '.'].map(
    (separator) =>
      (...parts: number[]) =>
        parts.map(pad).join(separator),
  ),
  (...parts) => parts.map(pad).join(''),
];

test('a day that is written otherwise, with the year first, is the day, with any time', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...someZones), fc.boolean(), (date, zoneName, isDateColumn) => {
      const zone = timeZoneOf(zoneName);
      const read = (text: string) => parseTimestamp(text, zone, null, isDateColumn);
      const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
      const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
      const compact = `${day}T${time}`.replace(/[-:]/g, '');
      expect(read(compact)).toBe(read(`${day} ${time}`));
      expect(read(compact.replace('T', ''))).toBe(read(`${day} ${time}`));
      expect(read(`${compact}Z`)).toBe(`${day}T${time}Z`);
      for (const write of rareDays) {
        const text = write(year, month, dayOfMonth);
        expect(read(text)).toBe(day);
        expect(read(` ${text} `)).toBe(day);
        for (const end of [` ${time}`, `T${time}Z`, ` ${time}.5+02:00`]) expect(read(text + end)).toBe(read(day + end));
      }
    }),
  );
});

test('a damaged text is null, or has the digits of the text in their order', () => {
  const other = fc.constantFrom(...'0123456789-/.T :');
  const damaged = fc
    .tuple(moment, fc.constantFrom(...rareDays), fc.boolean(), fc.nat(14), fc.nat(1), other)
    .map(([date, write, hasTime, at, cut, put]) => {
      const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
      const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
      const text = write(year, month, dayOfMonth) + (hasTime ? `T${time.replaceAll(':', '')}` : '');
      return text.slice(0, at) + put + text.slice(at + cut);
    });
  const digits = (text: string) => text.replace(/[^1-9]/g, '');
  let readable = 0;
  fc.assert(
    fc.property(damaged, (text) => {
      const read = parseTimestamp(text, timeZoneOf('UTC'), null);
      if (read === null) return;
      readable += 1;
      const [local = ''] = read.split('+');
      expect(Temporal.PlainDateTime.from(local).toString()).toContain(local.slice(0, 10));
      expect(digits(local)).toBe(digits(text));
    }),
    { numRuns: 5_000 },
  );
  expect(readable).toBeGreaterThan(500);
});

test('a `/Date(…)/` is its instant, in the zone that it names, or else in that of the service', () => {
  const offsets = fc.constantFrom('', '+0000', '-0500', '+0530', '-1200', '+1400');
  // Before 1972, Monrovia's offset had seconds.
  const instants = fc.date({ min: new Date('1980-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, offsets, fc.constantFrom(...someZones), (date, offset, zone) => {
      const read = parseTimestamp(`/Date(${date.getTime()}${offset})/`, timeZoneOf(zone), null, true) ?? '';
      expect(Date.parse(read)).toBe(date.getTime());
      if (offset !== '') expect(read.slice(-6).replace(':', '')).toBe(offset);
    }),
  );
  for (const offset of ['-1500', '+0060', '-05', '-05:00', 'Z'])
    expect(parseTimestamp(`/Date(1720107000000${offset})/`, timeZoneOf('UTC'), null)).toBeNull();
});

test('eight digits are no date where numbers count from 1970', () => {
  for (const raw of ['20260301', 20260301])
    expect(parseTimestamp(raw, timeZoneOf('UTC'), 'seconds')).toBe('1970-08-23T11:51:41+00:00');
  expect(parseTimestamp('20260301093000', timeZoneOf('UTC'), 'seconds')).toBeNull();
});

test('midnight without an offset is a date in a column of dates only, in every notation and zone', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...someZones), (date, zoneName) => {
      const zone = timeZoneOf(zoneName);
      const day = date.toISOString().slice(0, 10);
      const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
      const us = `${month}/${dayOfMonth}/${year}`;
      for (const text of [
        `${day} 00:00:00`,
        `${day}T00:00`,
        `${day} 00:00:00.000`,
        `${us} 12:00:00 AM`,
        `${us} 0:00`,
      ]) {
        expect(parseTimestamp(text, zone, null, true)).toBe(day);
        expect(parseTimestamp(text, zone, null)).not.toBe(day);
        for (const end of ['Z', ' UTC', '+02:00', '-0500'])
          expect(parseTimestamp(text + end, zone, null, true)).toBe(parseTimestamp(text + end, zone, null));
      }
      const midnight = Date.parse(parseTimestamp(`${day} 00:00:00`, zone, null) as string);
      // Not where the clocks skip midnight, nor in old years, whose offsets have seconds.
      if (parseTimestamp(midnight, zone, 'milliseconds')?.startsWith(`${day}T00:00:00`)) {
        const seconds = midnight / 1_000;
        const instants = [
          [seconds, 'seconds'],
          [`${seconds}.0`, 'seconds'],
          [midnight, 'milliseconds'],
        ] as const;
        for (const [raw, unit] of [...instants, [`/Date(${midnight})/`, null] as const]) {
          expect(parseTimestamp(raw, zone, unit, true)).toBe(day);
          expect(parseTimestamp(raw, zone, unit)).not.toBe(day);
        }
        expect(parseTimestamp(midnight + 1, zone, 'milliseconds', true)).not.toBe(day);
        expect(parseTimestamp(`/Date(${midnight}+0000)/`, timeZoneOf('UTC'), null, true)).not.toBe(day);
      }
      for (const time of ['00:00:00.001', '00:00:01', '12:00 PM'])
        expect(parseTimestamp(`${day} ${time}`, zone, null, true)).not.toBe(day);
    }),
  );
});
