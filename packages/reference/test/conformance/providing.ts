/** Adds service providers to a transaction for rules (4.9) and reads them back. Only rules with the need `write` may use this. */
import assert from 'node:assert/strict';
import { assertSuccess, type Fields, readRecords } from './assertions.ts';
import type { ApiResponse } from './client.ts';
import { newTransaction } from './creation.ts';
import type { Target } from './target.ts';

export type Entry = Readonly<Record<string, unknown>>;

/** A complete entry of 2.7, reached by phone. */
export const entry: Entry = {
  spType: 'ESCROW',
  Represents: 'Buyer',
  Company: 'Conformance Escrow',
  AgentName: 'Conformance Agent',
  CompanyAddress: '1 Conformance Road',
  Email: 'escrow@conformance.example',
  Phone: '(201) 555-0100',
};

/** The same entry with changed values; undefined removes a field. */
export function entryWith(changes: Entry): Entry {
  return Object.fromEntries(Object.entries({ ...entry, ...changes }).filter(([, value]) => value !== undefined));
}

export async function addProviders(
  target: Target,
  transId: string,
  data: unknown,
  changes: object = {},
): Promise<ApiResponse> {
  const { agent } = await target.sample();
  return target.call('/fsforms/serviceproviders', { agentNRDSID: agent, transId, data, ...changes });
}

export async function readTransaction(target: Target, transId: string): Promise<Fields> {
  const response = await target.call('/fsforms/getTransById', { transId });
  assertSuccess(response);
  const [record] = readRecords(response.body);
  assert.ok(record !== undefined, 'the created transaction can be read');
  return record;
}

/** The record of a new transaction after the entries were added. */
export async function recordAfter(target: Target, ...batches: readonly (readonly Entry[])[]): Promise<Fields> {
  const transId = await newTransaction(target);
  for (const data of batches) assertSuccess(await addProviders(target, transId, data));
  return readTransaction(target, transId);
}
