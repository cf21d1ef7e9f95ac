/** Readings of bodies by their columns, as the tests compare them. */
import { expect } from 'vitest';
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

const withoutBlanks = (_key: string, value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? '' : value;
/** With the properties in this order, and all blanks alike. */
const inOrder = (records: unknown, { values }: Selection) =>
  JSON.stringify(
    (records as Readonly<Record<string, unknown>>[]).map((record) => values.map((key) => record[key])),
    withoutBlanks,
  );

/** Reads lists of records as a client does, expects JSON.parse's values, and returns how many of them took a full parse. */
export function fullParses(columns: Reader, bodies: readonly string[], wanted: Selection): number {
  let count = 0;
  for (const text of bodies) {
    const found = read(columns, text, wanted);
    if (found === null) {
      count += 1;
      columns.learn(JSON.parse(text), bytes(text), wanted);
    } else expect(inOrder(found, wanted)).toBe(inOrder(JSON.parse(text), wanted));
  }
  return count;
}

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
