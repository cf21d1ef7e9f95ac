/** Checks the arguments of a search and converts them into the store's form: every text becomes a key as rows have it. */
import type {
  PropertyStatusName,
  PropertyTypeName,
  TransactionTypeName,
} from '@realty-forms/contract/columns/codes.ts';
import { badInput } from '../fault.ts';
import { fold, searchedWords } from './fold.ts';
import { type DateColumn, type DeadlineKind, decimalKey, keyOf, type RowColumn } from './rows.ts';
import type { DeadlineQuery, SearchQuery } from './store/query.ts';

type Given<T> = { readonly [K in keyof T]?: T[K] | null };

export type SearchFilter = Given<
  {
    readonly statuses: readonly PropertyStatusName[];
    readonly types: readonly TransactionTypeName[];
    readonly propertyTypes: readonly PropertyTypeName[];
    readonly states: readonly string[];
    readonly cities: readonly string[];
    readonly price: Given<{ readonly min: string; readonly max: string }>;
  } & Readonly<Record<DateFilter, Given<{ readonly from: string; readonly to: string }>>>
>;

/** The dates to filter, sort and count by, with their names in the graph. */
const dates = {
  insertDate: 'insert_date',
  lastUpdateDate: 'last_update_date',
  listingStartDate: 'listing_start_date',
  listingExpirationDate: 'listing_expiration_date',
  agreementDate: 'agreement_date',
  earnestMoneyDueDate: 'earnest_money_due_date',
  dueDiligenceDate: 'due_diligence_date',
  projectedClosingDate: 'projected_closing_date',
} as const satisfies Readonly<Record<string, DateColumn>>;
type DateFilter = keyof typeof dates;

/** The graph's enums name a date after its column. */
export type SearchDate = Uppercase<DateColumn>;
export const dateColumnOf = (date: SearchDate): DateColumn => date.toLowerCase() as DateColumn;

const sortColumns = {
  RELEVANCE: 'relevance',
  NAME: 'name_key',
  PRICE: 'price_key',
  CITY: 'city_key',
  STATUS: 'status',
} as const;

export interface SearchOrder {
  readonly field: keyof typeof sortColumns | SearchDate;
  readonly direction?: 'ASC' | 'DESC' | null;
}

export const MAX_SEARCH_CHARACTERS = 200;
export const MAX_SEARCH_WORDS = 12;

/** Empty for a text that is missing or blank. */
export function wordsIn(text: string | null | undefined): readonly string[] {
  if (text == null || text.trim() === '') return [];
  if (text.length > MAX_SEARCH_CHARACTERS)
    throw badInput('text', `must have at most ${MAX_SEARCH_CHARACTERS} characters, not ${text.length}`);
  const words = searchedWords(text);
  // A single letter finds nearly all records. `#4` has no longer word, but people type it to find a unit.
  if (words.length === 0 || fold(text).length < 2)
    throw badInput('text', 'must have at least two characters, and a letter or digit among them');
  if (words.length > MAX_SEARCH_WORDS)
    throw badInput('text', `must have at most ${MAX_SEARCH_WORDS} words, not ${words.length}`);
  return words;
}

/** Unicode decomposes one character into up to 18, and a list of long texts that it does would keep the event loop busy for seconds. */
function lengthOf(text: string): number {
  return text.length > MAX_SEARCH_CHARACTERS ? text.length : text.normalize('NFKD').length;
}

export function filterOf(filter: SearchFilter): Pick<SearchQuery, 'values' | 'ranges'> {
  const { statuses, types, propertyTypes, states, cities, price } = filter;
  const keysOf = (argument: string, texts: readonly string[] | null | undefined) =>
    texts?.map((text, at) => {
      const length = lengthOf(text);
      if (length > MAX_SEARCH_CHARACTERS)
        throw badInput(`${argument}.${at}`, `must have at most ${MAX_SEARCH_CHARACTERS} characters, not ${length}`);
      const key = keyOf(text);
      if (key === '') throw badInput(`${argument}.${at}`, 'must not be blank');
      return key;
    });
  const values: [string, RowColumn, readonly string[] | null | undefined][] = [
    ['filter.statuses', 'status', statuses],
    ['filter.types', 'type', types],
    ['filter.propertyTypes', 'property_type', propertyTypes],
    ['filter.states', 'state_key', keysOf('filter.states', states)],
    ['filter.cities', 'city_key', keysOf('filter.cities', cities)],
  ];
  const ranges = Object.entries(dates).flatMap(([name, column]) => {
    const range = filter[name as DateFilter];
    return range == null ? [] : [rangeOf(`filter.${name}`, column, ['from', range.from], ['to', range.to])];
  });
  if (price != null) {
    const key = (decimal: string | null | undefined) => (decimal == null ? null : decimalKey(decimal));
    ranges.push(
      rangeOf('filter.price', 'price_key', ['min', price.min, key(price.min)], ['max', price.max, key(price.max)]),
    );
  }
  return {
    values: values.flatMap(([argument, column, anyOf]) =>
      anyOf == null ? [] : [{ column, anyOf: checkItems(argument, anyOf) }],
    ),
    ranges,
  };
}

/** The name of an end of a range, the given value, and the key that is compared. */
type End = readonly [name: string, given: string | null | undefined, key?: string | null];

function rangeOf(
  argument: string,
  column: RowColumn,
  [least, from, fromKey = from ?? null]: End,
  [most, to, toKey = to ?? null]: End,
): SearchQuery['ranges'][number] {
  if (fromKey === null && toKey === null) throw badInput(argument, `must have ${least}, ${most} or both`);
  if (fromKey !== null && toKey !== null && fromKey > toKey)
    throw badInput(
      argument,
      `${most} (${to}) must not be ${most === 'max' ? 'less than' : 'before'} ${least} (${from})`,
    );
  return { column, from: fromKey, to: toKey };
}

export function sortOf(order: SearchOrder | null | undefined, hasWords: boolean): SearchQuery['sort'] {
  const { field, direction } = order ?? { field: hasWords ? 'RELEVANCE' : 'LAST_UPDATE_DATE', direction: 'DESC' };
  const column =
    field in sortColumns ? sortColumns[field as keyof typeof sortColumns] : dateColumnOf(field as SearchDate);
  const natural = column === 'relevance' ? 'DESC' : 'ASC';
  return { column, isDescending: (direction ?? natural) === 'DESC' };
}

export interface DeadlineFilter {
  readonly from: string;
  readonly to: string;
  readonly kinds?: readonly DeadlineKind[] | null;
  readonly statuses?: readonly PropertyStatusName[] | null;
}

export function deadlineFilterOf({
  from,
  to,
  kinds,
  statuses,
}: DeadlineFilter): Pick<DeadlineQuery, 'from' | 'to' | 'kinds' | 'statuses'> {
  if (from > to) throw badInput('to', `must not be before from (${from}), but is ${to}`);
  return {
    from,
    to,
    kinds: kinds == null ? null : checkItems('kinds', kinds),
    statuses: statuses == null ? null : checkItems('statuses', statuses),
  };
}

/** The number of items is limited for every list in an operation (`graphql/limits`). */
export function checkItems<T>(argument: string, items: readonly T[]): readonly T[] {
  if (items.length === 0) throw badInput(argument, 'must not be empty; omit it instead');
  return items;
}
