// Columns that the specification does not have are skipped, whatever they contain, and named.
import { expect, test } from 'vitest';
import type { SelectedRecord } from '../../../src/contract/columns/selection.ts';
import { createColumnReader } from '../../../src/upstream/answers/columns.ts';
import { bytes, type Reader, read, readerOf, select } from './column-reading.ts';

const known = { a: '1', b: '', c: 'x' };
const wanted = select(Object.keys(known));
const unknownColumns = (columns: Reader, text: string) =>
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

test.each(values)(
  'an unknown column is skipped where its value is %s, in the same place or another one, in all records or some',
  (value) => {
    const columns = readerOf([{ ...known, more: '' }], wanted);
    const texts = [0, 1, 2, 3].flatMap((at) => [
      [withColumn(at, '"more"', value), withColumn(at, '"more"', value)],
      [withColumn(at, '"more"', value), JSON.stringify(known), withColumn(3 - at, '"more"', '7')],
    ]);
    for (const records of texts) {
      const text = `[${records.join(',')}]`;
      expect(read(columns, text, wanted)).toEqual(records.map(() => known));
      expect(unknownColumns(columns, text)).toEqual(records.map((each) => (each.includes('more') ? ['more'] : [])));
    }
  },
);

test.each(['"größe"', '"price\\/sqft"', '"\\u00e9a"', '"__proto__"', '"$id"', '" "'])(
  'an unknown column is skipped where its name is %s, wherever it is',
  (name) => {
    const columns = readerOf([known], wanted);
    for (const value of values)
      for (const at of [0, 1, 2, 3]) {
        const text = `[${withColumn(at, name, value)},${JSON.stringify(known)},${withColumn(3 - at, name, '7')}]`;
        if (columns.read(bytes(text), wanted) === null) columns.learn(JSON.parse(text), bytes(text), wanted);
        expect(read(columns, text, wanted)).toEqual([known, known, known]);
        expect(unknownColumns(columns, text)).toEqual([[JSON.parse(name)], [], [JSON.parse(name)]]);
      }
  },
);

test.each(['', 'x', '[', '{', '[1,]', '{"a"}', '{"a":1,}', '{"a":01}', '"\\x"', 'nul', '['.repeat(9_999)])(
  'a body is left to the full parse where the value of an unknown column is not JSON: %s',
  (value) => {
    const columns = readerOf([{ ...known, more: '' }], wanted);
    for (const name of ['"more"', '"größe"'])
      expect(read(columns, `[${withColumn(1, name, value)}]`, wanted)).toBeNull();
  },
);

test('unknown columns are skipped where each record has others, even thousands, while a new known one is still learned', () => {
  const columns = createColumnReader(0);
  const makeBody = (at: number, known: object) =>
    JSON.stringify(
      Array.from({ length: 20 }, (_, n) => ({
        ...known,
        ...Object.fromEntries(Array.from({ length: 20 }, (_, m) => [`new${at}-${n}-${m}`, m])),
      })),
    );
  const learnFrom = (text: string) => columns.learn(JSON.parse(text), bytes(text), wanted);
  for (let at = 0; at < 3; at += 1) {
    const text = makeBody(at, { a: '1', c: 'x' });
    if (columns.read(bytes(text), wanted) === null) learnFrom(text);
  }
  const later = makeBody(9, { a: '1', c: 'x' });
  expect(unknownColumns(columns, later)?.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 20));
  const first = makeBody(10, { a: '1', b: '2', c: 'x' });
  expect(read(columns, first, wanted)).toBeNull();
  learnFrom(first);
  expect(read(columns, first, wanted)).toEqual(Array.from({ length: 20 }, () => ({ a: '1', b: '2', c: 'x' })));
});

test('a column is not mistaken for a known one that is written with escapes, which is left to the full parse', () => {
  const columns = readerOf([known], wanted);
  expect(read(columns, '[{"a":"1","\\u0062":"2","c":"x"}]', wanted)).toBeNull();
  expect(read(columns, '[{"a":"1","b":"2","\\u0062":"3","c":"x"}]', wanted)).toBeNull();
});

test('an unknown column has to be beside two known ones, since an error may repeat a value of the request', () => {
  const columns = readerOf([{ a: '', b: '', c: '', status: '', text: '' }], wanted);
  expect(read(columns, '[{"a":"1","status":404,"text":"not found"}]', wanted)).toBeNull();
  expect(read(columns, '[{"a":"1","b":"2","text":"found"}]', wanted)).toEqual([{ a: '1', b: '2', c: '' }]);
});

test('an unknown column that an error has is left to the full parse in a single record, without a pause', () => {
  const columns = readerOf([{ ...known, status: '' }], wanted, 8);
  const listed = JSON.stringify({ ...known, status: 404 });
  for (let time = 0; time < 3; time += 1) {
    expect(read(columns, `[${listed}]`, wanted)).toBeNull();
    expect(read(columns, `[${listed},${listed}]`, wanted)).toEqual([known, known]);
  }
});

test('learns from records of tens of thousands of columns', () => {
  const wide = (first: number) => Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`c${first + at}`, '']));
  const wanted = select(['a', 'b']);
  const columns = readerOf([{ ...wide(0), a: '', b: '' }, wide(50_000)], wanted);
  expect(read(columns, '[{"a":"1","b":"2"}]', wanted)).toEqual([{ a: '1', b: '2' }]);
});
