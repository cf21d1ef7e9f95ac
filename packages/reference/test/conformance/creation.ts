/** Creates a transaction for a rule (4.6) and finds it afterwards. Only rules with the need `write` may use this. */
import assert from 'node:assert/strict';
import { assertSuccess, type Fields, readRecords } from './assertions.ts';
import type { ApiResponse } from './client.ts';
import { idOf, listTransactions } from './listing.ts';
import type { Target } from './target.ts';

/** A complete request for the sample's agent. */
export async function creationRequest(target: Target): Promise<Record<string, string>> {
  const { agent } = await target.sample();
  return {
    stateID: 'CA',
    agentNRDSID: agent,
    transName: 'Conformance check',
    streetAddress: '1 Conformance Road',
    propertyType: 'R',
    transactionType: 'A',
    propertyStatus: 'N',
  };
}

export async function addTransaction(target: Target, changes: object = {}): Promise<ApiResponse> {
  return target.call('/fsforms/addTrans', { ...(await creationRequest(target)), ...changes });
}

/** Creates a transaction and returns its record; asserts that the creation succeeds. */
export async function create(target: Target, changes: object = {}): Promise<Fields> {
  const response = await addTransaction(target, changes);
  assertSuccess(response);
  const [record, ...others] = readRecords(response.body);
  assert.ok(record !== undefined && others.length === 0, 'the answer is an array with the one created record');
  return record;
}

/** Creates a transaction and returns its id. It has neither files nor service providers. */
export const newTransaction = async (target: Target): Promise<string> => idOf(await create(target));

export async function countTransactions(target: Target): Promise<number> {
  return (await listTransactions(target, { agent: (await target.sample()).agent, size: 1 })).max;
}
