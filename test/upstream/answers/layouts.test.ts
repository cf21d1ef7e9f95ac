// Processes of a service may indent, space and order the columns of their records in different ways: each is learned from one body.
import { expect, test } from 'vitest';
import { learnLayout } from '../../../src/upstream/answers/column-learning.ts';
import { bytes, fullParses, readerOf, select, times } from './column-reading.ts';

const keys = Array.from({ length: 40 }, (_, at) => `column${at}`);
const wanted = select(keys);
type Write = (records: readonly object[]) => string;
const compact: Write = (records) => JSON.stringify(records);
const indented =
  (indent: number | string): Write =>
  (records) =>
    JSON.stringify(records, null, indent);
const spaced: Write = (records) => compact(records).replaceAll('":', '": ').replaceAll(',"', ', "');
const shuffled =
  (step: number, write = compact): Write =>
  (records) =>
    write(
      records.map((record) => Object.fromEntries(keys.map((_, at) => Object.entries(record)[((at + 1) * step) % 40]!))),
    );

/** A list of three records, of which a few columns have values: others in each body. */
const bodyOf = (write: Write, at: number) =>
  write(
    [0, 1, 2].map((record) =>
      Object.fromEntries(keys.map((key, column) => [key, (at + record + column) % 9 === 0 ? `"${key}", "` : ''])),
    ),
  );
const learned = () => readerOf(JSON.parse(bodyOf(compact, 0)) as object[], wanted);
const inTurns = (ways: readonly Write[], count: number) => times(count, (at) => bodyOf(ways[at % ways.length]!, at));

test.each<[string, Write[]]>([
  ['indented or not', [compact, indented(2), indented(4), indented('\t')]],
  ['with spaces or without', [compact, spaced]],
  ['in other orders', [compact, shuffled(39), shuffled(7), shuffled(3)]],
  ['in other orders, which are indented', [compact, shuffled(39, indented(2)), indented(2)]],
])('processes that write records %s, and answer in turns, are learned from one body each', (_, ways) => {
  const columns = learned();
  fullParses(columns, inTurns(ways, 50), wanted);
  expect(fullParses(columns, inTurns(ways, 200), wanted)).toBe(0);
});

test('a service that begins to write records in another way has it learned from one body, and the former one is kept', () => {
  const columns = learned();
  for (const way of [spaced, indented(2), shuffled(39)]) {
    expect(fullParses(columns, inTurns([way], 10), wanted)).toBe(1);
    expect(fullParses(columns, inTurns([compact, way], 100), wanted)).toBe(0);
  }
});

test('a service that writes records in more ways than are kept has them read, and learned from now and then', () => {
  const ways = [...times(8, indented), ...[3, 7, 9, 11].map((step) => shuffled(step))];
  const count = fullParses(learned(), inTurns(ways, 1_000), wanted);
  expect(count).toBeGreaterThan(4);
  expect(count).toBeLessThan(60);
});

test('the order of columns is learned from records that all lack some', () => {
  const isThere = (column: number, at: number) => (column * column + 3 * at + column * at) % 11 < 3;
  const records = times(20, (at) =>
    Object.fromEntries(keys.filter((_, column) => isThere(column, at)).map((key) => [key, ''])),
  );
  const layout = learnLayout(undefined, records, bytes(compact(records)), new Set());
  const placesIn = (record: object) => Object.keys(record).map((key) => layout?.index.get(key));
  for (const places of records.map(placesIn)) expect(places).toEqual(places.toSorted((a, b) => a! - b!));
});
