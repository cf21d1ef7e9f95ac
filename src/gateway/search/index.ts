/**
 * The index: a table of transaction records that can be searched, unlike the service's lists. It is a read model: it may be deleted at any
 * time, and is filled again from the service. It has one row for each transaction in an agent's list.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import { isTimeout } from '@realty-forms/platform/stores/sqlite.ts';
import { GatewayFault, withFaults } from '../fault.ts';
import type { SearchIndexReader } from './store/reading.ts';
import type { SearchIndexWriter } from './store/writing.ts';

export interface IndexedRecord {
  readonly transId: string;
  /** All columns, as they were read. */
  readonly record: FlatRecord;
  /** When the read that returned it began, in milliseconds since 1970. A read that began earlier never replaces it. */
  readonly seenAt: number;
}

/** How far an agent's list has been indexed. */
export interface AgentState {
  readonly nrdsId: string;
  /** The number of the latest load; 0 for none. */
  readonly load: number;
  readonly isLoading: boolean;
  /** Where the current load continues, in the loader's own format; null at the beginning. */
  readonly position: string | null;
  /** Whether any load has been completed, so that no transaction is missing. */
  readonly isComplete: boolean;
  /** The time at which all rows were known to be current; null before the first load is complete. */
  readonly asOf: number | null;
  /** The cursor after which the agent's changes are read next. */
  readonly cursor: string | null;
  readonly rows: number;
}

/**
 * For use cases: any error of the database is INDEX_UNAVAILABLE, and the log says why, once until the index can be read again. A search that
 * takes too long says nothing about the index.
 */
export function withIndexFaults(index: SearchIndexReader, log: Log): SearchIndexReader {
  const outage = new Outage(
    ({ message: reason }) => log.error({ reason }, 'the index cannot be read'),
    () => log.info({}, 'the index can be read again'),
  );
  const faultOf = (cause: Error) => {
    if (!isTimeout(cause)) outage.fail(cause);
    return new GatewayFault('INDEX_UNAVAILABLE', `The index cannot be read: ${cause.message}`, { cause });
  };
  return withFaults(index, faultOf, () => outage.succeed());
}

export interface SearchIndex extends SearchIndexReader, SearchIndexWriter {
  readonly close: () => Promise<void>;
}
