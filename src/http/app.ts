/**
 * The server's parts put together, without a port: hooks in the order in which a request meets them, then the routes.
 * Knows no GraphQL; the route for it comes as a plugin.
 */
import { type FastifyInstance, type FastifyPluginAsync, type FastifyPluginCallback, fastify } from 'fastify';
import type { Log } from '../platform/log.ts';
import { createClientErrorHandler, createErrorHandler, type ErrorOptions, refuseUnknownRoutes } from './errors.ts';
import { type FilesOptions, serveFiles } from './files.ts';
import { type HealthOptions, serveHealth } from './health.ts';
import { type HostOptions, refuseUnknownHosts } from './host.ts';
import { type PlaygroundOptions, servePlayground } from './playground.ts';
import { requestIdOf } from './request-id.ts';
import { logRequests } from './request-log.ts';
import { serveSdl } from './sdl.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppOptions extends HostOptions, HealthOptions, Pick<ErrorOptions, 'isUnderWay'> {
  readonly log: Log;
  /** Registers `/graphql`, for POST and GET. */
  readonly graphql: FastifyPluginAsync | FastifyPluginCallback;
  readonly playground?: PlaygroundOptions;
  /** The graph as SDL, where it is served. */
  readonly sdl?: string | undefined;
  /** Serves the links to files. */
  readonly files?: Omit<FilesOptions, 'log'>;
  /** Bytes that a body may have. */
  readonly bodyLimit: number;
  /** Milliseconds within which a request must have arrived in full; 30 s where it is not given. */
  readonly requestTimeoutMs?: number;
}

const longestHeadersMs = 10_000;

export function createApp(options: AppOptions): FastifyInstance {
  const { requestTimeoutMs = 30_000 } = options;
  const handleError = createErrorHandler(options);
  const app = fastify({
    logger: false,
    bodyLimit: options.bodyLimit,
    genReqId: requestIdOf,
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
  logRequests(app, options.log);
  refuseUnknownHosts(app, options);
  refuseUnknownRoutes(app);

  serveHealth(app, options);
  const { playground } = options;
  if (playground?.enabled) void app.register((scope) => servePlayground(scope, playground));
  if (options.files !== undefined) serveFiles(app, { log: options.log, ...options.files });
  if (options.sdl !== undefined) serveSdl(app, options.sdl);
  void app.register(options.graphql);
  return app;
}
