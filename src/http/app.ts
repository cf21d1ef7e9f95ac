/**
 * Assembles the server, without a port: hooks in the order in which a request passes them, then the routes. Knows no GraphQL;
 * its route comes as a plugin.
 */
import {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { faults } from '../platform/fault.ts';
import type { Log } from '../platform/observing/log.ts';
import { countFromZero, type Metrics } from '../platform/observing/metrics.ts';
import { createObserver, type Observer } from '../platform/observing/observe.ts';
import { GRAPHQL_PATH } from '../platform/web/graphql-path.ts';
import { createHostCheck, type HostOptions } from '../platform/web/host.ts';
import { discardRest, isArriving } from '../platform/web/rest-of-request.ts';
import type { Arrivals } from './arrivals.ts';
import { type ConcurrentRequests, limitConcurrentRequests } from './concurrent-requests.ts';
import { answerPreflights, createOriginHeaders, rejectUnlistedPreflights, setOriginHeaders } from './cross-origin.ts';
import { rejectEncodedBodies } from './encoded-bodies.ts';
import { createClientErrorHandler, createErrorHandler, type ErrorOptions, rejectUnknownRoutes } from './errors.ts';
import { createFastLane, type LaneApplication, prependLane } from './fast-lane.ts';
import { type FilesOptions, serveFiles } from './files.ts';
import { type HandOver, passOnBodies } from './hand-over.ts';
import { type HealthOptions, serveHealth } from './health.ts';
import { rejectUnknownHosts } from './host.ts';
import { parseJsonBodies } from './json-bodies.ts';
import { createLaneGuards } from './lane-guards.ts';
import { type LoadSheddingOptions, overloaded, shedLoad } from './load-shedding.ts';
import { type MetricsAccess, serveMetrics } from './metrics.ts';
import { type PlaygroundOptions, servePlayground } from './playground.ts';
import { limitRates, type RateLimitOptions } from './rate-limit.ts';
import { createRequestCounts, type RequestCounts } from './request-counts.ts';
import { requestIdOf } from './request-id.ts';
import { observeRequests, observeUnhooked } from './request-log.ts';
import { serveSdl } from './sdl.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppOptions extends HostOptions, HealthOptions, Pick<ErrorOptions, 'isUploading' | 'connections'> {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Records requests; writes to `log` and `metrics` by default. */
  readonly observer?: Observer | undefined;
  /** Who may read the metrics on this port: everyone if undefined, nobody if null. */
  readonly metricsAccess?: MetricsAccess | null | undefined;
  /** Registers `/graphql` for POST and GET. */
  readonly graphql: FastifyPluginAsync | FastifyPluginCallback;
  /** Serves typical requests for `/graphql` without Fastify; without it, all of them take the regular path. */
  readonly lane?: LaneApplication | undefined;
  readonly playground?: PlaygroundOptions;
  /** The graph as SDL; not served if undefined. */
  readonly sdl?: string | undefined;
  /** Serves file links. */
  readonly files?: FilesOptions;
  /** Maximum size of a body in bytes. */
  readonly bodyLimit: number;
  /** Milliseconds within which a whole request must arrive. */
  readonly requestTimeoutMs: number;
  /** Origins whose pages may read responses (CORS); none by default. */
  readonly corsOrigins?: readonly string[];
  /** Addresses of proxies that are trusted to report the client's address; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Rate limit and load shedding; probes are exempt from both. Each is off if undefined. */
  readonly rateLimit?: RateLimitOptions | undefined;
  readonly shedding?: LoadSheddingOptions | undefined;
  /** Assigns a slot to a request whose body has arrived; without it, every request has one. */
  readonly arrivals?: Pick<Arrivals, 'claimSlot' | 'isCrowdedBy'> | undefined;
}

const MAX_HEADERS_MS = 10_000;

export function createApp(options: AppOptions): FastifyInstance {
  const { requestTimeoutMs, corsOrigins = [], trustedProxies = [] } = options;
  const observer = options.observer ?? createObserver(options);
  const failures = Object.entries(faults).map(([code, { party }]) => ({ code, fault: party }));
  countFromZero(options.metrics.failures, failures);
  const handleError = createErrorHandler(options);
  const originHeaders = createOriginHeaders(corsOrigins);
  const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.header('x-request-id', request.id).headers(securityHeaders);
    setOriginHeaders(request, reply, originHeaders);
  };
  const app = fastify({
    logger: false,
    bodyLimit: options.bodyLimit,
    genReqId: requestIdOf,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestTimeout: requestTimeoutMs,
    // Node checks for late requests at this interval, and only if headersTimeout is no longer than requestTimeout.
    http: { headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeoutMs), connectionsCheckingInterval: 500 },
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler({ ...options, observer, originHeaders }),
    frameworkErrors: (error, request, reply) => {
      observeUnhooked(request, reply, observer);
      setCommonHeaders(request, reply);
      handleError(error, request, reply);
    },
  });

  app.setErrorHandler(handleError);
  app.removeContentTypeParser('text/plain');
  parseJsonBodies(app);
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    done();
  });
  observeRequests(app, observer);
  const isKnownHost = createHostCheck(options);
  rejectUnknownHosts(app, isKnownHost);
  rejectUnlistedPreflights(app, GRAPHQL_PATH, corsOrigins);
  rejectUnknownRoutes(app);
  rejectEncodedBodies(app);
  if (options.arrivals !== undefined) requireSlots(app, options.arrivals);
  letRequestsArrive(app, options);

  serveHealth(app, options);
  if (options.metricsAccess !== null) serveMetrics(app, options.metrics, options.metricsAccess);
  void app.register((scope) => answerPreflights(scope, corsOrigins));
  const counts = createRequestCounts();
  const maxConcurrent = options.rateLimit?.maxConcurrent ?? Number.POSITIVE_INFINITY;
  const concurrent = limitConcurrentRequests(maxConcurrent, options.arrivals?.isCrowdedBy);
  const handOver: HandOver = new WeakMap();
  let isOverloaded = (): boolean => false;
  void app.register(async (scope) => {
    isOverloaded = await serveCallers(scope, options, { counts, concurrent, handOver, observer });
  });
  if (options.lane !== undefined) {
    const guards = createLaneGuards({
      app,
      log: options.log,
      observer,
      isKnownHost,
      isClosed: () => isOverloaded() || options.isDraining?.() === true,
      originHeaders,
      perMinute: options.rateLimit?.perMinute,
      counts,
      concurrent,
      arrivals: options.arrivals,
    });
    passOnBodies(app, handOver);
    prependLane(app.server, createFastLane(options.lane, guards, handOver));
  }
  return app;
}

/** Rejects a request that gets no slot once its body is read, before it is executed. */
function requireSlots(app: FastifyInstance, arrivals: Pick<Arrivals, 'claimSlot'>): void {
  app.addHook('preValidation', (_request, { raw }, done) => {
    done(arrivals.claimSlot(raw) ? undefined : overloaded(1));
  });
}

/**
 * Holds back a response after which the connection is closed until its request has arrived. File uploads do so themselves, since
 * their bodies must be released first.
 */
function letRequestsArrive(
  app: FastifyInstance,
  { isUploading = () => false }: Pick<ErrorOptions, 'isUploading'>,
): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (reply.raw.shouldKeepAlive || !isArriving(raw) || isUploading(raw.socket)) done();
    else void discardRest(raw).then(() => done());
  });
}

/** State shared with the fast lane. */
interface Shared {
  readonly counts: RequestCounts;
  readonly concurrent: ConcurrentRequests;
  readonly handOver: HandOver;
  readonly observer: Observer;
}

/**
 * All routes except probes, behind the guards that keep one caller from starving the others. Resolves with a function that
 * tells whether requests are being shed.
 */
async function serveCallers(
  app: FastifyInstance,
  options: AppOptions,
  { counts, concurrent, handOver, observer }: Shared,
): Promise<() => boolean> {
  const { files, graphql, playground, rateLimit, sdl, shedding } = options;
  const isOverloaded = shedding === undefined ? () => false : await shedLoad(app, shedding);
  if (rateLimit !== undefined) await limitRates(app, rateLimit, counts, concurrent, handOver);

  if (playground?.enabled) await servePlayground(app, playground);
  if (files !== undefined) serveFiles(app, files, observer);
  if (sdl !== undefined) serveSdl(app, sdl);
  void app.register(graphql);
  return isOverloaded;
}
