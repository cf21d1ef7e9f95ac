/**
 * Which foreign pages may read answers (CORS): none, unless their exact origin is listed. Callers carry bearer tokens, so
 * cookies and other credentials of a browser are never asked for.
 */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

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
