/**
 * The server's parts put together, without a port: hooks in the order in which a request meets them, then the routes.
 * Knows no GraphQL; the route for it comes as a plugin.
 */
import { type FastifyInstance, type FastifyPluginAsync, type FastifyPluginCallback, fastify } from 'fastify';
import { partyOf } from '../gateway/parties.ts';
import type { Log } from '../platform/log.ts';
import { countFromZero, type Metrics } from '../platform/metrics.ts';
import { createObserver, type Observer } from '../platform/observe.ts';
import type { Arrivals } from './arrivals.ts';
import { allowOrigins, refuseUnlistedPreflights } from './cross-origin.ts';
import { refuseEncodedBodies } from './encoded-bodies.ts';
import { createClientErrorHandler, createErrorHandler, type ErrorOptions, refuseUnknownRoutes } from './errors.ts';
import { createFastLane, type LaneApplication, putBefore } from './fast-lane.ts';
import { type FilesOptions, serveFiles } from './files.ts';
import { type HandOver, handBackBodies } from './hand-over.ts';
import { type HealthOptions, serveHealth } from './health.ts';
import { createHostCheck, type HostOptions, refuseUnknownHosts } from './host.ts';
import { takeJsonBodies } from './json-bodies.ts';
import { createLaneGuards } from './lane-guards.ts';
import { type LoadSheddingOptions, overloaded, shedLoad } from './load-shedding.ts';
import { type MetricsAccess, serveMetrics } from './metrics.ts';
import { type PlaygroundOptions, servePlayground } from './playground.ts';
import { limitRates, type RateLimitOptions } from './rate-limit.ts';
import { refusalParty } from './refusal.ts';
import { createRequestCounts, type RequestCounts } from './request-counts.ts';
import { requestIdOf } from './request-id.ts';
import { observeRequests, observeUnhooked } from './request-log.ts';
import { serveSdl } from './sdl.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppOptions extends HostOptions, HealthOptions, Pick<ErrorOptions, 'isUnderWay' | 'connections'> {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Where requests are told; one of log and metrics unless given. */
  readonly observer?: Observer | undefined;
  /** Who may read the metrics here; everybody unless told, nobody with null. */
  readonly metricsAccess?: MetricsAccess | null | undefined;
  /** Registers `/graphql`, for POST and GET. */
  readonly graphql: FastifyPluginAsync | FastifyPluginCallback;
  /** Serves ordinary requests for `/graphql` without Fastify; the ordinary way serves all where it is not given. */
  readonly lane?: LaneApplication | undefined;
  readonly playground?: PlaygroundOptions;
  /** The graph as SDL, where it is served. */
  readonly sdl?: string | undefined;
  /** Serves the links to files. */
  readonly files?: FilesOptions;
  /** Bytes that a body may have. */
  readonly bodyLimit: number;
  /** Milliseconds within which a request must have arrived in full; 12 s where it is not given. */
  readonly requestTimeoutMs?: number;
  /** Origins of foreign pages that may read answers; none where it is not given. */
  readonly corsOrigins?: readonly string[];
  /** Addresses of proxies that are believed when they name the caller's; none where it is not given. */
  readonly trustedProxies?: readonly string[];
  /** Probes are neither counted nor shed. Without limits, nothing is. */
  readonly rateLimit?: RateLimitOptions | undefined;
  readonly shedding?: LoadSheddingOptions | undefined;
  /** Asked for a place as a request's body is here; all have one where it is not given. */
  readonly arrivals?: Pick<Arrivals, 'settle'> | undefined;
}

const longestHeadersMs = 10_000;

export function createApp(options: AppOptions): FastifyInstance {
  const { requestTimeoutMs = 12_000, corsOrigins = [], trustedProxies = [] } = options;
  const observer = options.observer ?? createObserver(options);
  countFromZero(options.metrics.failures, everyFailure());
  const handleError = createErrorHandler(options);
  const app = fastify({
    logger: false,
    bodyLimit: options.bodyLimit,
    genReqId: requestIdOf,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestTimeout: requestTimeoutMs,
    // Node looks for late requests at this interval, and cuts none whose headers may take longer than the whole.
    http: { headersTimeout: Math.min(longestHeadersMs, requestTimeoutMs), connectionsCheckingInterval: 500 },
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler({ ...options, observer }),
    frameworkErrors: (error, request, reply) => {
      observeUnhooked(request, reply, observer);
      void reply.header('x-request-id', request.id).headers(securityHeaders);
      handleError(error, request, reply);
    },
  });

  app.setErrorHandler(handleError);
  app.removeContentTypeParser('text/plain');
  takeJsonBodies(app);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).headers(securityHeaders);
    done();
  });
  observeRequests(app, observer);
  const isKnownHost = createHostCheck(options);
  refuseUnknownHosts(app, isKnownHost);
  refuseUnlistedPreflights(app, '/graphql', corsOrigins);
  refuseUnknownRoutes(app);
  refuseEncodedBodies(app);
  if (options.arrivals !== undefined) settleArrivals(app, options.arrivals);

  serveHealth(app, options);
  if (options.metricsAccess !== null) serveMetrics(app, options.metrics, options.metricsAccess);
  const counts = createRequestCounts();
  const handOver: HandOver = new WeakMap();
  let isOverloaded = (): boolean => false;
  void app.register(async (scope) => {
    isOverloaded = await serveCallers(scope, options, corsOrigins, { counts, handOver, observer });
  });
  if (options.lane !== undefined) {
    const guards = createLaneGuards({
      app,
      log: options.log,
      observer,
      isKnownHost,
      isClosed: () => isOverloaded() || options.isDraining?.() === true,
      origins: corsOrigins,
      perMinute: options.rateLimit?.perMinute,
      counts,
      arrivals: options.arrivals,
    });
    handBackBodies(app, handOver);
    putBefore(app.server, createFastLane(options.lane, guards, handOver));
  }
  return app;
}

/** Refuses what finds no place once its body is read, before it is carried out. */
function settleArrivals(app: FastifyInstance, arrivals: Pick<Arrivals, 'settle'>): void {
  app.addHook('preValidation', (_request, { raw }, done) => {
    done(arrivals.settle(raw) ? undefined : overloaded(1));
  });
}

/** Of the server and of what it serves; what is wrong with a document alone is nobody's alarm. */
function everyFailure() {
  return Object.entries({ ...partyOf, ...refusalParty }).map(([code, fault]) => ({ code, fault }));
}

/** What the fast lane has too. */
interface Shared {
  readonly counts: RequestCounts;
  readonly handOver: HandOver;
  readonly observer: Observer;
}

/**
 * All that is not for probes, behind what keeps one caller from taking it from the others. Gives what tells whether requests
 * are turned away just now.
 */
async function serveCallers(
  app: FastifyInstance,
  options: AppOptions,
  origins: readonly string[],
  { counts, handOver, observer }: Shared,
): Promise<() => boolean> {
  const { files, graphql, playground, rateLimit, sdl, shedding } = options;
  await allowOrigins(app, origins);
  const isOverloaded = shedding === undefined ? () => false : await shedLoad(app, shedding);
  if (rateLimit !== undefined) await limitRates(app, rateLimit, counts, handOver);

  if (playground?.enabled) await servePlayground(app, playground);
  if (files !== undefined) serveFiles(app, files, observer);
  if (sdl !== undefined) serveSdl(app, sdl);
  void app.register(graphql);
  return isOverloaded;
}
