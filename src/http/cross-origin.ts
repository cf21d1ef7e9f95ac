/**
 * Which foreign pages may read answers (CORS): none, unless their exact origin is listed. Callers carry bearer tokens, so
 * cookies and other credentials of a browser are never asked for.
 */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

const PREFLIGHT_SECONDS = 600;

const none: readonly string[] = [];

/** What a page may send, besides what every page may. */
const allowedHeaders = [
  'authorization',
  'content-type',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-cost',
  'x-request-id',
  'traceparent',
  'tracestate',
  // Apollo's clients send these two where they have a name, Sentry's browser SDK those two with its traces.
  'apollographql-client-name',
  'apollographql-client-version',
  'sentry-trace',
  'baggage',
];
/** What a page may read, besides what every page may. */
const exposedHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'x-request-id'];

/**
 * The headers that an answer to a page of this origin carries, as @fastify/cors sets them: name, value, name, value; the same
 * list each time. Null for an origin that is not listed.
 */
export function createOriginHeaders(
  origins: readonly string[],
): (origin: string | undefined) => readonly string[] | null {
  if (origins.length === 0) return () => none;
  const exposed = ['access-control-expose-headers', exposedHeaders.join(', ')];
  const listed = new Map<string | undefined, readonly string[]>(
    origins.map((origin) => [origin, ['vary', 'Origin', 'access-control-allow-origin', origin, ...exposed]]),
  );
  listed.set(undefined, ['vary', 'Origin', ...exposed]);
  return (origin) => listed.get(origin) ?? null;
}

/**
 * Refuses what a browser asks before it lets a page call the graph, where the page's origin is not listed. Whoever looks at the
 * answer is then told which setting it is about; without it, a browser says only that a header is missing.
 */
export function refuseUnlistedPreflights(app: FastifyInstance, path: string, origins: readonly string[]): void {
  app.addHook('onRequest', ({ method, url, headers }, _reply, done) => {
    const { origin } = headers;
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (!isPreflight || origin === undefined || origins.includes(origin) || url.split('?', 1)[0] !== path) done();
    else done(new Refusal(405, 'METHOD_NOT_ALLOWED', unlisted, { allow: 'GET, POST' }));
  });
}

const unlisted = 'Pages of this origin may not call the gateway: its operator lists those that may in CORS_ORIGINS.';

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

/** The headers, name after value, that let a page of a listed origin read an answer which Fastify never sees. */
export function readableBy(origin: string): string[] {
  return [
    'access-control-allow-origin',
    origin,
    'access-control-expose-headers',
    exposedHeaders.join(', '),
    'vary',
    'Origin',
  ];
}
