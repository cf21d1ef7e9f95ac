/**
 * Puts the admission gate in front of the server: a request that is not admitted gets a prebuilt 503 before Fastify, its body
 * or its token is looked at. Probes are always admitted.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { GRAPHQL_PATH } from '../platform/web/graphql-path.ts';
import { graphqlTypeFor, JSON_TYPE } from '../platform/web/media-type.ts';
import { isProbe } from '../platform/web/probes.ts';
import { discardRest, isArriving } from '../platform/web/rest-of-request.ts';
import type { Arrivals } from './arrivals.ts';
import { createOriginHeaders, type OriginHeaders } from './cross-origin.ts';
import { graphqlErrorBody, HttpFault, plainErrorBody } from './http-fault.ts';
import { overloaded } from './load-shedding.ts';
import type { ProxyClients } from './proxy-clients.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

export interface GuardOptions {
  /** Without it, every request is admitted. */
  readonly arrivals?: Pick<Arrivals, 'enter'> | undefined;
  /** Without it, no client is behind a trusted proxy. */
  readonly proxyClients?: ProxyClients | undefined;
  /** Origins whose pages may read responses (CORS). */
  readonly corsOrigins?: readonly string[] | undefined;
}

/** Must be called after all of the server's `request` listeners are attached. */
export function guardServer(server: Server, { arrivals, proxyClients, corsOrigins = [] }: GuardOptions): void {
  if (arrivals === undefined && proxyClients === undefined) return;
  const originHeaders = createOriginHeaders(corsOrigins);
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!isProbe(request.url)) {
      if (proxyClients?.enter(request, response) === false) return reject(crowded, request, response, originHeaders);
      if (arrivals?.enter(response) === false) return reject(full, request, response, originHeaders);
    }
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** A response that is built once. */
interface Rejection {
  readonly status: number;
  readonly graphqlBody: string;
  readonly plainBody: string;
  readonly headers: readonly string[];
}

function prebuilt(fault: HttpFault): Rejection {
  return {
    status: fault.status,
    graphqlBody: graphqlErrorBody(fault),
    plainBody: plainErrorBody(fault),
    headers: Object.entries({ ...securityHeaders, ...fault.headers }).flat(),
  };
}

const full = prebuilt(overloaded(1));
const crowded = prebuilt(
  new HttpFault(429, 'RATE_LIMITED', 'Too many requests of your address are in progress. Wait for one of them.', {
    headers: { 'retry-after': '1' },
  }),
);

function reject(
  rejection: Rejection,
  request: IncomingMessage,
  response: ServerResponse,
  originHeaders: OriginHeaders,
): void {
  const { accept, origin } = request.headers;
  const [body, type] = isGraphql(request)
    ? [rejection.graphqlBody, graphqlTypeFor(accept)]
    : [rejection.plainBody, JSON_TYPE];
  const headers = [
    ...rejection.headers,
    ...Object.entries(originHeaders(origin)).flat(),
    'content-type',
    type,
    'content-length',
    String(Buffer.byteLength(body)),
    'x-request-id',
    requestIdOf(request),
  ];
  const send = (): void => {
    if (response.destroyed) return;
    response.writeHead(rejection.status, headers);
    response.end(body);
  };
  // A connection that is kept alive stays open while the client sends the rest.
  if (response.shouldKeepAlive || !isArriving(request)) send();
  else void discardRest(request).then(send);
}

function isGraphql({ url = '' }: IncomingMessage): boolean {
  return url === GRAPHQL_PATH || url.startsWith(`${GRAPHQL_PATH}?`);
}
