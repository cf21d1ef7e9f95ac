/** How rules give a transaction service providers (4.9) and read them back. Only rules with the need `write` may come here. */
import assert from 'node:assert/strict';
import { type Fields, readRecords, succeeded } from './answer.ts';
import type { Answer } from './client.ts';
import { create } from './creation.ts';
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

/** The same with other values, left out where they are undefined. */
export function entryWith(changes: Entry): Entry {
  return Object.fromEntries(Object.entries({ ...entry, ...changes }).filter(([, value]) => value !== undefined));
}

/** A transaction of the sample's agent, newly created, without providers. */
export async function newTransaction(target: Target): Promise<string> {
  return String((await create(target))['transId']);
}

export async function addProviders(
  target: Target,
  transId: string,
  data: unknown,
  changes: object = {},
): Promise<Answer> {
  const { agent } = await target.sample();
  return target.call('/fsforms/serviceproviders', { agentNRDSID: agent, transId, data, ...changes });
}

export async function readTransaction(target: Target, transId: string): Promise<Fields> {
  const answer = await target.call('/fsforms/getTransById', { transId });
  succeeded(answer);
  const [record] = readRecords(answer.body);
  assert.ok(record !== undefined, 'the created transaction can be read');
  return record;
}

/** What a new transaction's record says once it was given the entries. */
export async function recordAfter(target: Target, ...given: readonly (readonly Entry[])[]): Promise<Fields> {
  const transId = await newTransaction(target);
  for (const data of given) succeeded(await addProviders(target, transId, data));
  return readTransaction(target, transId);
}
