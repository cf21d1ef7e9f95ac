/** A search, as the store runs it, and what it finds: every argument has been checked, and every text is a key that rows have. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { DateColumn, DeadlineKind, RowColumn } from '../rows.ts';

/** Columns whose values are counted. `state_key` is shown as it is written. */
export type FacetColumn = 'status' | 'type' | 'property_type' | 'state_key' | 'agent' | DateColumn;
/** What is sorted by: a column, or how well the words match, and then the day of the last change. */
type SortColumn = RowColumn | 'relevance';

/** A place between two rows, whether they are still there or not. */
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
  /** None to find all rows. */
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
  /** Null for all. */
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
  /** Null if it was not asked for. */
  readonly total: number | null;
  readonly facets: ReadonlyMap<FacetColumn, readonly FacetCount[]>;
  readonly freshness: Freshness;
}

export interface Freshness {
  /** When all rows were current, of the agent for which that was the longest ago; null if nothing is loaded. */
  readonly asOf: number | null;
  /** Whether the lists of all agents are in the index. */
  readonly isComplete: boolean;
}
