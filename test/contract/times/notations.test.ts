// Reading timestamps (2) in every combination of notations, compared with a reader of another make.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTimestamp } from '../../../src/contract/times/timestamps.ts';
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
