/**
 * The server's parts put together, without a port: hooks in the order in which a request meets them, then the routes.
 * Knows no GraphQL; the route for it comes as a plugin.
 */
import { type FastifyInstance, type FastifyPluginAsync, type FastifyPluginCallback, fastify } from 'fastify';
import { type Log, withoutRedaction } from '../platform/log.ts';
import { allowOrigins } from './cross-origin.ts';
import { refuseEncodedBodies } from './encoded-bodies.ts';
import { createClientErrorHandler, createErrorHandler, type ErrorOptions, refuseUnknownRoutes } from './errors.ts';
import { createFastLane, type KeptBodies, type LaneApplication, putBefore } from './fast-lane.ts';
import { type FilesOptions, serveFiles } from './files.ts';
import { type HealthOptions, serveHealth } from './health.ts';
import { createHostCheck, type HostOptions, refuseUnknownHosts } from './host.ts';
import { createLaneGuards, handBackBodies } from './lane-guards.ts';
import { type LoadSheddingOptions, shedLoad } from './load-shedding.ts';
import { type PlaygroundOptions, servePlayground } from './playground.ts';
import { limitRates, type RateLimitOptions } from './rate-limit.ts';
import { createRequestCounts, type RequestCounts } from './request-counts.ts';
import { requestIdOf } from './request-id.ts';
import { logRequests } from './request-log.ts';
import { serveSdl } from './sdl.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppOptions extends HostOptions, HealthOptions, Pick<ErrorOptions, 'isUnderWay'> {
  readonly log: Log;
  /** Registers `/graphql`, for POST and GET. */
  readonly graphql: FastifyPluginAsync | FastifyPluginCallback;
  /** Serves ordinary requests for `/graphql` without Fastify; the ordinary way serves all where it is not given. */
  readonly lane?: LaneApplication | undefined;
  readonly playground?: PlaygroundOptions;
  /** The graph as SDL, where it is served. */
  readonly sdl?: string | undefined;
  /** Serves the links to files. */
  readonly files?: Omit<FilesOptions, 'log'>;
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
}

const longestHeadersMs = 10_000;

export function createApp(options: AppOptions): FastifyInstance {
  const { requestTimeoutMs = 12_000, corsOrigins = [], trustedProxies = [] } = options;
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
    clientErrorHandler: createClientErrorHandler(options),
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id).headers(securityHeaders);
      handleError(error, request, reply);
    },
  });

  app.setErrorHandler(handleError);
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).headers(securityHeaders);
    done();
  });
  const requestLog = withoutRedaction(options.log);
  logRequests(app, requestLog);
  const isKnownHost = createHostCheck(options);
  refuseUnknownHosts(app, isKnownHost);
  refuseUnknownRoutes(app);
  refuseEncodedBodies(app);

  serveHealth(app, options);
  const counts = createRequestCounts();
  let isOverloaded = (): boolean => false;
  void app.register(async (scope) => {
    isOverloaded = await serveCallers(scope, options, corsOrigins, counts);
  });
  if (options.lane !== undefined) {
    const kept: KeptBodies = new WeakMap();
    const guards = createLaneGuards({
      app,
      log: options.log,
      requestLog,
      isKnownHost,
      isOverloaded: () => isOverloaded(),
      origins: corsOrigins,
      perMinute: options.rateLimit?.perMinute,
      counts,
    });
    handBackBodies(app, kept);
    putBefore(app.server, createFastLane(options.lane, guards, kept));
  }
  return app;
}

/**
 * All that is not for probes, behind what keeps one caller from taking it from the others. Gives what tells whether requests
 * are turned away just now.
 */
async function serveCallers(
  app: FastifyInstance,
  options: AppOptions,
  origins: readonly string[],
  counts: RequestCounts,
): Promise<() => boolean> {
  const { files, graphql, log, playground, rateLimit, sdl, shedding } = options;
  await allowOrigins(app, origins);
  const isOverloaded = shedding === undefined ? () => false : await shedLoad(app, shedding);
  if (rateLimit !== undefined) await limitRates(app, rateLimit, counts);

  if (playground?.enabled) await servePlayground(app, playground);
  if (files !== undefined) serveFiles(app, { log, ...files });
  if (sdl !== undefined) serveSdl(app, sdl);
  void app.register(graphql);
  return isOverloaded;
}
