// Columns that the specification does not have are skipped, whatever they contain, and named.

import type { SelectedRecord } from '@realty-forms/contract/columns/selection.ts';
import { expect, test } from 'vitest';
import type { ColumnReader } from '../../../src/upstream/answers/columns.ts';
import { bytes, read, readerFor, select } from './column-reading.ts';

const known = { a: '1', b: '', c: 'x' };
const wanted = select(Object.keys(known));
const unknownColumns = (columns: ColumnReader, text: string) =>
  (columns.read(bytes(text), wanted)?.body as SelectedRecord[] | undefined)?.map((each) => each.unknownColumns);
/** Puts a column between others, or before or after them. */
const withColumn = (at: number, name: string, value: string) => {
  const columns = Object.entries(known).map(([key, text]) => `"${key}":${JSON.stringify(text)}`);
  return `{${columns.toSpliced(at, 0, `${name}:${value}`).join(',')}}`;
};
const values = [
  '4.5',
  '-0',
  '1e400',
  '9007199254740993',
  'null',
  'true',
  'false',
  '"North"',
  '"\\u0022},{é🏠"',
  '""',
].concat(['[]', '{}', '{"b":"no"}', '[1,{"c":["}",{"a":null}]},"\\\\"]', '{ "b" : [ -1.5e3 , "" ] }']);

test.each(['"more"', '"größe"', '"price\\/sqft"', '"\\u00e9a"', '"__proto__"', '"$id"', '" "'])(
  'an unknown column is skipped where its name is %s, wherever it is and whatever its value, in all records or some',
  (name) => {
    const columns = readerFor(wanted);
    for (const value of values)
      for (const at of [0, 1, 2, 3])
        for (const records of [
          [withColumn(at, name, value), withColumn(at, name, value)],
          [withColumn(at, name, value), JSON.stringify(known), withColumn(3 - at, name, '7')],
        ]) {
          const text = `[${records.join(',')}]`;
          expect(read(columns, text, wanted)).toEqual(records.map(() => known));
          // Also for a record that lacks it, if it is otherwise like the one before.
          expect(unknownColumns(columns, text)).toEqual(records.map(() => [JSON.parse(name)]));
        }
  },
);

test.each(['', 'x', '[', '{', '[1,]', '{"a"}', '{"a":1,}', '{"a":01}', '"\\x"', 'nul', '['.repeat(9_999)])(
  'a body is left to the full parse where the value of an unknown column is not JSON: %s',
  (value) => {
    for (const name of ['"more"', '"größe"'])
      expect(read(readerFor(wanted), `[${withColumn(1, name, value)}]`, wanted)).toBeNull();
  },
);

test('unknown columns are named where records have others; if each of many has others, the body is left to the full parse', () => {
  const names = (record: number) => Array.from({ length: 20 }, (_, at) => `new${record}-${at}`);
  const recordOf = (at: number) => ({ ...known, ...Object.fromEntries(names(at).map((name) => [name, at])) });
  const body = (...records: number[]) => JSON.stringify(records.map(recordOf));
  const columns = readerFor(wanted);
  expect(unknownColumns(columns, body(1, 1, 2, 2, 3))).toEqual([1, 1, 2, 2, 3].map(names));
  expect(unknownColumns(columns, body(1, 2, 3, 4, 5))).toBeUndefined();
});

test('a known column that is written with escapes is the known one', () => {
  const columns = readerFor(wanted);
  expect(read(columns, '[{"a":"1","\\u0062":"2","c":"x"}]', wanted)).toEqual([{ ...known, b: '2' }]);
  expect(read(columns, '[{"a":"1","b":"2","\\u0062":"3","c":"x"}]', wanted)).toBeNull();
});

test.each(['status', 'data'])(
  'an unknown column %s, as an error or a page has it, is left to the full parse in a single record',
  (name) => {
    const columns = readerFor(wanted);
    const listed = JSON.stringify({ ...known, [name]: 404 });
    expect(read(columns, `[${listed}]`, wanted)).toBeNull();
    expect(read(columns, `[${listed},${listed}]`, wanted)).toEqual([known, known]);
  },
);
