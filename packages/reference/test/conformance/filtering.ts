/**
 * Checks a filter of 4.4 by applying it locally to the agent's whole list. The values to filter by are those that occur in
 * the list.
 */
import assert from 'node:assert/strict';
import type { Fields } from './assertions.ts';
import { type FilterPair, idOf, listAllTransactions } from './listing.ts';
import { requireRecords } from './rule.ts';
import type { Target } from './target.ts';
import { isBlank } from './value.ts';

export type Matches = (record: Fields) => boolean;

/** Asserts that the filter returns exactly the matching records of the whole list, in the same order. Returns their number. */
export async function assertFiltersExactly(
  target: Target,
  filter: readonly FilterPair[],
  matches: Matches,
): Promise<number> {
  const { agent, transactions } = await target.sample();
  const expected = transactions.filter(matches).map(idOf);
  const found = (await listAllTransactions(target, { agent, filter })).map(idOf);
  assert.deepEqual(found, expected, `filter ${JSON.stringify(filter)}`);
  return expected.length;
}

/** The distinct values of a column that are not blank, as text. */
export async function valuesOf(target: Target, column: string): Promise<string[]> {
  const { transactions } = await target.sample();
  const values = new Set(
    transactions
      .map((record) => record[column])
      .filter((value) => !isBlank(value))
      .map(String),
  );
  requireRecords(values.size >= 2, `${column} has ${values.size} values, too few to filter by`);
  return [...values].sort();
}

/** A few of many values: the first, the last, and some in between. */
export function pickEvenly<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, (values.length - 1) / (count - 1));
  const indexes = new Set(
    Array.from({ length: count }, (_, index) => Math.min(values.length - 1, Math.round(index * step))),
  );
  return [...indexes].map((index) => values[index] as T);
}

export const hasDate =
  (column: string): Matches =>
  (record) =>
    !isBlank(record[column]);
