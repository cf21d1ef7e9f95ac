/** How rules create a transaction (4.6) and look for it afterwards. Only rules with the need `write` may come here. */
import assert from 'node:assert/strict';
import { type Fields, readRecords, succeeded } from './answer.ts';
import type { Answer } from './client.ts';
import { listTransactions } from './listing.ts';
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

export async function addTransaction(target: Target, changes: object = {}): Promise<Answer> {
  return target.call('/fsforms/addTrans', { ...(await creationRequest(target)), ...changes });
}

/** The record of a creation that succeeded, out of its array. */
export async function create(target: Target, changes: object = {}): Promise<Fields> {
  const answer = await addTransaction(target, changes);
  succeeded(answer);
  const [record, ...more] = readRecords(answer.body);
  assert.ok(record !== undefined && more.length === 0, 'the answer is an array with the one created record');
  return record;
}

export async function countTransactions(target: Target): Promise<number> {
  return (await listTransactions(target, { agent: (await target.sample()).agent, size: 1 })).max;
}
