// Decoding and encoding: each is the inverse of the other; blanks, groups, and values that cannot be read.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileCodec } from '../../src/columns/codec.ts';
import { type ColumnGroup, transactionFields, transactionSets } from '../../src/columns/fields.ts';
import { HAS_INVALID_TEXT } from '../../src/columns/kinds.ts';
import { type ActiveUser, activeUserSets, type TransactionRecord } from '../../src/columns/records.ts';
import { selectGroups } from '../../src/columns/selection.ts';
import { flatTransaction, nestedTransaction } from './generated-records.ts';

const codec = compileCodec<TransactionRecord>(transactionSets, { timeZone: 'America/Detroit' });

test('a decoded record encodes to the original flat record', () => {
  fc.assert(
    fc.property(flatTransaction, (flat) => {
      const { record, unreadable } = codec.decode(flat);
      expect(unreadable).toEqual([]);
      expect(codec.encode(record)).toEqual(flat);
    }),
    { numRuns: 150 },
  );
});

test('an encoded record decodes to the original nested record, even after a round trip through JSON', () => {
  fc.assert(
    fc.property(nestedTransaction, (record) => {
      const flat = codec.encode(record);
      expect(Object.keys(flat)).toHaveLength(transactionFields.length);
      expect(codec.decode(flat)).toEqual({ record, unreadable: [] });
      expect(codec.decode(JSON.parse(JSON.stringify(flat)))).toEqual({ record, unreadable: [] });
    }),
    { numRuns: 150 },
  );
});

test('decoding never throws, whatever the values, and reports each value that it cannot read', () => {
  const upstreamNames = transactionSets.flatMap(({ prefix, columns }) => columns.map(([suffix]) => prefix + suffix));
  const anything = fc.dictionary(fc.constantFrom(...upstreamNames, 'other', '__proto__'), fc.jsonValue(), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(anything, (flat) => {
      const { record, unreadable } = codec.decode(flat);
      for (const { path, upstreamName, raw } of unreadable) {
        expect(raw).toEqual(flat[upstreamName]);
        expect(path.reduce<unknown>((from, key) => (from as Record<string, unknown>)[key], record)).toBeNull();
      }
    }),
    { numRuns: 150 },
  );
});

test.each(['', '   ', null, undefined])('a record whose every column is %j is blank', (blank) => {
  const flat = Object.fromEntries(
    Object.keys(codec.encode({} as TransactionRecord)).map((upstreamName) => [upstreamName, blank]),
  );
  const { record } = codec.decode(flat);
  expect(record).toEqual(codec.decode({}).record);
  expect(record.seller).toEqual({ landlordName: null, parties: [], brokerage: null, broker: null, agent: null });
  expect(record.serviceProviders).toEqual([]);
  expect(record.property?.city).toBeNull();
  expect(new Set(Object.values(record.listing ?? {}))).toEqual(new Set([null]));
  expect(record.transId).toBeNull();
});

test('a party keeps the number of its slot when others are blank', () => {
  const { record } = codec.decode({ sellerParty3Name: 'Ann', sellerParty8Fax: '1', buyerParty1Email: 'b@example.com' });
  expect(record.seller?.parties.map(({ slot, name }) => [slot, name])).toEqual([
    [3, 'Ann'],
    [8, null],
  ]);
  expect(record.buyer?.parties.map(({ slot }) => slot)).toEqual([1]);
  expect(codec.encode(record)).toMatchObject({ sellerParty3Name: 'Ann', sellerParty1Name: '', sellerParty8Fax: '1' });
});

test('decodes only the selected groups', () => {
  const flat = { transName: 'Elm', City: 'Flint', sellerParty1Name: 'Ann', transId: '7' };
  const groups = (...names: ColumnGroup[]): unknown => codec.decode(flat, selectGroups(...names)).record;
  expect(groups('summary')).toEqual({
    name: 'Elm',
    realtorName: null,
    insertDate: null,
    lastUpdateDate: null,
    propertyType: null,
    type: null,
    status: null,
  });
  expect(groups('identifier')).toEqual({ transId: '7' });
  expect(groups('property')).toEqual({ property: expect.objectContaining({ city: 'Flint' }) });
  expect(groups()).toEqual({});
});

test('does not report unreadable values in groups that are not selected', () => {
  expect(codec.decode({ listingPrice: 'much' }, selectGroups('summary')).unreadable).toEqual([]);
});

test('a value that cannot be read is null and reported with its path, list items by their index', () => {
  const { record, unreadable } = codec.decode({
    listingPrice: 'much',
    sellerParty2Name: 'Ann',
    sellerParty5Name: { first: 'Bob' },
    title2Phone: ['1'],
    propertyStatus: 'Sold',
  });
  expect(unreadable).toEqual([
    { path: ['status'], upstreamName: 'propertyStatus', raw: 'Sold' },
    { path: ['listing', 'price'], upstreamName: 'listingPrice', raw: 'much' },
    { path: ['seller', 'parties', 1, 'name'], upstreamName: 'sellerParty5Name', raw: { first: 'Bob' } },
    { path: ['serviceProviders', 0, 'phone'], upstreamName: 'title2Phone', raw: ['1'] },
  ]);
  expect(record.seller?.parties).toHaveLength(2);
  expect(record.status).toBeNull();
});

test('names unknown columns and decodes the others', () => {
  const flat = { transName: 'Elm', transname: 'x', sellerParty9Name: 'y', constructor: 'z' };
  expect(codec.unknownColumns(flat)).toEqual(['transname', 'sellerParty9Name', 'constructor']);
  expect(codec.decode(flat).record.name).toBe('Elm');
});

test('a blank office is null', () => {
  const { decode } = compileCodec<ActiveUser>(activeUserSets, { timeZone: 'UTC' });
  expect(decode({ agentNRDSID: 1234 }).record).toMatchObject({ nrdsId: '1234', office: null });
  expect(decode({ officeName: 'Main' }).record.office).toEqual({ nrdsId: null, name: 'Main' });
});

test('encoding throws for a name that is not in its code table', () => {
  expect(() => codec.encode({ status: 'SOLD' } as unknown as TransactionRecord)).toThrow(/SOLD is not one of CLOSED, /);
});

test('U+FFFD is reported only in a record with invalid text, whatever else cannot be read', () => {
  const flat = { transName: 'Caf\ufffd', insertDate: 'soon' };
  const reported = (record: object) =>
    codec.decode(record as typeof flat).unreadable.map(({ upstreamName }) => upstreamName);
  expect(reported(flat)).toEqual(['insertDate']);
  expect(reported({ ...flat, [HAS_INVALID_TEXT]: true })).toEqual(['transName', 'insertDate']);
});
