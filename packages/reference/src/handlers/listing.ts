/**
 * Parses the sort and the filter of a listTrans request (4.4) into conditions on sorted columns. An invalid sort is a 400, an
 * invalid filter a 404: the only rows that the endpoint has for them.
 */

import { INVALID_CHARACTERS } from '@realty-forms/contract/answers/errors.ts';
import {
  type FilterKey,
  type FilterValue,
  parseFilter,
  type TransactionFilterKey,
  transactionFilterKeys,
} from '@realty-forms/contract/calls/filter.ts';
import { type SortCategory, sortCategories } from '@realty-forms/contract/calls/requests.ts';
import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import { readTimestamp } from '@realty-forms/contract/times/timestamps.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { invalidFilter, missingParameter } from '../http/failure.ts';
import { foldText, sortColumns } from '../store/tables.ts';
import type { Condition, TransactionQuery } from '../store/transactions.ts';

const SORT = /^\s*(\w+)\s*(?::\s*(asc|desc)\s*)?$/;

export function readSort(text: string | undefined): TransactionQuery['sort'] {
  if (text === undefined) return { category: 'insertDate', descending: false };
  const [, category = '', direction] = SORT.exec(text) ?? [];
  if (!isSortCategory(category)) throw missingParameter('listTrans', 'sort');
  return { category, descending: direction === 'desc' };
}

function isSortCategory(text: string): text is SortCategory {
  return (sortCategories as readonly string[]).includes(text);
}

export interface ParsedListFilter {
  readonly agentNrdsId: string;
  readonly conditions: readonly Condition[];
}

export function readFilter(text: string, timeZone: string): ParsedListFilter {
  const parsed = parseFilter(text, transactionFilterKeys);
  if (!parsed.ok) throw invalidFilter('listTrans', parsed.problem);
  for (const [key, value] of parsed.values) rejectFilterCharacters(key, value);
  const nrdsId = parsed.values.get('NRDSID');
  if (typeof nrdsId !== 'string') throw invalidFilter('listTrans', 'NRDSID is missing');
  const conditions = [...parsed.values]
    .filter(([key]) => key !== 'NRDSID')
    .map(([key, value]) => readCondition(key as TransactionFilterKey, value, timeZone));
  return { agentNrdsId: nrdsId, conditions };
}

/** The endpoint has no 402, so a character that is invalid in any value makes the filter invalid. */
function rejectFilterCharacters(key: string, value: FilterValue): void {
  const texts = typeof value === 'string' ? [value] : 'from' in value ? [value.from, value.to] : value;
  if (texts.some((text) => INVALID_CHARACTERS.test(text))) {
    throw invalidFilter('listTrans', `${key} contains an invalid character`);
  }
}

function readCondition(key: TransactionFilterKey, value: FilterValue, timeZone: string): Condition {
  const column = sortColumns[key.replace(SINCE, '').replace(/_range$/, '') as SortCategory];
  if (typeof value !== 'string') {
    if (!('from' in value)) return readCodes(key, value);
    const { from } = requireSpan(key, value.from, timeZone);
    return { column, from, to: requireSpan(key, value.to, timeZone).to };
  }
  const row: FilterKey = transactionFilterKeys[key];
  if (row.value !== 'timestamp') return { column: 'realtor_name_folded', is: foldText(value) };
  const { from, to } = requireSpan(key, value, timeZone);
  return { column, from, to: SINCE.test(key) ? null : to };
}

function readCodes(key: TransactionFilterKey, codes: readonly string[]): Condition {
  const { table }: FilterKey = transactionFilterKeys[key];
  if (table === undefined) throw invalidFilter('listTrans', `${key} has no codes`);
  for (const code of codes) {
    const entry = codeTables[table].find((row) => row.code === code);
    if (entry === undefined) throw invalidFilter('listTrans', `${code} is not a code of ${key}`);
    if ('listable' in entry && !entry.listable) throw invalidFilter('listTrans', `${key} ${code} cannot be listed`);
  }
  return { column: sortColumns[table], among: [...new Set(codes)] };
}

/** The end of a key that also matches everything later. */
export const SINCE = /_(?:min|since)$/;

/** Milliseconds since the epoch, both ends inclusive. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function requireSpan(key: string, text: string, timeZone: string): Span {
  const span = readSpan(text, timeZone);
  if (span === null) throw invalidFilter('listTrans', `${key} ${text} is not a timestamp`);
  return span;
}

/** A date spans its whole day in UTC, the zone in which the service writes all times; a date-time is a single instant. */
export function readSpan(text: string, timeZone: string): Span | null {
  const timestamp = readTimestamp(text, timeZone);
  if (timestamp === null) return null;
  const from = Date.parse(timestamp);
  return { from, to: timestamp.includes('T') ? from : from + DAY_MS - 1 };
}
