/**
 * The complete graph over an upstream at an address: client, use cases, GraphQL and HTTP app, by default without a port.
 * Everything is closed with the test, or when `onCleanup` says so.
 */
import { systemClock } from '@realty-forms/platform/clock.ts';
import { createMetrics, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { onTestFinished } from 'vitest';
import type { Verify } from '../../../src/gateway/callers/principal.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../src/gateway/gateway.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import type { CostLimits } from '../../../src/graphql/cost/cost.ts';
import type { Federation } from '../../../src/graphql/federation/subgraph.ts';
import { createGraphQL, type GraphQL } from '../../../src/graphql/server.ts';
import type { UploadTimeouts } from '../../../src/graphql/uploads/received-file.ts';
import type { AppOptions } from '../../../src/http/server/app.ts';
import { type HttpServerOptions, startHttpServer } from '../../../src/http/server/server.ts';
import { createUpstream, type UpstreamOptions } from '../../../src/upstream/call.ts';
import { verify } from '../callers/caller-tokens.ts';
import { type CapturedLog, captureLog } from '../caught-log.ts';
import { DEADLINE_MS } from '../held-deadlines.ts';
import { type HandTypedUpstream, startHandTypedUpstream } from '../upstreams/hand-typed-upstream.ts';
import { appDefaults, disguisedDefaults, graphqlDefaults, indexingOf, subgraphWith } from './default-options.ts';
import { type Injectable, injectable } from './injectable.ts';
import { knownBatchBehaviors } from './known-batch-behaviors.ts';
import { openLedgerInMemory } from './memory-ledger.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

export interface GraphResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly data: Json;
  readonly errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[] | undefined;
  readonly extensions: Json;
}

export interface QueryOptions {
  /** If absent, no Authorization header is sent. */
  readonly token?: string | undefined;
  readonly variables?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly extensions?: Record<string, unknown>;
}

export interface GraphUnderTest {
  readonly ask: (query: string, options?: QueryOptions) => Promise<GraphResponse>;
  readonly lines: CapturedLog['lines'];
  readonly metrics: Metrics;
  /** For requests other than operations. */
  readonly inject: Injectable['inject'];
}

/** The graph over the hand-typed upstream. */
export async function startStubbedGraph(
  options: Partial<UpstreamOptions> = {},
  overrides: Overrides = {},
): Promise<GraphUnderTest & { readonly stub: HandTypedUpstream }> {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  return { stub, ...(await startGraph({ baseUrl: stub.url, ...options }, overrides)) };
}

type Options = Pick<UpstreamOptions, 'baseUrl'> & Partial<UpstreamOptions>;

export type RegisterCleanup = (work: () => void | Promise<void>) => void;

export interface Overrides {
  /** Gets what closes the graph; by default it is closed with the test. */
  readonly onCleanup?: RegisterCleanup;
  /** Replaces a part of the gateway. */
  readonly gateway?: (gateway: Gateway) => Gateway;
  readonly verify?: Verify;
  readonly maxFileBytes?: number;
  readonly linkSeconds?: number;
  readonly calendarEpoch?: number;
  readonly ledgerWaitMs?: number;
  readonly ledgerStore?: LedgerStore;
  /** An index that is not filled. */
  readonly index?: SearchIndex | undefined;
  readonly indexing?: GatewayOptions['indexing'];
  readonly replicas?: GatewayOptions['replicas'];
  readonly uploads?: Partial<UploadTimeouts>;
  /** How upstream reads and writes timestamps and filters, and what of its lists is believed. */
  readonly formats?: Partial<Pick<GatewayOptions, 'notation' | 'timeZone' | 'epoch' | 'othersTransactions'>>;
  readonly parallelCalls?: number;
  readonly live?: Partial<GatewayOptions['live']>;
  readonly maxCalls?: number;
  readonly maxBytes?: number;
  readonly maxHeldBytes?: number;
  readonly introspection?: boolean;
  /** Makes the graph a subgraph. */
  readonly federation?: Partial<Federation>;
  readonly requestTimeoutMs?: number;
  readonly persistedDocuments?: string;
  /** Replaces a part of the graph. */
  readonly graphql?: (graphql: GraphQL) => GraphQL;
  readonly app?: Partial<Omit<HttpServerOptions, 'port'>>;
}

export async function startGraph(options: Options, overrides: Overrides = {}): Promise<GraphUnderTest> {
  const { appOptions, lines } = await build(options, overrides);
  const app = injectable(appOptions);
  const { onCleanup = onTestFinished } = overrides;
  onCleanup(() => app.close());
  return {
    lines,
    metrics: appOptions.metrics,
    inject: app.inject,
    async ask(query, { token, variables, extensions, headers = {} } = {}) {
      const response = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          host: '127.0.0.1',
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        payload: JSON.stringify({ query, variables, extensions }),
      });
      const { statusCode: status, headers: received, body: text } = response;
      return { errors: undefined, ...JSON.parse(text), status, headers: received, text };
    },
  };
}

/** The same on a port, for behavior that only a socket shows; returns its URL. */
export async function listen(options: Options, overrides: Overrides = {}): Promise<string> {
  return (await listenLogged(options, overrides)).url;
}

/** Like `listen`, with the lines of its log. */
export async function listenLogged(
  options: Options,
  overrides: Overrides = {},
): Promise<{ readonly url: string; readonly lines: CapturedLog['lines']; readonly metrics: Metrics }> {
  const { appOptions, lines } = await build(options, overrides);
  const server = await startHttpServer({ ...appOptions, port: 0, drainDelayMs: 0, graceMs: 0 });
  const { onCleanup = onTestFinished } = overrides;
  onCleanup(() => server.close());
  return { url: server.url, lines, metrics: appOptions.metrics };
}

function limitsOf({ maxCalls, maxBytes }: Overrides): Partial<CostLimits> {
  return { ...(maxCalls !== undefined && { maxCalls }), ...(maxBytes !== undefined && { maxBytes }) };
}

async function build(
  options: Options,
  overrides: Overrides,
): Promise<{ appOptions: AppOptions; lines: CapturedLog['lines'] }> {
  const metrics = createMetrics();
  const { log, lines } = captureLog();
  const { upstreamDefaults, gatewayDefaults, timeZone } = disguisedDefaults();
  const { calendarEpoch, maxFileBytes, linkSeconds, ledgerWaitMs, parallelCalls } = {
    ...gatewayDefaults,
    ...overrides,
  };
  const { introspection } = { ...graphqlDefaults, ...overrides };
  const costLimits = { ...graphqlDefaults.costLimits, ...limitsOf(overrides) };
  const upstream = createUpstream({
    clientId: 'client-1',
    clientSecret: 'client-secret-1',
    vendorEmail: 'vendor@vendor.example',
    ...upstreamDefaults,
    connections: 32,
    deadlineMs: DEADLINE_MS,
    maxResponseBytes: 10_000_000,
    clock: systemClock,
    log,
    metrics,
    ...options,
  });
  const gateway = createGateway({
    ...gatewayDefaults,
    upstream,
    batchBehaviors: knownBatchBehaviors(),
    timeZone,
    ...overrides.formats,
    maxFileBytes,
    linkSeconds,
    calendarEpoch,
    ledgerWaitMs,
    ledgerStore: overrides.ledgerStore ?? openLedgerInMemory(systemClock),
    indexing: overrides.indexing ?? (overrides.index && indexingOf(overrides.index)),
    replicas: overrides.replicas,
    parallelCalls,
    live: { ...gatewayDefaults.live, ...overrides.live },
    clock: systemClock,
    log,
    metrics,
  });
  const { federation } = overrides;
  const graph = federation === undefined ? graphqlDefaults.graph : subgraphWith(federation);
  const graphql = await createGraphQL({
    graph,
    gateway: overrides.gateway?.(gateway) ?? gateway,
    costLimits,
    maxHeldBytes: overrides.maxHeldBytes,
    introspection,
    persistedDocuments: overrides.persistedDocuments,
    ...(overrides.uploads && { uploads: overrides.uploads }),
    log,
  });
  const { onCleanup = onTestFinished } = overrides;
  onCleanup(async () => {
    gateway.feeds.close();
    await graphql.stop();
    await upstream.close();
  });
  const appOptions: AppOptions = {
    ...appDefaults,
    ...(overrides.requestTimeoutMs && { requestTimeoutMs: overrides.requestTimeoutMs }),
    log,
    metrics,
    verify: overrides.verify ?? verify,
    graphql: overrides.graphql?.(graphql) ?? graphql,
    ...(overrides.app ?? {}),
    gateway,
    health: { upstream: 'embedded', state: () => ({ tokenObtained: true, upstreamState: 'up' }) },
  };
  return { appOptions, lines };
}
