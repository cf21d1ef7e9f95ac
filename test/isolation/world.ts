/**
 * A world of agents: a POST API whose every text carries its own mark, and a gateway in front of it that is called without a
 * port. Whoever creates a world closes it.
 */

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
import { openStore } from '@realty-forms/reference/store/database.ts';
import { insertMembers } from '@realty-forms/reference/store/members.ts';
import type { Store } from '@realty-forms/reference/store/tables.ts';
import { insertTransactions } from '@realty-forms/reference/store/transactions.ts';
import type { GraphQLSchema } from 'graphql';
import { createGateway, type Gateway } from '../../src/gateway/gateway.ts';
import type { SearchIndex } from '../../src/gateway/search/index.ts';
import { openSqliteIndex } from '../../src/gateway/search/store/sqlite-index.ts';
import { createGraphQL } from '../../src/graphql/server.ts';
import type { AppOptions } from '../../src/http/server/app.ts';
import { type HttpServer, startHttpServer } from '../../src/http/server/server.ts';
import { createUpstream, type Upstream } from '../../src/upstream/call.ts';
import { verify } from '../support/callers/caller-tokens.ts';
import { type CapturedLog, captureLog } from '../support/caught-log.ts';
import {
  appDefaults,
  gatewayDefaults,
  graphqlDefaults,
  subgraphWith,
  upstreamDefaults,
} from '../support/gateways/default-options.ts';
import { type Injectable, injectable } from '../support/gateways/injectable.ts';
import { openLedgerInMemory } from '../support/gateways/memory-ledger.ts';
import { createFolder, removeFolder } from '../support/programs/script-resources.ts';
import { createMarks, emailOf, type NewMark, NO_CALLER } from './marks.ts';

export const AGENTS = 50;
const TRANSACTIONS_EACH = 3;
const FIRST_TRANS_ID = 100_001;
const client = { id: 'isolation-client', vendorEmail: 'vendor@vendor.example' };

export interface WorldOptions {
  readonly clientSecret?: string;
  readonly idSecret?: Uint8Array;
  /** Wraps the POST API in a proxy. */
  readonly proxy?: (url: string) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
  readonly introspection?: boolean;
  /** Replaces a part of the gateway. */
  readonly upstream?: (upstream: Upstream) => Upstream;
  readonly gateway?: (gateway: Gateway) => Gateway;
}

export interface World {
  readonly app: Injectable;
  /** The same on a port, for streams; returns its URL. */
  readonly listen: () => Promise<string>;
  readonly gateway: Gateway;
  readonly schema: GraphQLSchema;
  readonly newMark: NewMark;
  readonly lines: CapturedLog['lines'];
  /** The live database of the POST API. */
  readonly store: Store;
  readonly close: () => Promise<void>;
}

export const nrdsIdOf = (owner: number): string => String(800 + owner);
export const officeOf = (owner: number): string => String(500 + owner);
export const transIdsOf = (owner: number): string[] =>
  Array.from({ length: TRANSACTIONS_EACH }, (_, index) => String(FIRST_TRANS_ID + owner + index * AGENTS));
export const userNameOf = (owner: number): string => `member-${owner}`;

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const clientSecret = options.clientSecret ?? 'isolation-secret';
  const { introspection } = { ...graphqlDefaults, ...options };
  // A router could ask on behalf of any caller.
  const graph = subgraphWith({ resolvesTransId: true });
  const dataDir = createFolder('isolation-');
  const newMark = createMarks();
  const store = await openStore(dataDir, (connection) => seedStore(connection, newMark));
  const reference = await createReferenceServer({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    clients: [
      { ...client, secret: clientSecret, scopes: ['account.read', 'transactions.read', 'transactions.create'] },
    ],
    seed: false,
    timeZone: 'UTC',
    logLevel: 'silent',
  });
  const proxy = await options.proxy?.(reference.url);
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  const clock = systemClock;
  const upstreamOptions = {
    clientId: client.id,
    clientSecret,
    vendorEmail: client.vendorEmail,
    ...upstreamDefaults,
    connections: 16,
    deadlineMs: 8_000,
    maxResponseBytes: 10_000_000,
    clock,
    log,
    metrics,
  };
  const directUpstream = createUpstream({ ...upstreamOptions, baseUrl: proxy?.url ?? reference.url });
  const index = await openSqliteIndex(join(dataDir, 'index.sqlite'), { timeZone: 'UTC' });
  // A proxy changes answers.
  const unproxied = createUpstream({ ...upstreamOptions, baseUrl: reference.url });
  await fillIndex(index, unproxied);
  await unproxied.close();
  const upstream = options.upstream?.(directUpstream) ?? directUpstream;
  const directGateway = createGateway({
    ...gatewayDefaults,
    upstream,
    idKeys: [{ id: 1, secret: options.idSecret ?? Buffer.alloc(32, 7) }],
    ledgerStore: openLedgerInMemory(clock),
    index,
    clock,
    log,
    metrics,
  });
  const gateway = options.gateway?.(directGateway) ?? directGateway;
  const graphql = await createGraphQL({ ...graphqlDefaults, graph, gateway, introspection, log });
  const appOptions: AppOptions = {
    ...appDefaults,
    log,
    metrics,
    verify,
    graphql,
    gateway,
    health: { upstream: 'embedded', state: () => ({ tokenObtained: true, upstreamState: 'up' }) },
  };
  const app = injectable(appOptions);
  let server: HttpServer | undefined;
  return {
    app,
    async listen() {
      server = await startHttpServer({ ...appOptions, port: 0, drainDelayMs: 0, graceMs: 1_000 });
      return server.url;
    },
    gateway,
    schema: graph.schema,
    newMark,
    lines,
    store,
    async close() {
      await app.close();
      directGateway.feeds.close();
      await server?.close();
      await graphql.stop();
      await directUpstream.close();
      await index.close();
      await proxy?.close();
      await reference.close();
      await store.destroy();
      removeFolder(dataDir);
    },
  };
}

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
