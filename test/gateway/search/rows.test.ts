// The keys by which rows are sorted and compared.
import { timeZoneOf } from '@realty-forms/contract/times/time-zone.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateKey, decimalKey, recordOf, rowMaker } from '../../../src/gateway/search/rows.ts';

test('keys of numbers are in the order of the numbers, and equal for equal numbers, however many digits they have', () => {
  const decimal = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat({ max: 999 }), fc.nat({ max: 3 }))
    .map(([isNegative, whole, part, zeros]) => ({
      text: `${isNegative ? '-' : ''}${'0'.repeat(zeros)}${whole}.${String(part).padStart(3, '0')}${'0'.repeat(zeros)}`,
      value: (isNegative ? -1n : 1n) * (whole * 1_000n + BigInt(part)),
    }));
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const [a, b] = [decimalKey(one.text), decimalKey(other.text)];
      expect(a < b).toBe(one.value < other.value);
      expect(a === b).toBe(one.value === other.value);
    }),
  );
  expect(decimalKey('12')).toBe(decimalKey('012.00'));
});

test('the keys of any record are short enough for a cursor and for an index of PostgreSQL', async () => {
  const long = (text: string) => text.repeat(2_000);
  const record = {
    transName: long('Ünä'),
    City: long('x-'),
    State: long('ab'),
    listingPrice: long('12'),
    insertDate: long('9'),
  };
  for (const listingPrice of [long('12'), `-${long('12')}`, `0.${long('0')}1`]) {
    const {
      record: _,
      words,
      ...row
    } = await rowMaker({ timeZone: 'UTC' })({
      ...{ transId: '7', seenAt: 1 },
      record: { ...record, listingPrice },
    });
    for (const value of Object.values(row)) expect(String(value).length).toBeLessThanOrEqual(210);
    expect(words.length).toBeLessThan(20_000);
  }
  expect(decimalKey(long('12')) > decimalKey('9'.repeat(150))).toBe(true);
});

test('the key of a time begins with its day in the zone of the service, and keys are in the order of the times', () => {
  const zone = timeZoneOf('America/New_York');
  expect(dateKey('2026-03-02T04:30:00Z', zone)).toMatch(/^2026-03-01T/);
  expect(dateKey('2026-03-02T04:30:00+14:00', zone)).toMatch(/^2026-03-01T/);
  expect(dateKey('2026-03-01', zone)).toBe('2026-03-01');
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
      const later = new Date(date.getTime() + 3_600_001 * 2);
      expect(dateKey(date.toISOString(), zone)! < dateKey(later.toISOString(), zone)!).toBe(true);
    }),
  );
});

test('a row has its record as it was read but for blanks, in less room', async () => {
  const record = {
    transName: 'Elm Street',
    listingPrice: 1.5,
    sellerParty1Name: null,
    City: '',
    ['__proto__']: 'x',
    'another one': ['x', { y: 'ß' }],
  };
  const row = await rowMaker({ timeZone: 'UTC' })({ transId: '7', record, seenAt: 1 });
  const bytes = Buffer.from(row.record, 'hex');
  const { City: _, ...others } = record;
  expect(Object.entries(recordOf(bytes)).sort()).toEqual(Object.entries({ ...others, transId: '7' }).sort());
  expect(bytes.length).toBeLessThan(JSON.stringify(record).length * 1.5);
});
