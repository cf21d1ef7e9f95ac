/** Readings of bodies by their columns, as the tests compare them. */
import { flatOf, SelectedRecord, type Selection } from '@realty-forms/contract/columns/selection.ts';
import { type ColumnReader, createColumnReader } from '../../../src/upstream/answers/columns.ts';

/** Selects these columns of records that have some others, too. */
export const select = (values: readonly string[], ...others: string[]): Selection => ({
  sets: [],
  values,
  presenceChecks: [],
  skipped: new Set(others),
});

export const bytes = (text: string) => Buffer.from(text);

/** Any of these columns makes an object a record. */
export const readerFor = ({ values, skipped }: Selection) => createColumnReader([...values, ...skipped]);

/** The body with a flat object for each record, of the selected columns; null if it is left to the full parse. */
export function read(columns: ColumnReader, text: string, wanted: Selection): unknown {
  const flat = (_key: string, value: unknown) => (value instanceof SelectedRecord ? flatOf(value) : value);
  const { body } = columns.read(bytes(text), wanted) ?? { body: null };
  return JSON.parse(JSON.stringify(body, flat));
}
