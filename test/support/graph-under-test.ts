/**
 * The whole graph over an upstream at an address: client, use cases, GraphQL and HTTP app, asked without a port of its own.
 * Everything ends with the test.
 */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { getOperationAST, parse, specifiedRules, validate } from 'graphql';
import { onTestFinished } from 'vitest';
import { defaultNotation } from '../../src/contract/filter.ts';
import { createGateway, type Gateway } from '../../src/gateway/gateway.ts';
import type { LedgerStore } from '../../src/gateway/ledger/store.ts';
import type { Verify } from '../../src/gateway/principal.ts';
import type { Lane } from '../../src/graphql/lane.ts';
import { limitsRule } from '../../src/graphql/limits-rule.ts';
import { operationTypesRule } from '../../src/graphql/operation-types-rule.ts';
import type { Plans } from '../../src/graphql/plans/plans.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { createGraphQL } from '../../src/graphql/server.ts';
import type { UploadsOptions } from '../../src/graphql/uploads.ts';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import { startHttpServer } from '../../src/http/server.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createMetrics, type Metrics } from '../../src/platform/metrics.ts';
import { createUpstream, type UpstreamOptions } from '../../src/upstream/call.ts';
import { verify } from './caller-tokens.ts';
import { type CaughtLog, catchLog } from './caught-log.ts';
import { type HandTypedUpstream, startHandTypedUpstream } from './hand-typed-upstream.ts';

/** In the project `compiled`, every operation is as if it had come before; elsewhere each is new. */
const isFast = process.env['TEST_FAST_LANE'] === 'on';
const schema = createSchema();

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly data: Json;
  readonly errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[] | undefined;
  readonly extensions: Json;
}

export interface Asked {
  /** None sends no Authorization header. */
  readonly token?: string | undefined;
  readonly variables?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly extensions?: Record<string, unknown>;
}

export interface GraphUnderTest {
  readonly ask: (query: string, asked?: Asked) => Promise<Answer>;
  readonly lines: CaughtLog['lines'];
  readonly metrics: Metrics;
  /** Asks for something else than an operation. */
  readonly inject: FastifyInstance['inject'];
}

/** The graph over the hand-typed upstream. */
export async function startStubbedGraph(
  options: Partial<UpstreamOptions> = {},
  replaced: Replaced = {},
): Promise<GraphUnderTest & { readonly stub: HandTypedUpstream }> {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  return { stub, ...(await startGraph({ baseUrl: stub.url, ...options }, replaced)) };
}

type Options = Pick<UpstreamOptions, 'baseUrl'> & Partial<UpstreamOptions>;

export interface Replaced {
  /** Puts something else in the place of a part of the gateway. */
  readonly gateway?: (gateway: Gateway) => Gateway;
  readonly verify?: Verify;
  readonly maxFileBytes?: number;
  readonly linkSeconds?: number;
  readonly ledgerWaitMs?: number;
  readonly ledgerStore?: LedgerStore;
  readonly uploads?: UploadsOptions;
  readonly parallelCalls?: number;
  readonly maxCalls?: number;
  readonly introspection?: boolean;
  readonly requestTimeoutMs?: number;
  readonly persistedDocuments?: string;
  /** How often an operation must come before it is compiled. */
  readonly compileAfter?: number;
  /** Puts the fast lane before the server. */
  readonly lane?: (lane: Lane) => Lane;
  readonly app?: Partial<AppOptions>;
}

export async function startGraph(options: Options, replaced: Replaced = {}): Promise<GraphUnderTest> {
  const { appOptions, lines, plans } = await build(options, replaced);
  const app = createApp(appOptions);
  onTestFinished(() => app.close());
  const send = isFast ? await sendFast(appOptions, plans, replaced.verify ?? verify) : sendPlain(app);
  return {
    lines,
    metrics: appOptions.metrics,
    inject: app.inject.bind(app) as FastifyInstance['inject'],
    async ask(query, { token, variables, extensions, headers = {} } = {}) {
      const {
        status,
        text: body,
        headers: received,
      } = await send(query, token, {
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
      return { errors: undefined, ...JSON.parse(body), status, headers: received, text: body };
    },
  };
}

interface Sent {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: string;
}

type Send = (
  query: string,
  token: string | undefined,
  sent: Sent,
) => Promise<Pick<Answer, 'status' | 'headers' | 'text'>>;

function sendPlain(app: FastifyInstance): Send {
  return async (_query, _token, sent) => {
    const { statusCode, headers, body } = await app.inject(sent);
    return { status: statusCode, headers, text: body };
  };
}

/** Over a socket, as if the operation and the token had come before. */
async function sendFast(appOptions: AppOptions, plans: Plans, verifyToken: Verify): Promise<Send> {
  const server = await startHttpServer({ ...appOptions, port: 0, graceMs: 1_000 });
  onTestFinished(() => server.close());
  return async (query, token, { payload, ...sent }) => {
    teach(plans, query);
    if (token !== undefined) await Promise.try(verifyToken, token).catch(() => undefined);
    return exchange(server.url, { ...sent, payload });
  };
}

function teach(plans: Plans, query: string): void {
  try {
    const document = parse(query, { maxTokens: 1_000 });
    const operation = getOperationAST(document);
    if (operation == null || validate(schema, document, [limitsRule, operationTypesRule, ...specifiedRules]).length > 0)
      return;
    plans.pass({ text: query, operationName: null }, document, operation);
  } catch {
    // What cannot be parsed never leaves a plan.
  }
}

/** One request over a connection of its own. */
async function exchange(
  url: string,
  { method, url: path, headers, payload }: Sent,
): Promise<Pick<Answer, 'status' | 'headers' | 'text'> & { readonly rawHeaders: readonly string[] }> {
  const length = String(Buffer.byteLength(payload));
  const outgoing = request(`${url}${path}`, {
    method,
    agent: false,
    headers: { 'content-length': length, ...headers },
  });
  outgoing.end(payload);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    text: await text(incoming),
  };
}

/** The same on a port of its own, for what has to be seen over a socket; gives its address. */
export async function listen(options: Options, replaced: Replaced = {}): Promise<string> {
  return (await listenLogged(options, replaced)).url;
}

/** The same again, with what it logs. */
export async function listenLogged(
  options: Options,
  replaced: Replaced = {},
): Promise<{ readonly url: string; readonly lines: CaughtLog['lines'] }> {
  const { appOptions, lines } = await build(options, replaced);
  const server = await startHttpServer({ ...appOptions, port: 0, graceMs: 1_000 });
  onTestFinished(() => server.close());
  return { url: server.url, lines };
}

async function build(
  options: Options,
  replaced: Replaced,
): Promise<{ appOptions: AppOptions; lines: CaughtLog['lines']; plans: Plans }> {
  const metrics = createMetrics();
  const { log, lines } = catchLog();
  const upstream = createUpstream({
    clientId: 'client-1',
    clientSecret: 'client-secret-1',
    vendorEmail: 'vendor@vendor.example',
    tokenBody: 'json',
    connections: 32,
    deadlineMs: 8_000,
    maxResponseBytes: 10_000_000,
    clock: systemClock,
    log,
    metrics,
    ...options,
  });
  const gateway = createGateway({
    upstream,
    idKeys: [{ id: 1, secret: Buffer.alloc(32, 7) }],
    notation: defaultNotation,
    timeZone: 'America/Los_Angeles',
    maxFileBytes: replaced.maxFileBytes,
    linkSeconds: replaced.linkSeconds,
    ledgerWaitMs: replaced.ledgerWaitMs,
    ledgerStore: replaced.ledgerStore,
    parallelCalls: replaced.parallelCalls ?? 16,
    clock: systemClock,
    log,
    metrics,
  });
  const graphql = await createGraphQL({
    gateway: replaced.gateway?.(gateway) ?? gateway,
    verify: replaced.verify ?? verify,
    maxCalls: replaced.maxCalls ?? 200,
    introspection: replaced.introspection,
    persistedDocuments: replaced.persistedDocuments,
    uploads: replaced.uploads,
    compileAfter: replaced.compileAfter ?? (isFast ? 0 : undefined),
    log,
  });
  onTestFinished(async () => {
    await graphql.stop();
    await upstream.close();
  });
  const appOptions: AppOptions = {
    host: '127.0.0.1',
    allowedHosts: [],
    log,
    metrics,
    graphql: graphql.plugin,
    lane: replaced.lane?.(graphql.lane) ?? (isFast ? graphql.lane : undefined),
    ...(replaced.app ?? {}),
    sdl: graphql.sdl,
    isUnderWay: graphql.isUnderWay,
    files: { follow: gateway.followLink },
    health: { state: () => ({ tokenObtained: true, upstream: 'up' }) },
    bodyLimit: 1_048_576,
    ...(replaced.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: replaced.requestTimeoutMs }),
  };
  return { appOptions, lines, plans: graphql.plans };
}
