/** The server without a port: its routes, and Node's limits on the duration of a request. It knows no GraphQL. */
import type { Server } from 'node:http';
import { faults } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { createRequestLogger, type RequestLogger } from '@realty-forms/platform/observability/request-log.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { createOriginHeaders } from '../middleware/cors.ts';
import { createMiddleware, handleRequest, type MiddlewareOptions } from '../middleware/middleware.ts';
import type { Route } from '../middleware/routing.ts';
import { playgroundRoutes } from '../playground/playground.ts';
import { RequestContext } from '../request-context.ts';
import { calendarRoute } from '../routes/calendar.ts';
import { type DevelopmentSignIn, developmentRoute } from '../routes/development.ts';
import { exportRoute } from '../routes/export.ts';
import { filesRoute } from '../routes/files.ts';
import { type GraphQLRoute, graphqlRoute, sdlRoute } from '../routes/graphql.ts';
import { createStreams, type StreamLimits } from '../streams/streams.ts';
import { createClientErrorHandler } from './client-errors.ts';
import type { Connections } from './connections.ts';
import { type HealthOptions, healthRoutes, type MetricsAccess, metricsRoute } from './monitoring.ts';
import { createServer } from './node-server.ts';

export interface AppOptions extends Omit<MiddlewareOptions, 'routes' | 'requestLogger'>, HealthOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Records requests; writes to `log` and `metrics` by default. */
  readonly requestLogger?: RequestLogger | undefined;
  /** The pending responses of each connection; none by default. */
  readonly connections?: Connections | undefined;
  /** Who may read the metrics on this port; null if it does not serve them. */
  readonly metricsAccess: MetricsAccess | null;
  readonly graphql: GraphQLRoute;
  /** The limits of streams of changes. */
  readonly streams: StreamLimits;
  /** Whether the server has stopped accepting connections. */
  readonly isClosing?: () => boolean;
  /** Whether GraphiQL is served. */
  readonly hasPlayground?: boolean;
  /** Issues the tokens of the development callers for pages, GraphiQL included; undefined if pages get none. */
  readonly developmentCallers?: (() => Promise<readonly DevelopmentSignIn[]>) | undefined;
  /** What is served besides the graph: file links, calendar links, exports. */
  readonly gateway?: Partial<Pick<Gateway, 'followLink' | 'calendars' | 'exportTransactions'>>;
  /** Maximum size of a body in bytes. */
  readonly bodyLimit: number;
  /** Milliseconds within which a whole request must arrive, except an uploaded file. */
  readonly requestTimeoutMs?: number;
}

const REQUEST_TIMEOUT_MS = 12_000;
const MAX_HEADERS_MS = 10_000;
/** Longer than proxies keep their idle connections, so that the proxies close them. */
const KEEP_ALIVE_MS = 72_000;

export function createApp(options: AppOptions): Server {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, connections, graphql, log } = options;
  const requestLogger = options.requestLogger ?? createRequestLogger(options);
  const failures = Object.entries(faults).map(([code, { atFault }]) => ({ code, fault: atFault }));
  // Counts all codes except those of invalid documents, which need no alerts.
  countFromZero(options.metrics.failures, failures);
  const originHeaders = createOriginHeaders(options.corsOrigins ?? []);
  const contextOptions = { originHeaders, log };
  const middleware = createMiddleware({ ...options, requestLogger, routes: routesOf(options) });
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      // Node checks for late requests at this interval, and only if headersTimeout is no longer than requestTimeout.
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeoutMs),
      connectionsCheckingInterval: 500,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => handleRequest(new RequestContext(request, response, contextOptions), middleware),
  );
  const isUploading = graphql.uploads?.isUploading;
  server.on('clientError', createClientErrorHandler({ requestLogger, originHeaders, isUploading, connections }));
  return server;
}

function routesOf(options: AppOptions): readonly Route[] {
  const {
    bodyLimit,
    developmentCallers,
    gateway = {},
    graphql,
    metrics,
    metricsAccess,
    hasPlayground = false,
  } = options;
  const { calendars, exportTransactions, followLink } = gateway;
  return [
    graphqlRoute(graphql, {
      bodyLimit,
      streams: createStreams({ ...options, ...options.streams }),
      hasPlayground,
    }),
    ...healthRoutes(options),
    ...(metricsAccess === null ? [] : [metricsRoute(metrics, metricsAccess)]),
    ...(hasPlayground ? playgroundRoutes(developmentCallers) : []),
    ...(developmentCallers === undefined ? [] : [developmentRoute(developmentCallers)]),
    ...(followLink === undefined ? [] : [filesRoute(followLink)]),
    ...(calendars === undefined ? [] : [calendarRoute(calendars)]),
    ...(exportTransactions === undefined ? [] : [exportRoute(exportTransactions)]),
    ...(graphql.sdl === undefined ? [] : [sdlRoute(graphql.sdl)]),
  ];
}
