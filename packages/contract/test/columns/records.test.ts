// Compares the columns and codes of the contract with the specification's text (2.2 to 2.8, 3).
import { expect, test } from 'vitest';
import { expandColumns, names, section, table, tables, textAfter } from '../../../../test/support/spec-text.ts';
import { providerEntryColumns } from '../../src/calls/provider-requests.ts';
import { codeTables, propertyStatuses, propertyTypes, transactionTypes } from '../../src/columns/codes.ts';
import { type ColumnSet, PARTY_SLOTS, providerKinds, transactionFields } from '../../src/columns/fields.ts';
import { memberSets } from '../../src/columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '../../src/columns/records.ts';

const columnsOf = (sets: readonly ColumnSet[]): string[] =>
  sets.flatMap(({ prefix, columns }) => columns.map(([suffix]) => prefix + suffix));

const groupsOfRow: Readonly<Record<string, readonly string[]>> = {
  Property: ['property'],
  'Listing and purchase': ['listing', 'purchase'],
  'Seller side': ['seller'],
  'Buyer side': ['buyer'],
  'Service providers': ['serviceProviders'],
  Identifier: ['identifier'],
};

const detailRows = table(section('2.4'));
const summary = names(textAfter('(returned in every transaction response): ', section('2.4')));

test('the brace notation is expanded as the specification explains', () => {
  expect(expandColumns('aName; b{Name, ID}; c{n}{X, Y} for n = 1 to 2')).toEqual([
    'aName',
    'bName',
    'bID',
    'c1X',
    'c1Y',
    'c2X',
    'c2Y',
  ]);
  expect(expandColumns('transId (present in addTrans responses, and so on)')).toEqual(['transId']);
});

test('the transaction record has the columns of 2.4, each once', () => {
  const spec = [...summary, ...detailRows.flatMap((row) => expandColumns(row.Fields as string))];
  const columns = transactionFields.map(({ upstreamName }) => upstreamName);
  expect(columns.toSorted()).toEqual([...new Set(spec)].toSorted());
});

test('the summary columns are those of 2.4, in the same order', () => {
  expect(transactionFields.filter(({ group }) => group === 'summary').map(({ upstreamName }) => upstreamName)).toEqual(
    summary,
  );
});

test('the groups of the contract are those of 2.4', () => {
  expect(detailRows.map((row) => row.Group)).toEqual(Object.keys(groupsOfRow));
});

test.each(detailRows)('the columns of "$Group" are in the corresponding groups', (row) => {
  const groups = groupsOfRow[row.Group as string] ?? [];
  const columns = transactionFields
    .filter(({ group }) => groups.includes(group))
    .map(({ upstreamName }) => upstreamName);
  expect(columns.toSorted()).toEqual(expandColumns(row.Fields as string).toSorted());
});

test('every path in the nested record belongs to exactly one column', () => {
  const places = transactionFields.map(({ path }) => path.join('.'));
  expect(new Set(places).size).toBe(transactionFields.length);
});

test('the prefixes of service providers are those of 2.4', () => {
  const cell = detailRows.find((row) => row.Group === 'Service providers')?.Fields ?? '';
  const withAgent = names(/For each prefix in (.+?):/.exec(cell)?.[1] ?? '');
  const without = names(/For the prefix (\w+)/.exec(cell)?.[1] ?? '');
  const prefixes = (hasAgent: boolean): string[] =>
    providerKinds.filter((kind) => kind.hasAgent === hasAgent).map(({ prefix }) => prefix);
  expect(prefixes(true)).toEqual(withAgent);
  expect(prefixes(false)).toEqual(without);
});

test('a side has as many party slots as sections 2.4 and 8 specify', () => {
  expect(PARTY_SLOTS).toBe(8);
  const limit = table(section('8')).find((row) => row.Limit === 'Party slots per side');
  expect(limit?.Value).toBe(String(PARTY_SLOTS));
});

test.each([
  { record: 'active user', number: '2.2', columns: columnsOf(activeUserSets), count: 8 },
  { record: 'account', number: '2.3', columns: columnsOf(accountSets), count: 6 },
  { record: 'file', number: '2.6', columns: columnsOf(fileSets), count: 6 },
])('the $record record has the columns of $number, in the same order', ({ number, columns, count }) => {
  expect(columns).toEqual(names(section(number)));
  expect(columns).toHaveLength(count);
});

test('a service provider entry has the fields of 2.7', () => {
  expect(['spType', ...providerEntryColumns.map(({ field }) => field)]).toEqual(
    names(textAfter('Fields: ', section('2.7')).split('. ')[0] as string),
  );
});

test('member records have the fields of 2.8', () => {
  const [getMember, verifyToken] = table(section('2.8'));
  expect(getMember?.Record).toContain('getMember');
  expect(verifyToken?.Record).toContain('verifyToken');
  expect(columnsOf(memberSets.getMember)).toEqual(names(getMember?.Fields ?? ''));
  expect(columnsOf(memberSets.verifyToken)).toEqual(names(verifyToken?.Fields ?? ''));
});

const [specPropertyTypes = [], specTransactionTypes = []] = tables(section('2.5'));

test('property types are those of 2.5', () => {
  expect(propertyTypes.map(({ code, label }) => ({ Code: code, Meaning: label }))).toEqual(specPropertyTypes);
  expect(propertyTypes).toHaveLength(4);
});

test('transaction types are those of 2.5, and listable if listTrans accepts them', () => {
  expect(
    transactionTypes.map(({ code, label, listable }) => ({
      Code: code,
      Meaning: label,
      'Where allowed': listable ? 'listTrans and addTrans' : 'addTrans only',
    })),
  ).toEqual(specTransactionTypes);
  expect(transactionTypes).toHaveLength(4);
});

test('property statuses are those of section 3', () => {
  const spec = table(section('3'));
  expect(propertyStatuses.map(({ code, label }) => ({ Code: code, State: label }))).toEqual(spec);
  expect(propertyStatuses).toHaveLength(9);
});

test.each(Object.entries(codeTables))('in %s no code, name or label has two meanings', (_, codes) => {
  for (const part of ['code', 'name', 'label'] as const) {
    expect(new Set(codes.map((code) => code[part].toLowerCase())).size).toBe(codes.length);
  }
});

test.each(Object.values(codeTables).flat())('the name $name corresponds to its label "$label"', ({ name, label }) => {
  expect(name).toBe(label.replace('&', 'and').replaceAll(/\W+/g, '_').toUpperCase());
});
