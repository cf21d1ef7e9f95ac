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
import { statedLength } from '../lists/batch-behavior.ts';

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
  { list, decode }: TransactionReads,
): Promise<ReadonlyMap<string, ReadRecord>> {
  const found = new Map<string, ReadRecord>();
  const missing = new Set(requested.map(({ transId }) => transId));
  const selection = commonSelection(requested);
  const size = limits.batchSize.max;
  let left = 1;
  // The limit on calls is needed because a list may grow as fast as it is read.
  for (let number = 1; left > 0 && left < missing.size && number <= requested.length; number += 1) {
    // If the list cannot be read, each transaction can still be read on its own, and fails for its own reasons.
    const page = await list(nrdsId, { size, number }, selection).catch(nullIfFailed);
    if (page === null) break;
    let numbers = 0;
    for (const [index, flat] of responseFor(page, selection).data.entries()) {
      const { transId } = decode(flat, identifier).record;
      if (transId == null) continue;
      numbers += 1;
      if (missing.delete(transId)) found.set(transId, (each) => withoutNumber(page, index, each));
    }
    // The batch is empty, or the list shows no numbers.
    if (numbers === 0) break;
    left = Math.ceil(statedLength(page) / size) - number;
  }
  return found;
}

/** The record as getTransById returns it: without its number (2.4), which only a record with all columns would show. */
function withoutNumber(
  page: Responses['listTrans'],
  index: number,
  selection?: Selection,
): FlatRecord | SelectedRecord | null {
  const record = responseFor(page, selection).data[index] ?? null;
  if (record === null || selection !== undefined) return record;
  const { transId: _, ...others } = record as FlatRecord;
  return others;
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
