// Selecting single columns gives exactly that part of the whole decoded record, from a flat record as well as from a row.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileCodec } from '../../src/columns/codec.ts';
import { transactionSets } from '../../src/columns/fields.ts';
import type { TransactionRecord } from '../../src/columns/records.ts';
import { fileSets } from '../../src/columns/records.ts';
import { cellsOf, covers, SelectedRecord, type Selection, selectPaths } from '../../src/columns/selection.ts';
import { flatTransaction } from './generated-records.ts';

const codec = compileCodec<TransactionRecord>(transactionSets, { timeZone: 'America/Detroit' });

/** Every path of the record in the graph, each after the paths that contain it. */
const allPaths = [
  ...new Set(
    transactionSets.flatMap(({ at, columns }) => [
      ...at.map((_, index) => at.slice(0, index + 1).join('.')),
      ...columns.map(([, name]) => [...at, name].join('.')),
    ]),
  ),
];
const somePaths = fc
  .subarray(allPaths)
  .map(
    (chosen) =>
      new Set(chosen.flatMap((place) => place.split('.').map((_, at, all) => all.slice(0, at + 1).join('.')))),
  );
const someFlat = flatTransaction.chain((flat) =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(flat)), fc.constantFrom<unknown>(' ', null, '?', 7, true, []))
    .map((oddValues) => ({
      ...flat,
      ...oddValues,
    })),
);
const rowOf = (flat: Readonly<Record<string, unknown>>, selection: Selection) =>
  new SelectedRecord(
    selection,
    cellsOf(flat, selection).map((cell) => cell ?? ''),
    [],
  );

/** The part of a whole record at these paths. Fields of list items that are not columns are always included. */
function pick(value: unknown, paths: ReadonlySet<string>, above = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => pick(each, paths, above));
  if (typeof value !== 'object' || value === null) return value;
  const isSelected = (key: string) => paths.has(above + key) || !allPaths.includes(above + key);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      isSelected(key) ? [[key, pick(each, paths, `${above}${key}.`)]] : [],
    ),
  );
}

/** With the record's number, the ids of the agents are read, and decoded with the other columns of an agent. */
function withAgentIds(paths: ReadonlySet<string>): ReadonlySet<string> {
  const agents = ['seller.agent', 'buyer.agent'].filter((path) => paths.has('transId') && paths.has(path));
  return new Set(agents.map((path) => `${path}.nrdsId`));
}

test('equals that part of the whole record, including blank sets and list indexes', () => {
  fc.assert(
    fc.property(someFlat, somePaths, (flat, paths) => {
      const whole = codec.decode(flat);
      const selection = selectPaths(paths);
      const { record, unreadable } = codec.decode(flat, selection);
      const decoded = paths.union(withAgentIds(paths));
      // Providers without an agent's column always have the field, as null.
      const expected = pick(whole.record, decoded.union(new Set(['serviceProviders.agentName']))) as TransactionRecord;
      if (!paths.has('serviceProviders.agentName'))
        for (const provider of expected.serviceProviders ?? [])
          if (provider.kind !== 'PROPERTY_APPRAISAL') Reflect.deleteProperty(provider, 'agentName');
      expect(record).toEqual(expected);
      expect(unreadable).toEqual(
        whole.unreadable.filter(({ path }) => decoded.has(path.filter((key) => typeof key === 'string').join('.'))),
      );
      expect(codec.decode(rowOf(flat, selection), selection)).toEqual({ record, unreadable });
    }),
    { numRuns: 150 },
  );
});

test('is the same from a row that was read for a larger selection', () => {
  fc.assert(
    fc.property(someFlat, somePaths, somePaths, (flat, some, more) => {
      const [wanted, read] = [selectPaths(some), selectPaths(some.union(more))];
      expect(covers(read, wanted)).toBe(true);
      expect(codec.decode(rowOf(flat, read), wanted)).toEqual(codec.decode(flat, wanted));
    }),
    { numRuns: 60 },
  );
});

test('is not covered by a row without a needed value or without a set’s presence', () => {
  const [name, phone, none] = ['seller.agent.name', 'seller.agent.workPhone', 'seller.agent'].map((place) =>
    selectPaths(new Set(['seller', 'seller.agent', place])),
  ) as [Selection, Selection, Selection];
  expect([covers(name, phone), covers(none, name), covers(name, none)]).toEqual([false, false, true]);
  expect(covers(selectPaths(new Set(['seller', 'seller.landlordName'])), none)).toBe(false);
});

test('throws for a row that was read for a smaller selection, which would look blank', () => {
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

test('is one object for the same paths in any order', () => {
  expect(selectPaths(new Set(['listing', 'listing.price']))).toBe(selectPaths(new Set(['listing.price', 'listing'])));
});

test('selections of files decode what is selected and nothing else', () => {
  const codec = compileCodec(fileSets, { timeZone: 'UTC' });
  const flat = { fileID: '7', fileName: 'a.pdf', insertDate: 'soon', lastUpdateDate: 'later' };
  const selection = selectPaths(new Set(['fileId', 'lastUpdateDate']), fileSets);
  for (const record of [flat, rowOf(flat, selection)]) {
    const decoded = codec.decode(record, selection);
    expect(decoded.record).toEqual({ fileId: '7', lastUpdateDate: null });
    expect(decoded.unreadable.map(({ upstreamName }) => upstreamName)).toEqual(['lastUpdateDate']);
  }
  expect(selectPaths(new Set(['name']), fileSets)).not.toBe(selectPaths(new Set(['name'])));
});
