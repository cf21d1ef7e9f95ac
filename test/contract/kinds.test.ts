// The kinds of values: which formats are accepted, which values stay exact, and which are never guessed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKinds, isBlank, type KindName, readTimestamp, UNREADABLE } from '../../src/contract/kinds.ts';

const kinds = compileKinds({ timeZone: 'America/Detroit' });

function expectParsed(kind: KindName, raw: unknown, value: string | number | undefined): void {
  expect(kinds[kind].parse(raw)).toBe(value === undefined ? UNREADABLE : value);
}

describe('a timestamp', () => {
  test.each([
    ['2026-07-04', '2026-07-04'],
    ['07/04/2026', '2026-07-04'],
    [' 2026-07-04 ', '2026-07-04'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['2026-07-04T09:30:00Z', '2026-07-04T09:30:00Z'],
    ['2026-07-04T09:30:00+02:00', '2026-07-04T09:30:00+02:00'],
    ['2026-07-04T09:30:00.123456789-05:30', '2026-07-04T09:30:00.123456789-05:30'],
    ['2026-07-04T09:30Z', '2026-07-04T09:30:00Z'],
    ['2026-07-04 09:30:00', '2026-07-04T09:30:00-04:00'],
    ['2026-01-04 09:30:00', '2026-01-04T09:30:00-05:00'],
    ['2026-01-04T09:30', '2026-01-04T09:30:00-05:00'],
  ])('%s reads as %s', (raw, value) => expectParsed('timestamp', raw, value));

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-00-00 00:00:00',
    '13/01/2026',
    '7/4/2026',
    '26-07-04',
    '2026-07-04T24:00:00Z',
    '2026-07-04T09:60:00Z',
    '2026-07-04T09:30:60Z',
    '2026-07-04T09:30:00+15:00',
    '2026-07-04T09:30:00+0200',
    '2026-07-04T09:30:00 EST',
    '2026-07-04T',
    'July 4, 2026',
    'today',
    1783157400000,
    true,
    ['2026-07-04'],
    {},
  ])('%j cannot be read', (raw) => expectParsed('timestamp', raw, undefined));

  test('in the hour that is skipped when clocks go forward is the instant that Temporal chooses', () => {
    expectParsed('timestamp', '2026-03-08 02:30:00', '2026-03-08T02:30:00-05:00');
    const local = Temporal.PlainDateTime.from('2026-03-08T02:30:00').toZonedDateTime('America/Detroit');
    expect(Temporal.Instant.from('2026-03-08T02:30:00-05:00').equals(local.toInstant())).toBe(true);
  });

  test('that occurs twice when clocks go back is the first of the two', () => {
    expectParsed('timestamp', '2026-11-01 01:30:00', '2026-11-01T01:30:00-04:00');
  });

  test('from before time zones, with an offset that has seconds, cannot be read', () => {
    expectParsed('timestamp', '1850-01-01 00:00:00', undefined);
  });

  test('without an offset is always the same instant as the local time in its zone', () => {
    const zones = fc.constantFrom('America/Detroit', 'Europe/London', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');
    const between = { min: new Date('1990-01-01'), max: new Date('2050-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(between), zones, (date, zone) => {
        const local = date.toISOString().slice(0, 19);
        const expected = Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
        expect(Temporal.Instant.from(readTimestamp(local, zone) as string).equals(expected)).toBe(true);
      }),
    );
  });

  test('is read in the same way for filters, with null for texts that are not timestamps', () => {
    expect(readTimestamp('07/04/2026', 'UTC')).toBe('2026-07-04');
    expect(readTimestamp('2026-07-04 09:30:00', 'UTC')).toBe('2026-07-04T09:30:00+00:00');
    expect(readTimestamp('soon', 'UTC')).toBeNull();
    expect(readTimestamp('', 'UTC')).toBeNull();
  });
});

describe('a decimal', () => {
  test.each([
    [250000, '250000'],
    [0, '0'],
    [-1.5, '-1.5'],
    ['250000.00', '250000.00'],
    ['0.10', '0.10'],
    [' +5 ', '5'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ])('%j reads as %s, digit for digit', (raw, value) => expectParsed('decimal', raw, value));

  test.each(['$250,000', '1,000', '1e3', '.5', '5.', '0x10', 'NaN', '1 000', '--1', 1e21, true, [], {}])(
    '%j cannot be read',
    (raw) => expectParsed('decimal', raw, undefined),
  );

  test('prints as a number if that is exactly the same, otherwise as text', () => {
    expect(kinds.decimal.print('250000')).toBe(250000);
    expect(kinds.decimal.print('0.5')).toBe(0.5);
    for (const text of ['250000.00', '0.10', '9007199254740993', '-0', '007']) {
      expect(kinds.decimal.print(text)).toBe(text);
    }
  });

  test('survives print, JSON and parse exactly', () => {
    const digits = (maxLength: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
    const decimals = fc
      .tuple(fc.constantFrom('', '-'), digits(30), fc.option(digits(20)))
      .map(([sign, whole, part]) => `${sign}${whole}${part === null ? '' : `.${part}`}`);
    fc.assert(
      fc.property(decimals, (text) => {
        expect(kinds.decimal.parse(JSON.parse(JSON.stringify(kinds.decimal.print(text))))).toBe(text);
      }),
    );
  });
});

describe('an integer', () => {
  test.each([
    [3, 3],
    ['3', 3],
    [' 1987 ', 1987],
    ['-2', -2],
    [2147483647, 2147483647],
    ['-2147483647', -2147483647],
  ])('%j reads as %i', (raw, value) => expectParsed('integer', raw, value));

  test.each([
    3.5,
    '3.5',
    '3 bedrooms',
    '0x10',
    '1e3',
    '2147483648',
    3_000_000_000,
    '9007199254740992',
    true,
    [],
    {},
    [3],
  ])('%j cannot be read', (raw) => expectParsed('integer', raw, undefined));
});

describe('a text', () => {
  test.each([
    ['Elm Street', 'Elm Street'],
    [' kept as it is ', ' kept as it is '],
    [48226, '48226'],
  ])('%j reads as "%s"', (raw, value) => expectParsed('text', raw, value));

  test.each([true, [], {}])('%j cannot be read', (raw) => expectParsed('text', raw, undefined));
});

describe('a code', () => {
  test.each<[KindName, string, string]>([
    ['propertyType', 'R', 'RESIDENTIAL'],
    ['propertyType', 'farm and ranch', 'FARM_AND_RANCH'],
    ['transactionType', 'L', 'LEASE_RENTAL'],
    ['transactionType', 'P', 'PURCHASE'],
    ['transactionType', 'Listing & Purchase', 'LISTING_AND_PURCHASE'],
    ['propertyStatus', 'L', 'LEASED_RENTED'],
    ['propertyStatus', 'P', 'PENDING'],
    ['propertyStatus', ' n ', 'NEW'],
    ['propertyStatus', 'Leased/Rented', 'LEASED_RENTED'],
  ])('of %s, "%s" reads as %s', (kind, raw, value) => expectParsed(kind, raw, value));

  test.each<[KindName, unknown]>([
    ['propertyType', 'A'],
    ['transactionType', 'X'],
    ['propertyStatus', 'G'],
    ['propertyStatus', 'Sold'],
    ['propertyStatus', 7],
    ['propertyStatus', ['A']],
  ])('of %s, %j cannot be read', (kind, raw) => expectParsed(kind, raw, undefined));

  test('prints as the letter of its own table', () => {
    expect(kinds.transactionType.print('PURCHASE')).toBe('P');
    expect(kinds.propertyStatus.print('PENDING')).toBe('P');
    expect(() => kinds.propertyType.print('PENDING')).toThrow(RangeError);
  });
});

test.each(['9 to 5', 7, true, [], { mon: [9, 17] }])('a value of the kind json, %j, is passed on unchanged', (raw) => {
  expect(kinds.json.parse(raw)).toBe(raw);
});

test.each([undefined, null, '', ' ', '\t\n'])('%j is blank', (raw) => {
  expect(isBlank(raw)).toBe(true);
});

test.each([0, false, '0', [], {}])('%j is not blank', (raw) => {
  expect(isBlank(raw)).toBe(false);
});
