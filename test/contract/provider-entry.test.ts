// What is written of a service provider (2.7) against the columns that it is read from (2.4), in the specification's text.
import { expect, test } from 'vitest';
import { providerKinds, transactionSets } from '../../src/contract/fields.ts';
import {
  providerEntryColumns,
  providerEntryToColumns,
  specifiedProviderTypes,
} from '../../src/contract/provider-entry.ts';
import { after, expandColumns, names, section, table } from './spec-text.ts';

const columns = expandColumns(table(section('2.4')).find((row) => row.Group === 'Service providers')?.Fields as string);
const [entryFields = ''] = after('Fields: ', section('2.7')).split('. ');

const entry = {
  Represents: 'of Represents',
  Company: 'of Company',
  AgentName: 'of AgentName',
  CompanyAddress: 'of CompanyAddress',
  Email: 'of Email',
  Phone: 'of Phone',
  Fax: 'of Fax',
} as const;

test('every field of 2.7 but spType has its column', () => {
  expect(['spType', ...providerEntryColumns.map(({ field }) => field)].toSorted()).toEqual(
    names(entryFields).toSorted(),
  );
});

test('the types that 2.7 knows are marked', () => {
  expect(specifiedProviderTypes).toEqual(names(after('Values of spType that are known: ', section('2.7'))));
});

test.each(providerKinds)('an entry of $kind fills all columns of its prefix and no others', ({ kind, prefix }) => {
  const filled = providerEntryToColumns({ spType: kind, ...entry });
  const own = columns.filter((column) => new RegExp(`^${prefix}(?!2)[A-Z]`).test(column));
  expect(Object.keys(filled).toSorted()).toEqual(own.toSorted());
});

test('an entry lands in the columns of its meaning', () => {
  expect(providerEntryToColumns({ spType: 'TITLE2', ...entry, Fax: null })).toEqual({
    title2CompanyRepresents: 'of Represents',
    title2CompanyName: 'of Company',
    title2Agent: 'of AgentName',
    title2CompanyAddress: 'of CompanyAddress',
    title2EmailAddress: 'of Email',
    title2Phone: 'of Phone',
    title2Fax: '',
  });
});

test('the names of the graph are those that the record is decoded with', () => {
  const set = transactionSets.find(({ prefix }) => prefix === 'escrow');
  const decoded = Object.fromEntries((set?.columns ?? []).map(([suffix, name]) => [suffix, name]));
  expect(Object.fromEntries(providerEntryColumns.map(({ suffix, name }) => [suffix, name]))).toEqual(decoded);
});

test('a type that is none has no columns', () => {
  expect(() => providerEntryToColumns({ spType: 'PLUMBING' } as never)).toThrow(RangeError);
});
