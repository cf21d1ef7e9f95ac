/**
 * Puts the gate in front of everything that a server does with a request: who is not let in is answered 503 from rows made
 * beforehand, before Fastify, the body and the token are looked at. Probes always come in.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { graphqlTypeFor, JSON_TYPE } from '../platform/media-type.ts';
import { isProbe } from '../platform/probes.ts';
import type { Arrivals } from './arrivals.ts';
import { readableBy } from './cross-origin.ts';
import { overloaded } from './load-shedding.ts';
import { graphqlErrorBody, plainErrorBody } from './refusal.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

export interface GuardOptions {
  readonly arrivals: Pick<Arrivals, 'enter'>;
  /** Origins of foreign pages that may read answers. */
  readonly corsOrigins?: readonly string[] | undefined;
}

/** To be called when all that listens to the server's requests is there. */
export function guardServer(server: Server, { arrivals, corsOrigins = [] }: GuardOptions): void {
  const inside = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!isProbe(request.url) && !arrivals.enter(response)) return refuse(request, response, corsOrigins);
    for (const listener of inside) listener.call(server, request, response);
  });
}

const refusal = overloaded(1);
const bodies = { graphql: graphqlErrorBody(refusal), plain: plainErrorBody(refusal) } as const;
const fixed = Object.entries({ ...securityHeaders, ...refusal.headers }).flat();

function refuse(request: IncomingMessage, response: ServerResponse, corsOrigins: readonly string[]): void {
  const { accept, origin } = request.headers;
  const [body, type] = isGraphql(request) ? [bodies.graphql, graphqlTypeFor(accept)] : [bodies.plain, JSON_TYPE];
  const headers = [
    ...fixed,
    'content-type',
    type,
    'content-length',
    String(Buffer.byteLength(body)),
    'x-request-id',
    requestIdOf(request),
  ];
  if (origin !== undefined && corsOrigins.includes(origin)) headers.push(...readableBy(origin));
  response.writeHead(refusal.status, headers);
  response.end(body);
}

function isGraphql({ url = '' }: IncomingMessage): boolean {
  return url === '/graphql' || url.startsWith('/graphql?');
}
