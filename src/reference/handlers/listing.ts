/**
 * What a listTrans request asks for (4.4): its sort and its filter, from text to conditions on sorted columns. A sort that
 * is none is a 400, a filter that is none a 404: the endpoint's only rows for them.
 */
import { codeTables } from '../../contract/codes.ts';
import { type EndpointName, type SortCategory, sortCategories } from '../../contract/endpoints.ts';
import { INVALID_CHARACTERS } from '../../contract/errors.ts';
import {
  type FilterKey,
  type FilterValue,
  parseFilter,
  type TransactionFilterKey,
  transactionFilterKeys,
} from '../../contract/filter.ts';
import { readTimestamp } from '../../contract/kinds.ts';
import { invalidFilter, missingParameter } from '../failure.ts';
import { foldText, instantOf, type SortColumn, sortColumns } from '../store/tables.ts';
import type { Condition, TransactionQuery } from '../store/transactions.ts';

const SORT = /^\s*(\w+)\s*(?::\s*(asc|desc)\s*)?$/;

export function readSort(text: string | undefined): TransactionQuery['sort'] {
  if (text === undefined) return { category: 'insertDate', descending: false };
  const [, category = '', direction] = SORT.exec(text) ?? [];
  if (!isSortCategory(category)) throw missingParameter('listTrans', 'sort');
  return { category, descending: direction === 'desc' };
}

function isSortCategory(text: string): text is SortCategory {
  return Object.hasOwn(sortCategories, text);
}

/** How far a timestamp of a filter reaches: what equals it, or everything from it on. */
type Reach = 'equal' | 'since';

const timestampColumns = {
  lastUpdateDate: ['last_update_date', 'equal'],
  insertDate: ['insert_date', 'equal'],
  listingStartDate: ['listing_start_date', 'equal'],
  listingExpDate: ['listing_exp_date', 'equal'],
  purchaseAgreementDate: ['purchase_agreement_date', 'equal'],
  earnestMoneyDueDate: ['earnest_money_due_date', 'equal'],
  closingDate: ['closing_date', 'equal'],
  insertDate_min: ['insert_date', 'since'],
  lastUpdateDate_since: ['last_update_date', 'since'],
} as const satisfies Partial<Record<TransactionFilterKey, readonly [SortColumn, Reach]>>;

export interface ReadFilter {
  readonly agentNrdsId: string;
  readonly conditions: readonly Condition[];
}

export function readFilter(text: string, timeZone: string): ReadFilter {
  const parsed = parseFilter(text, transactionFilterKeys);
  if (!parsed.ok) throw invalidFilter('listTrans', parsed.problem);
  for (const [key, value] of parsed.values) refuseCharacters(key, value);
  const nrdsId = parsed.values.get('NRDSID');
  if (typeof nrdsId !== 'string') throw invalidFilter('listTrans', 'NRDSID is missing');
  const conditions = [...parsed.values]
    .filter(([key]) => key !== 'NRDSID')
    .map(([key, value]) => readCondition(key as TransactionFilterKey, value, timeZone));
  return { agentNrdsId: nrdsId, conditions };
}

/** The endpoint has no 402: what no value may hold makes its filter one that is none. */
function refuseCharacters(key: string, value: FilterValue): void {
  const texts = typeof value === 'string' ? [value] : 'from' in value ? [value.from, value.to] : value;
  if (texts.some((text) => INVALID_CHARACTERS.test(text))) {
    throw invalidFilter('listTrans', `${key} holds an invalid character`);
  }
}

function readCondition(key: TransactionFilterKey, value: FilterValue, timeZone: string): Condition {
  if (typeof value === 'string') {
    if (!isTimestampKey(key)) return { column: 'realtor_name_folded', is: foldText(value) };
    const [column, reach] = timestampColumns[key];
    const { from, to } = readSpan('listTrans', key, value, timeZone);
    return { column, from, to: reach === 'since' ? null : to };
  }
  if ('from' in value) {
    const from = readSpan('listTrans', key, value.from, timeZone).from;
    return { column: sortColumns.closingDate, from, to: readSpan('listTrans', key, value.to, timeZone).to };
  }
  return readCodes(key, value);
}

function isTimestampKey(key: TransactionFilterKey): key is keyof typeof timestampColumns {
  return Object.hasOwn(timestampColumns, key);
}

function readCodes(key: TransactionFilterKey, codes: readonly string[]): Condition {
  const { table }: FilterKey = transactionFilterKeys[key];
  if (table === undefined) throw invalidFilter('listTrans', `${key} has no codes`);
  for (const code of codes) {
    const known = codeTables[table].find((row) => row.code === code);
    if (known === undefined) throw invalidFilter('listTrans', `${code} is not a code of ${key}`);
    if ('listable' in known && !known.listable) throw invalidFilter('listTrans', `${key} ${code} cannot be listed`);
  }
  return { column: sortColumns[table], among: [...new Set(codes)] };
}

const DAY_MS = 86_400_000;

/** In milliseconds, both ends included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A date spans its whole day, in UTC as the service writes all its times; a date-time is one instant. */
export function readSpan(endpoint: EndpointName, key: string, text: string, timeZone: string): Span {
  const timestamp = readTimestamp(text, timeZone);
  if (timestamp === null) throw invalidFilter(endpoint, `${key} ${text} is not a timestamp`);
  const from = instantOf(timestamp);
  return { from, to: timestamp.includes('T') ? from : from + DAY_MS - 1 };
}
