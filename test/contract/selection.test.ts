// What is selected to the column: the whole record's reading and nothing else, from a flat record as from a row.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileCodec } from '../../src/contract/codec.ts';
import { transactionSets } from '../../src/contract/fields.ts';
import type { TransactionRecord } from '../../src/contract/records.ts';
import { cellsOf, covers, Row, type Selection, selectPaths } from '../../src/contract/selection.ts';
import { flatTransaction } from './generated-records.ts';

const codec = compileCodec<TransactionRecord>(transactionSets, { timeZone: 'America/Detroit' });

/** Every place of the record in the graph, each after those that it stands in. */
const places = [
  ...new Set(
    transactionSets.flatMap(({ at, columns }) => [
      ...at.map((_, index) => at.slice(0, index + 1).join('.')),
      ...columns.map(([, name]) => [...at, name].join('.')),
    ]),
  ),
];
const somePlaces = fc
  .subarray(places)
  .map(
    (chosen) =>
      new Set(chosen.flatMap((place) => place.split('.').map((_, at, all) => all.slice(0, at + 1).join('.')))),
  );
const someFlat = flatTransaction.chain((flat) =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(flat)), fc.constantFrom<unknown>(' ', null, '?', 7, true, []))
    .map((odd) => ({
      ...flat,
      ...odd,
    })),
);
const rowOf = (flat: Readonly<Record<string, unknown>>, selection: Selection) =>
  new Row(
    selection,
    cellsOf(flat, selection).map((cell) => cell ?? ''),
  );

/** What of a whole record stands at these places; what list items say of themselves is always there. */
function pick(value: unknown, paths: ReadonlySet<string>, above = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => pick(each, paths, above));
  if (typeof value !== 'object' || value === null) return value;
  const isChosen = (key: string) => paths.has(above + key) || !places.includes(above + key);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      isChosen(key) ? [[key, pick(each, paths, `${above}${key}.`)]] : [],
    ),
  );
}

test('is what the whole record has there, blank sets and places in lists included', () => {
  fc.assert(
    fc.property(someFlat, somePlaces, (flat, paths) => {
      const whole = codec.decode(flat);
      const selection = selectPaths(paths);
      const { record, unreadable } = codec.decode(flat, selection);
      // No provider without an agent's column has an agent's name.
      const expected = pick(whole.record, paths.union(new Set(['serviceProviders.agentName']))) as TransactionRecord;
      if (!paths.has('serviceProviders.agentName'))
        for (const provider of expected.serviceProviders ?? [])
          if (provider.kind !== 'PROPERTY_APPRAISAL') Reflect.deleteProperty(provider, 'agentName');
      expect(record).toEqual(expected);
      expect(unreadable).toEqual(
        whole.unreadable.filter(({ path }) => paths.has(path.filter((key) => typeof key === 'string').join('.'))),
      );
      expect(codec.decode(rowOf(flat, selection), selection)).toEqual({ record, unreadable });
    }),
    { numRuns: 150 },
  );
});

test('is the same from a row that was read for more', () => {
  fc.assert(
    fc.property(someFlat, somePlaces, somePlaces, (flat, some, more) => {
      const [wanted, read] = [selectPaths(some), selectPaths(some.union(more))];
      expect(covers(read, wanted)).toBe(true);
      expect(codec.decode(rowOf(flat, read), wanted)).toEqual(codec.decode(flat, wanted));
    }),
    { numRuns: 60 },
  );
});

test('is not covered where a value, or whether a set is blank, was not read', () => {
  const [name, phone, none] = ['seller.agent.name', 'seller.agent.workPhone', 'seller.agent'].map((place) =>
    selectPaths(new Set(['seller', 'seller.agent', place])),
  ) as [Selection, Selection, Selection];
  expect([covers(name, phone), covers(none, name), covers(name, none)]).toEqual([false, false, true]);
  expect(covers(selectPaths(new Set(['seller', 'seller.landlordName'])), none)).toBe(false);
});

test('is not decoded from a row that was read for less, which would look blank', () => {
  const flat = { transName: 'Elm Street', City: 'Provo', sellerAgentName: 'Ann' };
  const row = rowOf(flat, selectPaths(new Set(['property', 'property.zip', 'seller', 'seller.agent'])));
  const wanted = [
    ['property', 'property.city'],
    ['listing', 'listing.price'],
    ['seller', 'seller.agent', 'seller.agent.name'],
  ];
  for (const paths of wanted) expect(() => codec.decode(row, selectPaths(new Set(paths)))).toThrow(RangeError);
  expect(() => codec.decode(row)).toThrow(RangeError);
});

test('is one object for the same places, however they are listed', () => {
  expect(selectPaths(new Set(['listing', 'listing.price']))).toBe(selectPaths(new Set(['listing.price', 'listing'])));
});
