/**
 * Lists users and transactions for rules (4.2, 4.4): one batch, or a whole list batch by batch. Filters are written
 * `key=<value>`, joined by commas.
 */
import assert from 'node:assert/strict';
import { section, table } from '../../../../test/support/spec-text.ts';
import { assertSuccess, type Fields, type Page, readPage, readRecords } from './assertions.ts';
import type { Target } from './target.ts';

/** The most records of a batch. */
export const MAX_SIZE = Number(table(section('8')).find(({ Limit }) => Limit === 'batch_size maximum')?.Value);

export type FilterPair = readonly [key: string, value: string];

export interface ListRequest {
  readonly agent: string;
  readonly filter?: readonly FilterPair[];
  readonly sort?: string;
  readonly full?: boolean;
  readonly size?: number;
  readonly batch?: number;
}

export function filterText(pairs: readonly FilterPair[]): string {
  return pairs.map(([key, value]) => `${key}=<${value}>`).join(',');
}

/** One batch of an agent's transactions, taken out of its wrapper, an array with one object. */
export async function listTransactions(target: Target, request: ListRequest): Promise<Page> {
  const response = await target.call('/fsforms/listTrans', {
    filter: filterText([['NRDSID', request.agent], ...(request.filter ?? [])]),
    ...(request.sort !== undefined && { sort: request.sort }),
    ...(request.full !== undefined && { full_details: request.full }),
    ...(request.size !== undefined && { batch_size: request.size }),
    ...(request.batch !== undefined && { batch_no: request.batch }),
  });
  assertSuccess(response);
  const wrapped = readRecords(response.body);
  assert.equal(wrapped.length, 1, 'the answer is an array holding one object');
  return readPage(wrapped[0]);
}

/** All of an agent's transactions that match, in full detail. */
export function listAllTransactions(
  target: Target,
  request: Omit<ListRequest, 'full' | 'batch'>,
): Promise<readonly Fields[]> {
  return readAll((batch) => listTransactions(target, { size: MAX_SIZE, ...request, full: true, batch }));
}

/** One batch of the active users. */
export async function listUsers(target: Target, fields: object = {}): Promise<Page> {
  const response = await target.call('/accounts/activeUsers', fields);
  assertSuccess(response);
  return readPage(response.body);
}

export function listAllUsers(target: Target, fields: object = {}): Promise<readonly Fields[]> {
  return readAll((batch) => listUsers(target, { batch_size: MAX_SIZE, ...fields, batch_no: batch }));
}

/** Reads batch after batch without relying on next_batch_no; fails if meta.max changes in the meantime. */
async function readAll(read: (batch: number) => Promise<Page>): Promise<readonly Fields[]> {
  const first = await read(1);
  const records = [...first.data];
  for (let batch = 2; records.length < first.max; batch += 1) {
    const page = await read(batch);
    assert.equal(page.max, first.max, 'meta.max is the same in every batch');
    assert.ok(page.data.length > 0, `batch ${batch} is empty after ${records.length} of ${first.max} records`);
    records.push(...page.data);
  }
  assert.equal(records.length, first.max, 'the batches together hold meta.max records');
  return records;
}

export const idOf = (record: Fields): string => String(record['transId']);
