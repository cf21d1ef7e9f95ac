/**
 * The index: a table of transaction records that can be searched, which the service's lists cannot. It is a read model: it may be deleted
 * at any time, and is filled again from the service. One row for each transaction in the list of an agent.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { SearchIndexReader } from './store/reading.ts';
import type { SearchIndexWriter } from './store/writing.ts';

export interface IndexedRecord {
  readonly transId: string;
  /** All columns, as they were read. */
  readonly record: FlatRecord;
  /** When the read began that returned it, in milliseconds since 1970: a read that began earlier never replaces it. */
  readonly seenAt: number;
}

/** How far the index of an agent's list is. */
export interface AgentState {
  readonly nrdsId: string;
  /** The number of the load that was begun last; 0 for none. */
  readonly load: number;
  readonly isLoading: boolean;
  /** Where the load under way goes on, in the words of the loader; null at the beginning. */
  readonly position: string | null;
  /** Whether any load has been completed, so that no transaction is missing. */
  readonly isComplete: boolean;
  /** The time at which all rows were known to be current; null before the first load is complete. */
  readonly asOf: number | null;
  /** The cursor of the agent's changes, to go on after. */
  readonly cursor: string | null;
  readonly rows: number;
}

export interface SearchIndex extends SearchIndexReader, SearchIndexWriter {
  readonly close: () => Promise<void>;
}
