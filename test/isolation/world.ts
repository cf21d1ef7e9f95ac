/**
 * Fifty agents whose every text carries a mark of its own, in a POST API of their own, and a gateway in front of it that is
 * asked without a port. Whoever makes a world closes it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { transactionFields } from '../../src/contract/fields.ts';
import { defaultNotation } from '../../src/contract/filter.ts';
import type { KindName } from '../../src/contract/kinds.ts';
import { createGateway, type Gateway } from '../../src/gateway/gateway.ts';
import { createGraphQL } from '../../src/graphql/server.ts';
import { createApp } from '../../src/http/app.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { createReferenceServer } from '../../src/reference/server.ts';
import { insertAgents } from '../../src/reference/store/agents.ts';
import { openStore } from '../../src/reference/store/database.ts';
import { insertMembers } from '../../src/reference/store/members.ts';
import type { Store } from '../../src/reference/store/tables.ts';
import { insertTransactions } from '../../src/reference/store/transactions.ts';
import { createUpstream, type Upstream } from '../../src/upstream/call.ts';
import { verify } from '../support/caller-tokens.ts';
import { type CaughtLog, catchLog } from '../support/caught-log.ts';
import { createMarks, emailOf, type NewMark, NOBODY } from './marks.ts';

export const AGENTS = 50;
const TRANSACTIONS_EACH = 3;
const FIRST_TRANS_ID = 100_001;
const client = { id: 'isolation-client', vendorEmail: 'vendor@vendor.example' };

export interface WorldOptions {
  readonly clientSecret?: string;
  readonly idSecret?: Uint8Array;
  /** Stands in front of the POST API. */
  readonly proxy?: (url: string) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
  readonly introspection?: boolean;
  /** Puts something else in the place of a part. */
  readonly upstream?: (upstream: Upstream) => Upstream;
  readonly gateway?: (gateway: Gateway) => Gateway;
}

export interface World {
  readonly app: FastifyInstance;
  readonly gateway: Gateway;
  readonly newMark: NewMark;
  readonly lines: CaughtLog['lines'];
  /** The database behind the POST API, as it is now. */
  readonly store: Store;
  readonly close: () => Promise<void>;
}

export const nrdsIdOf = (owner: number): string => String(800 + owner);
export const transIdsOf = (owner: number): string[] =>
  Array.from({ length: TRANSACTIONS_EACH }, (_, index) => String(FIRST_TRANS_ID + owner + index * AGENTS));
export const userNameOf = (owner: number): string => `member-${owner}`;

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const clientSecret = options.clientSecret ?? 'isolation-secret';
  const dataDir = await mkdtemp(join(tmpdir(), 'isolation-'));
  const newMark = createMarks();
  const store = await openStore({ dataDir }, Date.now(), (connection) => plant(connection, newMark));
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
  const { log, lines } = catchLog();
  const metrics = createMetrics();
  const clock = systemClock;
  const door = createUpstream({
    baseUrl: proxy?.url ?? reference.url,
    clientId: client.id,
    clientSecret,
    vendorEmail: client.vendorEmail,
    tokenBody: 'json',
    connections: 16,
    deadlineMs: 8_000,
    maxResponseBytes: 10_000_000,
    clock,
    log,
    metrics,
  });
  const upstream = options.upstream?.(door) ?? door;
  const made = createGateway({
    upstream,
    idKeys: [{ id: 1, secret: options.idSecret ?? Buffer.alloc(32, 7) }],
    notation: defaultNotation,
    timeZone: 'UTC',
    parallelCalls: 16,
    clock,
    log,
    metrics,
  });
  const gateway = options.gateway?.(made) ?? made;
  const graphql = await createGraphQL({ gateway, verify, maxCalls: 200, introspection: options.introspection, log });
  const app = createApp({
    host: '127.0.0.1',
    allowedHosts: [],
    log,
    metrics,
    graphql: graphql.plugin,
    sdl: graphql.sdl,
    isUnderWay: graphql.isUnderWay,
    files: { follow: gateway.followLink },
    health: { state: () => ({ tokenObtained: true, upstream: 'up' }) },
    bodyLimit: 1_048_576,
  });
  await app.ready();
  return {
    app,
    gateway,
    newMark,
    lines,
    store,
    async close() {
      await app.close();
      await graphql.stop();
      await door.close();
      await proxy?.close();
      await reference.close();
      await store.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Agents from 0 on, a transaction of each in turn, and a member for each that is no agent's. */
async function plant(store: Store, newMark: NewMark): Promise<void> {
  const owners = Array.from({ length: AGENTS }, (_, owner) => owner);
  const agents = owners.map((owner) => ({
    nrds_id: nrdsIdOf(owner),
    account_id: newMark(owner),
    first_name: newMark(owner),
    last_name: newMark(owner),
    email: emailOf(owner),
    phone: newMark(owner),
    member_type: newMark(owner),
    office_nrds_id: String(500 + owner),
    enabled_at: Date.now() - 86_400_000,
  }));
  await insertAgents(
    store,
    owners.map((owner) => ({ nrds_id: String(500 + owner), name: newMark(owner) })),
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
      client_id: newMark(NOBODY),
      user_id: newMark(NOBODY),
      state_id: 'OR',
      first_name: newMark(NOBODY),
      last_name: newMark(NOBODY),
      user_name: userNameOf(owner),
      email: `${userNameOf(owner)}@members.example`,
      phone: newMark(NOBODY),
      location_id: newMark(NOBODY),
      location_name: newMark(NOBODY),
      thl_hours: newMark(NOBODY),
      holidays: JSON.stringify([newMark(NOBODY)]),
    })),
  );
}

const plain: Partial<Record<KindName, string | number>> = {
  decimal: 1250,
  integer: 3,
  timestamp: '2026-03-01',
  propertyType: 'R',
  transactionType: 'A',
  propertyStatus: 'A',
};

/** Every column filled; the other side's agent is always another one. */
function recordOf(owner: number, newMark: NewMark): Record<string, string | number> {
  const opposite = nrdsIdOf((owner + 1) % AGENTS);
  return Object.fromEntries(
    transactionFields
      .filter(({ group }) => group !== 'identifier')
      .map(({ wire, kind }) => [wire, wire.endsWith('AgentNRDSID') ? opposite : (plain[kind] ?? newMark(owner))]),
  );
}
