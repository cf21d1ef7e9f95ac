/**
 * CORS: pages of another origin may read responses only if that exact origin is listed. Callers send bearer tokens, so cookies
 * and other browser credentials are not allowed.
 */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { HttpFault } from './http-fault.ts';

const PREFLIGHT_SECONDS = 600;

const noHeaders: readonly string[] = [];

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

// The headers of a response, as @fastify/cors sets them: alternating names and values.
const vary = ['vary', 'Origin'];
const exposed = ['access-control-expose-headers', exposedHeaders.join(', ')];
const allowing = (origin: string) => ['access-control-allow-origin', origin];

/**
 * The headers of a response to a page of this origin, in the order of @fastify/cors; the same list each time. Null for an origin
 * that is not listed.
 */
export function createOriginHeaders(
  origins: readonly string[],
): (origin: string | undefined) => readonly string[] | null {
  if (origins.length === 0) return () => noHeaders;
  const listed = new Map<string | undefined, readonly string[]>(
    origins.map((origin) => [origin, [...vary, ...allowing(origin), ...exposed]]),
  );
  listed.set(undefined, [...vary, ...exposed]);
  return (origin) => listed.get(origin) ?? null;
}

/**
 * Rejects preflight requests for the graph from an origin that is not listed. The response names the setting to change; without
 * it, a browser only reports a missing header.
 */
export function rejectUnlistedPreflights(app: FastifyInstance, path: string, origins: readonly string[]): void {
  app.addHook('onRequest', ({ method, url, headers }, _reply, done) => {
    const { origin } = headers;
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (!isPreflight || origin === undefined || origins.includes(origin) || url.split('?', 1)[0] !== path) done();
    else done(new HttpFault(405, 'METHOD_NOT_ALLOWED', unlistedMessage, { headers: { allow: 'GET, POST' } }));
  });
}

const unlistedMessage =
  'Pages from this origin may not call the gateway; its operator can allow the origin in CORS_ORIGINS.';

export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
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

/** The headers that let a page of a listed origin read a response that Fastify never sees. */
export function corsHeadersFor(origin: string): string[] {
  return [...allowing(origin), ...exposed, ...vary];
}
