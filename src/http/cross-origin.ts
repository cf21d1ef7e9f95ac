/**
 * CORS: pages of another origin may read responses only if that exact origin is listed. Callers send bearer tokens, so cookies
 * and other browser credentials are not allowed.
 */
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isProbe } from '../platform/web/probes.ts';
import { HttpFault } from './http-fault.ts';

const PREFLIGHT_SECONDS = 600;

/** Request headers that a page may send, beyond the CORS-safelisted ones. */
const allowedHeaders = [
  'authorization',
  'content-type',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-cost',
  'x-request-id',
  'traceparent',
  'tracestate',
  // Apollo clients that have a name send the first two of these, Sentry's browser SDK sends the other two with its traces.
  'apollographql-client-name',
  'apollographql-client-version',
  'sentry-trace',
  'baggage',
];
/** Response headers that a page may read, beyond the CORS-safelisted ones. */
const exposedHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'x-request-id'];

export type CorsHeaders = Readonly<Record<string, string>>;

/** The CORS headers of a response to a request with this Origin header; one object per listed origin, one for all others. */
export type OriginHeaders = (origin: string | undefined) => CorsHeaders;

export function createOriginHeaders(origins: readonly string[]): OriginHeaders {
  if (origins.length === 0) return () => noHeaders;
  const listed = new Map<string | undefined, CorsHeaders>(
    origins.map((origin) => [origin, { ...vary, 'access-control-allow-origin': origin, ...exposed }]),
  );
  return (origin) => listed.get(origin) ?? unlisted;
}

const noHeaders = {};
const vary = { vary: 'Origin' };
const exposed = { 'access-control-expose-headers': exposedHeaders.join(', ') };
const unlisted = { ...vary, ...exposed };

/**
 * Called before anything can reject the request, so that a page can read rejections, too. Leaves out probes, which no page
 * needs, and preflights, whose responses only the browser reads; @fastify/cors sets the headers of those.
 */
export function setOriginHeaders(request: FastifyRequest, reply: FastifyReply, originHeaders: OriginHeaders): void {
  if (!isProbe(request.routeOptions.url) && !isPreflight(request))
    void reply.headers(originHeaders(request.headers.origin));
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/**
 * Rejects preflight requests for the graph from an origin that is not listed. The response names the setting to change; without
 * it, a browser only reports a missing header.
 */
export function rejectUnlistedPreflights(app: FastifyInstance, path: string, origins: readonly string[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers;
    const isUnlisted = origin !== undefined && !origins.includes(origin);
    if (!isUnlisted || !isPreflight(request) || request.url.split('?', 1)[0] !== path) done();
    else done(new HttpFault(405, 'METHOD_NOT_ALLOWED', unlistedMessage, { headers: { allow: 'GET, POST' } }));
  });
}

const unlistedMessage =
  'Pages from this origin may not call the gateway; its operator can allow the origin in CORS_ORIGINS.';

/** Must have a scope of its own: the responses of other routes already have their headers. */
export async function answerPreflights(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders,
    exposedHeaders,
    credentials: false,
    maxAge: PREFLIGHT_SECONDS,
  });
}
