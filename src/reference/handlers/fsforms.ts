/** listTrans, getTransById and addTrans (4.4 to 4.6): an agent's transactions listed, read one by one, and created. */
import type { Handler } from '../service.ts';
import { nextBatchNo, readBatch } from '../validate.ts';
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

/** The answer has no transId: the spec leaves it out of this one record (2.4). */
export const getTransById: Handler = async (values, { transactions }) => {
  const id = readTransId(values.text('transId') ?? '');
  const record = id === null ? null : await transactions.find(id);
  return { records: record === null ? [] : [record] };
};

export const addTrans: Handler = async (values, { agents, transactions, clock }) => {
  const { agentNrdsId, record } = await newTransaction(values, agents, clock.now());
  return { records: [await transactions.add(agentNrdsId, record)] };
};

/** A transId is an integer's digits; any other text is the id of nothing. */
export function readTransId(text: string): number | null {
  const id = Number(text);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(id) ? id : null;
}
