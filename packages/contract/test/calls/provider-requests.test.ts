// Compares the entry of a service provider as it is sent (2.7) with the columns it is read from (2.4), using the
// specification's text.
import { expect, test } from 'vitest';
import { expandColumns, names, section, table, textAfter } from '../../../../test/support/spec-text.ts';
import { providerEntryColumns, providerEntryToColumns } from '../../src/calls/provider-requests.ts';
import { providerKinds } from '../../src/columns/fields.ts';

const columns = expandColumns(table(section('2.4')).find((row) => row.Group === 'Service providers')?.Fields as string);
const [entryFields = ''] = textAfter('Fields: ', section('2.7')).split('. ');

const entry = {
  Represents: 'of Represents',
  Company: 'of Company',
  AgentName: 'of AgentName',
  CompanyAddress: 'of CompanyAddress',
  Email: 'of Email',
  Phone: 'of Phone',
  Fax: 'of Fax',
} as const;

test('every field of 2.7 except spType has a column', () => {
  expect(['spType', ...providerEntryColumns.map(({ field }) => field)].toSorted()).toEqual(
    names(entryFields).toSorted(),
  );
});

test('the provider types that 2.7 names are kinds; the others follow only from the columns of 2.4', () => {
  const named = names(textAfter('Values of spType that are known: ', section('2.7')));
  expect(named).toEqual(['ESCROW', 'CLOSING']);
  expect(providerKinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(named));
});

test.each(providerKinds)('an entry of $kind fills all columns of its prefix and no others', ({ kind, prefix }) => {
  const filled = providerEntryToColumns({ spType: kind, ...entry });
  const own = columns.filter((column) => new RegExp(`^${prefix}(?!2)[A-Z]`).test(column));
  expect(Object.keys(filled).toSorted()).toEqual(own.toSorted());
});

test('maps each field of an entry to the column with the same meaning', () => {
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

test('fills the column of a blank field with empty text', () => {
  const filled = providerEntryToColumns({ spType: 'ESCROW', ...entry, Represents: ' ', Phone: '\u00a0 ' });
  expect(filled).toMatchObject({ escrowCompanyRepresents: '', escrowPhone: '', escrowFax: 'of Fax' });
});

test('throws for an unknown provider type', () => {
  expect(() => providerEntryToColumns({ spType: 'PLUMBING' } as never)).toThrow(RangeError);
});
