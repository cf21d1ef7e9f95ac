// Printing and parsing the filter language in every notation (4.4, 4.8); no value may break out of its filter.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultNotation,
  type FilterKey,
  type FilterNotation,
  type FilterValue,
  fileFilterKeys,
  parseFilter,
  printFilter,
  transactionFilterKeys,
  unsafeFilterCharacter,
} from '../../src/calls/filter.ts';

const notations: FilterNotation[] = [true, false].flatMap((brackets) =>
  ([', ', ',', ';', '&'] as const).flatMap((separator) =>
    ([' - ', '-'] as const).map((range) => ({ brackets, separator, range })),
  ),
);
const keys: Readonly<Record<string, FilterKey>> = transactionFilterKeys;

test('prints as 4.8 shows, and as 4.4 requires', () => {
  expect(
    printFilter([
      ['fileID', '7'],
      ['fileFolderID', '8'],
    ]),
  ).toBe('fileID=<7>, fileFolderID=<8>');
  expect(
    printFilter([
      ['NRDSID', '123'],
      ['propertyStatus', ['A', 'P']],
      ['closingDate_range', { from: '2026-01-01', to: '2026-02-01' }],
    ]),
  ).toBe('NRDSID=<123>, propertyStatus=<A|P>, closingDate_range=<2026-01-01 - 2026-02-01>');
});

test('prints without brackets or with another separator if the notation says so', () => {
  const values: [string, FilterValue][] = [
    ['NRDSID', '123'],
    ['propertyType', ['R', 'C']],
  ];
  expect(printFilter(values, { brackets: false, separator: '&' })).toBe('NRDSID=123&propertyType=R|C');
  expect(printFilter(values, { brackets: true, separator: ';' })).toBe('NRDSID=<123>;propertyType=<R|C>');
});

test.each([
  ['2026-01-01', '2026-02-01', '2026-01-01-2026-02-01'],
  ['2026-01-01T00:00:00-05:00', '2026-02-01T00:00:00-05:00', '2026-01-01T00:00:00-05:00-2026-02-01T00:00:00-05:00'],
])('a range of %s and %s without spaces is distinguished from the hyphens in its dates', (from, to, text) => {
  const notation: FilterNotation = { brackets: true, separator: ',', range: '-' };
  expect(printFilter([['closingDate_range', { from, to }]], notation)).toBe(`closingDate_range=<${text}>`);
  expect(parseFilter(`closingDate_range=<${text}>`, keys, notation)).toEqual({
    ok: true,
    values: new Map([['closingDate_range', { from, to }]]),
  });
});

test('a comma is read with and without a space by default; where a space is required, a comma alone separates nothing', () => {
  for (const text of ['fileID=<7>,fileFolderID=<8>', 'fileID=<7>, fileFolderID=<8>'])
    expect(parseFilter(text, fileFilterKeys)).toMatchObject({ ok: true, values: { size: 2 } });
  expect(parseFilter('fileID=<7>,fileFolderID=<8>', fileFilterKeys, defaultNotation).ok).toBe(false);
});

test('parses with white space anywhere between tokens', () => {
  const text = ' NRDSID = < 123 > , propertyStatus=<A | P>,closingDate_range=<2026-01-01  -  2026-02-01> ';
  expect(parseFilter(text, keys)).toEqual({
    ok: true,
    values: new Map<string, FilterValue>([
      ['NRDSID', '123'],
      ['propertyStatus', ['A', 'P']],
      ['closingDate_range', { from: '2026-01-01', to: '2026-02-01' }],
    ]),
  });
});

test('parses a separator inside brackets as part of the value', () => {
  expect(parseFilter('realtorName=<Smith, John>', keys)).toEqual({
    ok: true,
    values: new Map([['realtorName', 'Smith, John']]),
  });
});

test.each(['', '  '])('"%s" has no keys', (text) => {
  expect(parseFilter(text, keys)).toEqual({ ok: true, values: new Map() });
});

test.each([
  ['nrdsid=<1>', 'nrdsid is not a filter key'],
  ['constructor=<1>', 'constructor is not a filter key'],
  ['NRDSID=<1>,NRDSID=<2>', 'NRDSID is given twice'],
  ['NRDSID=<>', 'NRDSID has no readable value'],
  ['NRDSID=< >', 'NRDSID has no readable value'],
  ['NRDSID=1', 'NRDSID=1 is not of the form key=<value>'],
  ['NRDSID=<1', 'NRDSID=<1 is not of the form key=<value>'],
  ['NRDSID=<<1>>', 'NRDSID=<<1>> is not of the form key=<value>'],
  ['NRDSID=<1>;propertyType=<R>', 'NRDSID=<1>;propertyType=<R> is not of the form key=<value>'],
  ['NRDSID=<1>,', 'an empty part is not of the form key=<value>'],
  ['propertyType=<R|>', 'propertyType has no readable value'],
  ['closingDate_range=<2026-01-01>', 'closingDate_range has no readable value'],
  ['closingDate_range=<a - b - c>', 'closingDate_range has no readable value'],
  ['closingDate_range=< - b>', 'closingDate_range has no readable value'],
])('%s is rejected, because %s', (text, problem) => {
  expect(parseFilter(text, keys)).toEqual({ ok: false, problem });
});

test('accepts only the keys of the given endpoint', () => {
  expect(parseFilter('fileID=<1>', fileFilterKeys).ok).toBe(true);
  expect(parseFilter('fileID=<1>', keys).ok).toBe(false);
});

const plainText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
/** Texts that try to break out. */
const hostileText = fc.string({
  unit: fc.constantFrom(
    '<',
    '>',
    ',',
    ';',
    '&',
    '=',
    '|',
    '-',
    ' ',
    ' - ',
    '\n',
    '\u2028',
    'a',
    'NRDSID=<9>',
    '>,NRDSID=<',
  ),
  minLength: 1,
  maxLength: 6,
});
const anyText = fc.oneof(plainText, hostileText);

const rangeEnd = fc.oneof(anyText, fc.constantFrom('2026-01-01', '2026-02-01T10:00:00-05:00', '2026-02-01-2026-03-01'));

function valueFor(row: FilterKey): fc.Arbitrary<FilterValue> {
  if (row.value === 'codes') return fc.array(anyText, { minLength: 1, maxLength: 4 });
  if (row.value === 'range') return fc.record({ from: rangeEnd, to: rangeEnd });
  return anyText;
}

const entries: fc.Arbitrary<[string, FilterValue][]> = fc
  .subarray(Object.keys(keys), { minLength: 1 })
  .chain((chosen) => fc.tuple(...chosen.map((key) => fc.tuple(fc.constant(key), valueFor(keys[key] as FilterKey)))));

function trimmed(value: FilterValue): FilterValue {
  if (typeof value === 'string') return value.trim();
  return 'from' in value ? { from: value.from.trim(), to: value.to.trim() } : value.map((each) => each.trim());
}

const isEmpty = (value: FilterValue): boolean =>
  typeof value === 'string' ? value === '' : Object.values(value).some((each) => each === '');

describe.each(notations)(
  'in the notation with brackets: $brackets, separator: $separator, range: "$range"',
  (notation) => {
    test('every printed filter parses to the same values or not at all: nothing breaks out', () => {
      let written = 0;
      fc.assert(
        fc.property(entries, (values) => {
          let text: string;
          try {
            text = printFilter(values, notation);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            return;
          }
          const expected = values.map(([key, value]): [string, FilterValue] => [key, trimmed(value)]);
          if (expected.some(([, value]) => isEmpty(value))) {
            expect(parseFilter(text, keys, notation).ok).toBe(false);
            return;
          }
          written += 1;
          expect(parseFilter(text, keys, notation)).toEqual({ ok: true, values: new Map(expected) });
        }),
        { numRuns: 250 },
      );
      // Some 26 of them by chance.
      expect(written).toBeGreaterThan(4);
    });
  },
);

test('characters of the notation, and control characters, are rejected in any position', () => {
  for (const character of ['<', '>', ',', '|', '=', '\n', '\u0000', '\u007f', '\u0085', '\u2028', '\u2029']) {
    expect(unsafeFilterCharacter(`a${character}b`, defaultNotation)).toBe(character);
    for (const value of [`a${character}`, ['R', character], { from: `2026${character}`, to: '2026-01-01' }])
      expect(() => printFilter([['key', value]])).toThrow(RangeError);
  }
});

test.each<[string, FilterValue]>([
  ['an empty text', ''],
  ['an empty list of codes', []],
  ['an empty code', ['R', '']],
  ['an open range', { from: '2026-01-01', to: '' }],
  ['a range whose end contains a range', { from: '2026-01-01', to: '2026-02-01 - 2026-03-01' }],
  ['a range whose start ends with a hyphen', { from: '2026-01-01 -', to: '2026-02-01' }],
])('%s is not printed', (_, value) => {
  expect(() => printFilter([['key', value]])).toThrow(RangeError);
});

test('accepts names with hyphens, apostrophes and letters of any script', () => {
  for (const name of ["O'Neill - Smith", 'Łukasz', '山田', 'a;b & c']) {
    expect(unsafeFilterCharacter(name, defaultNotation)).toBeNull();
  }
});
