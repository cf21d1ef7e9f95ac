// Values of the graph as people and programs need them: days are never shifted, and digits never lost.
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  createDecimalFormat,
  createTimestampFormat,
  hasListChanged,
  isDay,
  isDecimal,
  rangeOfDay,
  uniqueById,
  userErrorAt,
  userErrorsBeside,
} from '../../../client/src/core/values.ts';

test('a day is the same in every time zone, and an instant is shown in the reader’s', () => {
  for (const [timeZone, instant] of [
    ['America/Los_Angeles', 'Nov 5, 2023'],
    ['Pacific/Kiritimati', 'Nov 6, 2023'],
  ] as const) {
    const format = createTimestampFormat('en-US', { dateStyle: 'medium', timeZone });
    expect(format('2023-11-06')).toBe('Nov 6, 2023');
    expect(format('2023-11-06T03:00:00Z')).toBe(instant);
  }
});

test('a day is shown without a time, whatever is shown of an instant, and null stays null', () => {
  const styled = createTimestampFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' });
  expect(styled('2023-11-06')).toBe('11/6/23');
  expect(styled('2023-11-06T15:04:00Z')).toMatch(/^11\/6\/23, 3:04\sPM$/);
  const composed = createTimestampFormat('en-US', { year: 'numeric', hour: 'numeric', timeZone: 'UTC' });
  expect(composed('2023-11-06')).toBe('2023');
  expect([styled(null), styled(undefined)]).toEqual([null, null]);
  expect([isDay('2023-11-06'), isDay('2023-11-06T00:00:00Z')]).toEqual([true, false]);
});

// Clocks change at two in the first, and at midnight in the second.
test.each(['America/Los_Angeles', 'America/Sao_Paulo', 'Pacific/Kiritimati'])(
  'the range of a day in %s has every instant of it, and no other',
  (zone) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (number) => {
        const local = new Date(2000, 0, 1 + number);
        const twoDigits = (value: number) => String(value).padStart(2, '0');
        const day = `${local.getFullYear()}-${twoDigits(local.getMonth() + 1)}-${twoDigits(local.getDate())}`;
        const { from, to } = rangeOfDay(day);
        const [first, last] = [new Date(from), new Date(to)];
        expect([first.getDate(), last.getDate()]).toEqual([local.getDate(), local.getDate()]);
        expect([new Date(+first - 1).getDate(), new Date(+last + 1).getDate()]).not.toContain(local.getDate());
      }),
    );
  },
);

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.option(fc.stringMatching(/^\d{1,12}$/)))
  .map(([whole, fraction]) => `${whole}${fraction === null ? '' : `.${fraction}`}`);

test('sums are exact, whatever the order and the number of digits', () => {
  expect(addDecimals('0.1', '0.2')).toBe('0.3');
  expect(addDecimals('9007199254740993', '0.05', '-1')).toBe('9007199254740992.05');
  expect([addDecimals(), addDecimals('-0.5', '0.25'), addDecimals('1.50', '1')]).toEqual(['0', '-0.25', '2.50']);
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const sum = addDecimals(one, other);
      expect(addDecimals(other, one)).toBe(sum);
      const negated = one.startsWith('-') ? one.slice(1) : `-${one}`;
      expect(compareDecimals(addDecimals(sum, negated), other)).toBe(0);
    }),
  );
});

test('decimals are compared by their values', () => {
  expect(['10', '9.99', '-1', '9.990', '9007199254740993', '9007199254740992'].sort(compareDecimals)).toEqual([
    ...['-1', '9.99', '9.990', '10', '9007199254740992', '9007199254740993'],
  ]);
  expect(compareDecimals('2.50', '2.5')).toBe(0);
});

test('a format keeps all digits of a decimal, and as many of a price as its currency has', () => {
  expect(createDecimalFormat('en-US')('9007199254740993.123456789')).toBe('9,007,199,254,740,993.123456789');
  const price = createDecimalFormat('en-US', { style: 'currency', currency: 'USD' });
  expect([price('349900'), price('9007199254740993.5'), price(null)]).toEqual([
    ...['$349,900.00', '$9,007,199,254,740,993.50', null],
  ]);
});

test.each(['', '1,000', '1e3', '.5', '5.', 'NaN', ' 1'])('%j is no decimal', (text) => {
  expect(isDecimal(text)).toBe(false);
  expect(() => addDecimals('1', text)).toThrow(`Not a Decimal: ${JSON.stringify(text)}`);
});

const errors = [
  { field: 'name', message: 'Too long' },
  { field: 'providers.0.contact.phone', message: 'Not a phone number' },
  { field: null, message: 'Rejected' },
];

test('a user error is shown by its field or by one above it, and beside the form if it has none', () => {
  expect(userErrorAt(errors, 'name')).toBe('Too long');
  expect(userErrorAt(errors, 'providers.0.contact')).toBe('Not a phone number');
  expect(userErrorAt(errors, 'providers.0.cont')).toBeUndefined();
  expect(userErrorsBeside(errors, ['name', 'providers.0'])).toEqual(['Rejected']);
});

test('a list that has changed between its pages is noticed, and its rows are shown once', () => {
  expect(hasListChanged({ warnings: [{ code: 'UNREADABLE' }, { code: 'LIST_CHANGED' }] })).toBe(true);
  expect([hasListChanged({ warnings: [] }), hasListChanged(undefined)]).toEqual([false, false]);
  const rows = [{ id: 'a', name: 'Old' }, null, { id: 'b', name: 'B' }, { id: 'a', name: 'New' }];
  expect(uniqueById(rows)).toEqual([
    { id: 'a', name: 'New' },
    { id: 'b', name: 'B' },
  ]);
});
