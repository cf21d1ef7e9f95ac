/** With what a world begins: agents, transactions and members in the databases of the POST API and of the search index. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { listTransactions } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import type { KindName } from '@realty-forms/contract/columns/kinds.ts';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { createReferenceServer } from '@realty-forms/reference/server.ts';
import { insertAgents } from '@realty-forms/reference/store/agents.ts';
import { DATABASE_FILE, openStore } from '@realty-forms/reference/store/database.ts';
import { insertMembers } from '@realty-forms/reference/store/members.ts';
import type { Store } from '@realty-forms/reference/store/tables.ts';
import { insertTransactions } from '@realty-forms/reference/store/transactions.ts';
import type { SearchIndex } from '../../src/gateway/search/index.ts';
import { openSqliteIndex } from '../../src/gateway/search/store/sqlite-index.ts';
import { createUpstream, type Upstream, type UpstreamOptions } from '../../src/upstream/call.ts';
import { captureLog } from '../support/caught-log.ts';
import { upstreamDefaults } from '../support/gateways/default-options.ts';
import { createFolder, removeFolder } from '../support/programs/script-resources.ts';
import { createMarks, emailOf, type NewMark, NO_CALLER } from './marks.ts';

export const AGENTS = 16;
const TRANSACTIONS_EACH = 3;
const FIRST_TRANS_ID = 100_001;
const client = { id: 'isolation-client', vendorEmail: 'vendor@vendor.example' };
export const CLIENT_SECRET = 'isolation-secret';
export const INDEX_FILE = 'index.sqlite';
/** Above the marks of the data with which a world begins. */
export const FIRST_NEW_MARK = 1_000_000;

export const nrdsIdOf = (owner: number): string => String(800 + owner);
export const officeOf = (owner: number): string => String(500 + owner);
export const transIdsOf = (owner: number): string[] =>
  Array.from({ length: TRANSACTIONS_EACH }, (_, index) => String(FIRST_TRANS_ID + owner + index * AGENTS));
export const userNameOf = (owner: number): string => `member-${owner}`;

/** Databases are filled once in a process. */
let filled: Promise<readonly (readonly [string, Buffer])[]> | undefined;

export async function copyDatabases(dataDir: string): Promise<void> {
  filled ??= fillDatabases();
  for (const [name, bytes] of await filled) writeFileSync(join(dataDir, name), bytes);
}

async function fillDatabases(): Promise<readonly (readonly [string, Buffer])[]> {
  const dataDir = createFolder('isolation-');
  const newMark = createMarks();
  const store = await openStore(dataDir, (connection) => seedStore(connection, newMark));
  const reference = await startReference(dataDir, CLIENT_SECRET);
  const upstream = createUpstream(upstreamOptions(reference.url, CLIENT_SECRET, captureLog().log, createMetrics()));
  const index = await openSqliteIndex(join(dataDir, INDEX_FILE), { timeZone: 'UTC' });
  await fillIndex(index, upstream);
  await index.close();
  await upstream.close();
  await reference.close();
  await store.destroy();
  const databases = [DATABASE_FILE, INDEX_FILE].map((name) => [name, readFileSync(join(dataDir, name))] as const);
  removeFolder(dataDir);
  return databases;
}

export const startReference = (dataDir: string, secret: string) =>
  createReferenceServer({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    clients: [{ ...client, secret, scopes: ['account.read', 'transactions.read', 'transactions.create'] }],
    seed: false,
    timeZone: 'UTC',
    logLevel: 'silent',
  });

export const upstreamOptions = (
  baseUrl: string,
  clientSecret: string,
  log: UpstreamOptions['log'],
  metrics: UpstreamOptions['metrics'],
): UpstreamOptions => ({
  baseUrl,
  clientId: client.id,
  clientSecret,
  vendorEmail: client.vendorEmail,
  ...upstreamDefaults,
  connections: 16,
  deadlineMs: 8_000,
  maxResponseBytes: 10_000_000,
  clock: systemClock,
  log,
  metrics,
});

async function fillIndex(index: SearchIndex, upstream: Upstream): Promise<void> {
  await index.open('settings');
  for (let owner = 0; owner < AGENTS; owner += 1) {
    const agentNrdsId = nrdsIdOf(owner);
    const list = { agentNrdsId, filter: {}, order: { field: 'INSERT_DATE', direction: 'ASC' }, full: true } as const;
    const { data } = await upstream.call(
      'listTrans',
      listTransactions(list, { size: limits.batchSize.max, number: 1 }),
    );
    const rows = data.map((flat) => {
      const record = flat as FlatRecord;
      return { transId: String(record['transId']), record, seenAt: Date.now() };
    });
    const { load } = await index.beginLoad(agentNrdsId);
    await index.saveBatch(agentNrdsId, load, rows, '');
    await index.completeLoad(agentNrdsId, load, Date.now(), '');
  }
}

/** Creates agents from 0 on, transactions of each agent in turn, and as many mobile members, who belong to no agent. */
async function seedStore(store: Store, newMark: NewMark): Promise<void> {
  const owners = Array.from({ length: AGENTS }, (_, owner) => owner);
  const agents = owners.map((owner) => ({
    nrds_id: nrdsIdOf(owner),
    account_id: newMark(owner),
    first_name: newMark(owner),
    last_name: newMark(owner),
    email: emailOf(owner),
    phone: newMark(owner),
    member_type: newMark(owner),
    office_nrds_id: officeOf(owner),
    enabled_at: Date.now() - 86_400_000,
  }));
  await insertAgents(
    store,
    owners.map((owner) => ({ nrds_id: officeOf(owner), name: newMark(owner) })),
    agents,
  );
  const rounds = Array.from({ length: TRANSACTIONS_EACH }, () => owners).flat();
  await insertTransactions(
    store,
    rounds.map((owner, index) => ({
      id: FIRST_TRANS_ID + index,
      agentNrdsId: nrdsIdOf(owner),
      record: recordOf(owner, newMark),
    })),
  );
  await insertMembers(
    store,
    owners.map((owner) => ({
      client_id: newMark(NO_CALLER),
      user_id: newMark(NO_CALLER),
      state_id: 'OR',
      first_name: newMark(NO_CALLER),
      last_name: newMark(NO_CALLER),
      user_name: userNameOf(owner),
      email: `${userNameOf(owner)}@members.example`,
      phone: newMark(NO_CALLER),
      location_id: newMark(NO_CALLER),
      location_name: newMark(NO_CALLER),
      thl_hours: newMark(NO_CALLER),
      holidays: JSON.stringify([newMark(NO_CALLER)]),
    })),
  );
}

const sampleValues: Partial<Record<KindName, string | number>> = {
  decimal: 1250,
  integer: 3,
  timestamp: '2026-03-01',
  // Calendars show what is due now.
  date: new Date().toISOString().slice(0, 10),
  propertyType: 'R',
  transactionType: 'A',
  propertyStatus: 'A',
};

/** Fills every column; the seller's agent is the owner, the buyer's always a different one. */
function recordOf(owner: number, newMark: NewMark): Record<string, string | number> {
  const agents: Record<string, string> = {
    sellerAgentNRDSID: nrdsIdOf(owner),
    buyerAgentNRDSID: nrdsIdOf((owner + 1) % AGENTS),
  };
  return Object.fromEntries(
    transactionFields
      .filter(({ group }) => group !== 'identifier')
      .map(({ upstreamName, kind }) => [upstreamName, agents[upstreamName] ?? sampleValues[kind] ?? newMark(owner)]),
  );
}
