/** A search as the store runs it, and its result. Every argument has been checked, and every text is a key as rows have it. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { DateColumn, DeadlineKind, RowColumn } from '../rows.ts';

/** Columns whose values are counted. `state_key` is shown as it is written. */
export type FacetColumn = 'status' | 'type' | 'property_type' | 'state_key' | 'agent' | DateColumn;
/** What the result is sorted by: a column, or relevance and then the day of the last change. */
type SortColumn = RowColumn | 'relevance';

/** A place in the order of rows, whether or not its row still exists. */
export interface Place {
  readonly key: string;
  readonly transId: string;
  readonly agent: number;
}

export interface Window {
  readonly from: 'start' | 'end';
  readonly take: number;
  readonly after: Place | null;
  readonly before: Place | null;
}

interface Query {
  /** No row of any other agent is found or counted. */
  readonly agents: readonly string[];
  readonly window: Window;
  readonly isCounted: boolean;
}

export interface SearchQuery extends Query {
  /** Empty to find all rows. */
  readonly words: readonly string[];
  readonly values: readonly { readonly column: RowColumn; readonly anyOf: readonly string[] }[];
  /** Both ends are included. */
  readonly ranges: readonly { readonly column: RowColumn; readonly from: string | null; readonly to: string | null }[];
  readonly sort: { readonly column: SortColumn; readonly isDescending: boolean };
  readonly facets: readonly FacetColumn[];
}

export interface DeadlineQuery extends Query {
  readonly from: string;
  readonly to: string;
  /** Null for all kinds. */
  readonly kinds: readonly DeadlineKind[] | null;
  readonly statuses: readonly string[] | null;
}

/** A row, and its place in the order of the search. */
export interface FoundRow {
  readonly nrdsId: string;
  readonly place: Place;
  readonly record: FlatRecord;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface FoundPage {
  readonly rows: readonly FoundRow[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Null if it was not requested. */
  readonly total: number | null;
  readonly facets: ReadonlyMap<FacetColumn, readonly FacetCount[]>;
  readonly freshness: Freshness;
}

export interface Freshness {
  /** When the oldest of the agents' lists was current; null if nothing is loaded. */
  readonly asOf: number | null;
  /** Whether the lists of all agents are in the index. */
  readonly isComplete: boolean;
}
