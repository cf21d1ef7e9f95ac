/**
 * Puts the admission gate in front of the server: a request that is not admitted gets a prebuilt 503 before Fastify, its body
 * or its token is looked at. Probes are always admitted.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { GRAPHQL_PATH } from '../platform/graphql-path.ts';
import { graphqlTypeFor, JSON_TYPE } from '../platform/media-type.ts';
import { isProbe } from '../platform/probes.ts';
import type { Arrivals } from './arrivals.ts';
import { createOriginHeaders, type OriginHeaders } from './cross-origin.ts';
import { graphqlErrorBody, plainErrorBody } from './http-fault.ts';
import { overloaded } from './load-shedding.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

export interface GuardOptions {
  readonly arrivals: Pick<Arrivals, 'enter'>;
  /** Origins whose pages may read responses (CORS). */
  readonly corsOrigins?: readonly string[] | undefined;
}

/** Must be called after all of the server's `request` listeners are attached. */
export function guardServer(server: Server, { arrivals, corsOrigins = [] }: GuardOptions): void {
  const originHeaders = createOriginHeaders(corsOrigins);
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!isProbe(request.url) && !arrivals.enter(response)) return reject(request, response, originHeaders);
    for (const listener of listeners) listener.call(server, request, response);
  });
}

const overloadFault = overloaded(1);
const bodies = { graphql: graphqlErrorBody(overloadFault), plain: plainErrorBody(overloadFault) } as const;
const fixedHeaders = Object.entries({ ...securityHeaders, ...overloadFault.headers }).flat();

function reject(request: IncomingMessage, response: ServerResponse, originHeaders: OriginHeaders): void {
  const { accept, origin } = request.headers;
  const [body, type] = isGraphql(request) ? [bodies.graphql, graphqlTypeFor(accept)] : [bodies.plain, JSON_TYPE];
  const headers = [
    ...fixedHeaders,
    ...Object.entries(originHeaders(origin)).flat(),
    'content-type',
    type,
    'content-length',
    String(Buffer.byteLength(body)),
    'x-request-id',
    requestIdOf(request),
  ];
  response.writeHead(overloadFault.status, headers);
  response.end(body);
}

function isGraphql({ url = '' }: IncomingMessage): boolean {
  return url === GRAPHQL_PATH || url.startsWith(`${GRAPHQL_PATH}?`);
}
