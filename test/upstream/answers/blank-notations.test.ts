// Blanks are read whichever way they are written, and ways that a service changes to, or alternates between, are learned once each.
import { expect, test } from 'vitest';
import { fullParses, read, readerOf, select, times } from './column-reading.ts';

const keys = Array.from({ length: 40 }, (_, at) => `column${at}`);
const wanted = select(keys);
type Write = (column: number) => unknown;
const asEmpty: Write = () => '';
const asNull: Write = () => null;
const asSpace: Write = () => '  ';
const asWidth: Write = (column) => ' '.repeat(1 + (column % 7));
const byKind: Write = (column) => (column % 3 === 0 ? null : '');

/** A list of three records, of which a few columns have values: others in each body. */
const bodyOf = (write: Write, at: number) =>
  JSON.stringify(
    [0, 1, 2].map((record) =>
      Object.fromEntries(keys.map((key, column) => [key, (at + record + column) % 9 === 0 ? key : write(column)])),
    ),
  );

const withoutBlanks = (_key: string, value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? '' : value;
const learned = (write: Write) => readerOf(JSON.parse(bodyOf(write, 0)) as object[], wanted);
test.each([
  ['null', asNull],
  ['white space', asSpace],
  ['white space of the width of the column', asWidth],
  ['null in some columns, and no text in others', byKind],
])('a service that begins to write blanks as %s has them learned from one body', (_, write) => {
  const columns = learned(asEmpty);
  const parses = (each: Write) =>
    fullParses(
      columns,
      times(600, (at) => bodyOf(each, at)),
      wanted,
    );
  expect(parses(write)).toBe(1);
  expect(parses(asEmpty)).toBe(0);
});

test('processes of a service that write blanks differently, and answer in turns, are learned from one body each', () => {
  const ways = [asEmpty, asNull, asSpace, byKind];
  const bodies = times(2_000, (at) => bodyOf(ways[at % 4] as Write, at));
  expect(fullParses(learned(asEmpty), bodies, wanted)).toBe(3);
});

test('a service that never writes blanks in the same way is learned from now and then, however many bodies it sends', () => {
  const bodies = times(3_000, (at) => bodyOf((column) => ' '.repeat(1 + ((at * (column + 3)) % 19)), at));
  const count = fullParses(learned(asEmpty), bodies, wanted);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(25);
});

test('blanks of all notations may be mixed in one record', () => {
  const columns = learned(asEmpty);
  fullParses(columns, [bodyOf(asNull, 0), bodyOf(asNull, 0), bodyOf(asSpace, 0), bodyOf(asSpace, 0)], wanted);
  const values = ['""', 'null', '"  "', '"   "', '" x"', '"\\u0020"', '1.5'];
  const texts = times(values.length ** 4, (at) => {
    const record = keys.slice(0, 4).map((key, place) => `"${key}":${values[Math.floor(at / 7 ** place) % 7]}`);
    return `[{${record.join(',')}}]`;
  });
  for (const text of texts) {
    const [found] = read(columns, text, wanted) as [Record<string, unknown>];
    const [parsed] = JSON.parse(text) as [object];
    expect(
      JSON.stringify(
        keys.slice(0, 4).map((key) => found[key]),
        withoutBlanks,
      ),
    ).toBe(JSON.stringify(Object.values(parsed), withoutBlanks));
  }
});

test.each(['nul', 'nulll', '"', '" ', '"  ""', 'null "a":1', '"\t"', '" \n"'])(
  'a body is left to the full parse where a blank is damaged: %s',
  (value) => {
    const columns = learned(asEmpty);
    fullParses(columns, [bodyOf(asNull, 0), bodyOf(asSpace, 0)], wanted);
    const text = bodyOf(asNull, 1);
    expect(read(columns, text, wanted)).not.toBeNull();
    expect(read(columns, text.replace('null', value), wanted)).toBeNull();
  },
);
