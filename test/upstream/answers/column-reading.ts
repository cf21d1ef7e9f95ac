/** Readings of bodies by their columns, as the tests compare them. */
import { flatOf, SelectedRecord, type Selection } from '../../../src/contract/columns/selection.ts';
import { createColumnReader } from '../../../src/upstream/answers/columns.ts';

/** Selects these columns of records that have some others, too. */
export const select = (values: readonly string[], ...others: string[]): Selection => ({
  sets: [],
  values,
  presenceChecks: [],
  skipped: new Set(others),
});

export const bytes = (text: string) => Buffer.from(text);

export type Reader = ReturnType<typeof createColumnReader>;

export function readerOf(records: readonly object[], selection: Selection, maxBackoff = 0): Reader {
  const columns = createColumnReader(maxBackoff);
  columns.learn(records, bytes(JSON.stringify(records)), selection);
  return columns;
}

/** The body with a flat object for each record, of the selected columns. */
export function read(columns: Reader, text: string, wanted: Selection): unknown {
  const flat = (_key: string, value: unknown) => (value instanceof SelectedRecord ? flatOf(value) : value);
  const { body } = columns.read(bytes(text), wanted) ?? { body: null };
  return JSON.parse(JSON.stringify(body, flat));
}
