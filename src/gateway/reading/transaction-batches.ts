/**
 * Reads several transactions with few calls. The API cannot read several by number, but a call for an agent's list returns a hundred full
 * records. So the list is read, batch by batch, while fewer batches are left to read than records are missing. The others are read one by
 * one, and so are all of a service's, whose ids name no agent. Each transaction therefore succeeds or fails as if it had been read by
 * itself, and a list that does not help costs only its own calls.
 */

import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Responses } from '@realty-forms/contract/calls/messages.ts';
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import type { Decoded, FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { type SelectedRecord, type Selection, selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { responseFor } from '../../upstream/answers/response.ts';
import { nullIfFailed } from '../../upstream/faults.ts';
import type { BatchBehavior } from '../lists/batch-behavior.ts';
import { List } from '../lists/list.ts';

export interface RequestedTransaction {
  readonly transId: string;
  readonly holder: string;
  readonly selection: Selection | undefined;
}

/** The record with at least the selected columns, or with all of them; null if there is none. */
export type ReadRecord = (selection?: Selection) => FlatRecord | SelectedRecord | null;

interface TransactionReads {
  /** Null if upstream has no such transaction. */
  readonly one: (requested: RequestedTransaction) => Promise<Responses['getTransById'] | null>;
  /** A batch of full records of the agent's list, in an order in which new records come last. */
  readonly list: (nrdsId: string, batch: Batch, selection: Selection | undefined) => Promise<Responses['listTrans']>;
  /** What listTrans has shown about its batches. */
  readonly batchBehavior: BatchBehavior;
  readonly decode: (flat: FlatRecord | SelectedRecord, selection: Selection) => Decoded<TransactionRecord>;
}

/** For fewer transactions, a call for the list cannot save enough. */
const MIN_BATCHED = 4;
const identifier = selectGroups('identifier');

/** One promise for each requested transaction, in the same order; no number occurs twice under the same holder. */
export function readTransactions(
  requested: readonly RequestedTransaction[],
  reads: TransactionReads,
): readonly Promise<ReadRecord>[] {
  const lists = new Map<string, Promise<ReadonlyMap<string, ReadRecord>>>();
  for (const [holder, own] of Map.groupBy(requested, (each) => each.holder))
    if (holder !== '' && own.length >= MIN_BATCHED) lists.set(holder, findInList(holder, own, reads));
  const readOne = (each: RequestedTransaction) => reads.one(each).then(readerOf);
  return requested.map((each) => {
    const list = lists.get(each.holder);
    return list === undefined ? readOne(each) : list.then((found) => found.get(each.transId) ?? readOne(each));
  });
}

/** The requested transactions that were found in the agent's list, by their numbers. */
async function findInList(
  nrdsId: string,
  requested: readonly RequestedTransaction[],
  { list, batchBehavior, decode }: TransactionReads,
): Promise<ReadonlyMap<string, ReadRecord>> {
  const found = new Map<string, ReadRecord>();
  const missing = new Set(requested.map(({ transId }) => transId));
  const selection = commonSelection(requested);
  const rows = new List(async (batch) => {
    const page = await list(nrdsId, batch, selection);
    return { ...page, data: page.data.map((_, index) => new ListedRow(page, index)) };
  }, batchBehavior);
  let [left, reached] = [1, 0];
  // The limit on calls is needed because a list may grow as fast as it is read.
  for (let calls = 1; left > 0 && left < missing.size && calls <= requested.length; calls += 1) {
    // The size that the service is now known to return, which may be smaller than before.
    const size = batchBehavior.size ?? limits.batchSize.max;
    const number = Math.floor(reached / size) + 1;
    // Transactions that are not in the list are read one by one, so its end need not be certain. If the list cannot be read, each
    // transaction can still be read on its own, and fails for its own reasons.
    const batch = await rows.read({ size, number }, false).catch(nullIfFailed);
    if (batch === null) break;
    reached = batch.start + batch.records.length;
    let numbers = 0;
    for (const row of batch.records) {
      const flat = row.record(selection);
      const transId = flat === null ? null : decode(flat, identifier).record.transId;
      if (transId == null) continue;
      numbers += 1;
      if (missing.delete(transId)) found.set(transId, (each) => row.withoutNumber(each));
    }
    // The batch is empty, or the list shows no numbers.
    if (numbers === 0) break;
    left = batch.isLast ? 0 : Math.ceil((batch.max - reached) / (batchBehavior.size ?? size));
  }
  return found;
}

/** A record of a batch, for callers that select different columns. */
class ListedRow {
  readonly #page: Responses['listTrans'];
  readonly #index: number;

  constructor(page: Responses['listTrans'], index: number) {
    this.#page = page;
    this.#index = index;
  }

  record(selection?: Selection): FlatRecord | SelectedRecord | null {
    return responseFor(this.#page, selection).data[this.#index] ?? null;
  }

  /** The record as getTransById returns it: without its number (2.4), which only a record with all columns would show. */
  withoutNumber(selection?: Selection): FlatRecord | SelectedRecord | null {
    const record = this.record(selection);
    if (record === null || selection !== undefined) return record;
    const { transId: _, ...others } = record as FlatRecord;
    return others;
  }

  /** The columns that were read distinguish the record from those of other batches; if they are equal, all columns decide. */
  toJSON(): unknown {
    return this.#page.data[this.#index];
  }
}

function readerOf(records: Responses['getTransById'] | null): ReadRecord {
  return (selection) => (records === null ? null : (responseFor(records, selection)[0] ?? null));
}

/** The selection that all requests share. Undefined, for all columns, if the selections differ or lack the number. */
function commonSelection([first, ...others]: readonly RequestedTransaction[]): Selection | undefined {
  const selection = first?.selection;
  const isCommon = others.every((each) => each.selection === selection);
  return isCommon && selection?.values.includes('transId') ? selection : undefined;
}
