/**
 * How rules judge a filter of 4.4: by applying it themselves to the agent's whole list. The values to filter by are those
 * that the list holds.
 */
import assert from 'node:assert/strict';
import type { Fields } from './answer.ts';
import { type FilterPair, idOf, listAllTransactions } from './listing.ts';
import { requireRecords } from './rule.ts';
import type { Target } from './target.ts';
import { isBlank } from './value.ts';

export type Matches = (record: Fields) => boolean;

/** The service's answer to the filter is exactly what matches in the whole list, in the same order. Says how many. */
export async function filtersExactly(target: Target, filter: readonly FilterPair[], matches: Matches): Promise<number> {
  const { agent, transactions } = await target.sample();
  const expected = transactions.filter(matches).map(idOf);
  const found = (await listAllTransactions(target, { agent, filter })).map(idOf);
  assert.deepEqual(found, expected, `filter ${JSON.stringify(filter)}`);
  return expected.length;
}

/** Distinct values of a column that are not blank, as text. */
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

/** A few of many: the first, the last and some between. */
export function someOf<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, (values.length - 1) / (count - 1));
  const places = new Set(
    Array.from({ length: count }, (_, index) => Math.min(values.length - 1, Math.round(index * step))),
  );
  return [...places].map((place) => values[place] as T);
}

export const hasDate =
  (column: string): Matches =>
  (record) =>
    !isBlank(record[column]);
