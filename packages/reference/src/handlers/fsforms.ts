/** listTrans, getTransById and addTrans (4.4 to 4.6): list an agent's transactions, read one, and create one. */

import { nextBatchNo, readBatch } from '../http/validate.ts';
import type { Handler } from '../service.ts';
import { newTransaction } from './creation.ts';
import { readFilter, readSort } from './listing.ts';

export const listTrans: Handler = async (values, { transactions, timeZone }) => {
  const batch = readBatch('listTrans', values);
  const sort = readSort(values.text('sort'));
  const { rows, max } = await transactions.list({
    ...readFilter(values.text('filter') ?? '', timeZone),
    sort,
    window: batch,
    fullDetails: values.boolean('full_details') ?? false,
  });
  return { records: rows, max, nextBatchNo: nextBatchNo(batch, max) };
};

/** The response has no transId: the spec omits it from this record only (2.4). */
export const getTransById: Handler = async (values, { transactions }) => {
  const id = readTransId(values.text('transId') ?? '');
  const record = id === null ? null : await transactions.find(id);
  return { records: record === null ? [] : [record] };
};

export const addTrans: Handler = async (values, { agents, transactions, clock }) => {
  const { agentNrdsId, record } = await newTransaction(values, agents, clock.now());
  return { records: [await transactions.add(agentNrdsId, record)] };
};

/** Reads a transId, the digits of a positive integer; null for any other text, which identifies nothing. */
export function readTransId(text: string): number | null {
  const id = Number(text);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(id) ? id : null;
}
