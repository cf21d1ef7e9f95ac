// The kinds of values: which formats are accepted, which values stay exact, and which are never guessed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKinds, isBlank, type KindName, UNREADABLE } from '../../src/columns/kinds.ts';

const kinds = compileKinds({ timeZone: 'America/Detroit' });

function expectParsed(kind: KindName, raw: unknown, value: string | number | undefined): void {
  expect(kinds[kind].parse(raw)).toBe(value === undefined ? UNREADABLE : value);
}

test('a timestamp is read in the zone that is given, and numbers only if their unit is', () => {
  expectParsed('timestamp', '2026-07-04 09:30:00', '2026-07-04T09:30:00-04:00');
  expectParsed('timestamp', 'soon', undefined);
  expectParsed('timestamp', 1_783_157_400, undefined);
  const seconds = compileKinds({ timeZone: 'America/Detroit', epoch: 'seconds' });
  expect(seconds.timestamp.parse(1_783_171_800)).toBe('2026-07-04T09:30:00-04:00');
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

  test.each(['0x10', 'NaN', '--1', Number.NaN, Number.POSITIVE_INFINITY, 1e300, true, [], {}])(
    '%j cannot be read',
    (raw) => expectParsed('decimal', raw, undefined),
  );

  const digitsOf = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
  const whole = digitsOf(0, 12).map((text) => text.replace(/^0+/, ''));
  const grouped = (text: string) => text.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
  const part = (text: string | null) => (text === null ? '' : `.${text}`);

  test('is the same amount, digit for digit, however it is written', () => {
    fc.assert(
      fc.property(whole, fc.option(digitsOf(1, 6)), fc.boolean(), (amount, decimals, isNegative) => {
        if (amount === '' && decimals === null) return;
        const sign = isNegative ? '-' : '';
        const bare = `${grouped(amount)}${part(decimals)}`;
        const written = ['$', '$ ', 'US$', 'USD ', ''].flatMap((money) => [
          `${sign}${money}${bare}`,
          ...(money === '' ? [` ${sign}${amount}${part(decimals)} `] : [`${money}${sign}${amount}${part(decimals)}`]),
        ]);
        if (isNegative) written.push(`($${bare})`);
        if (decimals === null) written.push(`${sign}${grouped(amount)}.`);
        for (const text of written) expectParsed('decimal', text, `${sign}${amount || '0'}${part(decimals)}`);
      }),
    );
  });

  test('with an exponent is the number that a double has, where that is exact', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -20, max: 40 }), (mantissa, exponent) => {
        const value = kinds.decimal.parse(`${mantissa}e${exponent}`);
        expect(value).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/);
        expect(Number(value)).toBe(Number(`${mantissa}e${exponent}`));
        expect(kinds.decimal.parse(Number(value))).not.toBe(UNREADABLE);
      }),
    );
  });

  test('is never a guess: a text is read only with all its digits, and commas only between groups of three', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789,.$-+() eE'), maxLength: 14 }),
      fc
        .tuple(whole, fc.option(digitsOf(1, 2)), fc.nat(14), fc.constantFrom('', ',', '.', '$', '-', ' ', '0'))
        .map(([amount, decimals, at, put]) => {
          const usual = `$${grouped(amount)}${part(decimals)}`;
          return usual.slice(0, at) + put + usual.slice(at + 1);
        }),
    );
    let readable = 0;
    fc.assert(
      fc.property(text, (raw) => {
        const value = kinds.decimal.parse(raw);
        if (typeof value !== 'string' || /e/i.test(raw)) return;
        readable += 1;
        const [before = '', after = ''] = raw.replace(/[^\d,.]/g, '').split('.');
        expect(before.includes(',') ? grouped(before.replaceAll(',', '')) : before).toBe(before);
        expect(after).not.toContain(',');
        expect(value.replace('-', '')).toBe(`${before.replaceAll(',', '') || '0'}${after === '' ? '' : `.${after}`}`);
        expect(value.startsWith('-')).toBe(/-|^\s*\(/.test(raw));
      }),
      { numRuns: 2_000 },
    );
    expect(readable).toBeGreaterThan(200);
  });

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
    ['3.00', 3],
    ['-2', -2],
    [2147483647, 2147483647],
    ['-2147483647', -2147483647],
  ])('%j reads as %i', (raw, value) => expectParsed('integer', raw, value));

  test.each([
    3.5,
    '3.5',
    '3.001',
    '3.',
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
    ['transactionType', 'Listing &amp; Purchase', 'LISTING_AND_PURCHASE'],
    ['transactionType', 'listing and purchase', 'LISTING_AND_PURCHASE'],
    ['transactionType', 'Lease / Rental', 'LEASE_RENTAL'],
    ['propertyType', 'Farm & Ranch', 'FARM_AND_RANCH'],
    ['propertyType', 'VACANT_LAND', 'VACANT_LAND'],
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
    ['propertyStatus', '-A'],
    ['propertyStatus', 'A/P'],
    ['transactionType', 'Listing or Purchase'],
    ['transactionType', '&'],
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
