/**
 * Limits each caller's requests per minute, and its concurrent ones. A caller is the verified subject of its token; without a
 * valid token it is an address, for IPv6 the /64 network. Nothing that a caller merely claims affects which count a request goes to.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../platform/web/bearer.ts';
import { addressKey } from './client-address.ts';
import type { ConcurrentRequests } from './concurrent-requests.ts';
import type { HandOver } from './hand-over.ts';
import { HttpFault } from './http-fault.ts';
import { overloaded } from './load-shedding.ts';
import { type Count, type RequestCounts, WINDOW_MS } from './request-counts.ts';

export interface RateLimitOptions {
  readonly perMinute: number;
  /** Maximum number of concurrent requests; unlimited by default. */
  readonly maxConcurrent?: number | undefined;
  /** Resolves with the subject of a valid token; rejects for any other. */
  readonly subjectOf: (token: string) => Promise<string>;
}

/** Counts every route that is registered after it, before its body is read, but not requests that the fast lane has counted. */
export async function limitRates(
  app: FastifyInstance,
  { perMinute, maxConcurrent, subjectOf }: RateLimitOptions,
  counts: RequestCounts,
  concurrent: ConcurrentRequests,
  handOver: HandOver,
): Promise<void> {
  app.decorateRequest('callerKey', '');
  app.addHook('onRequest', (request, reply, done) => {
    const { rateLimitHeaders = [] } = handOver.get(request.raw) ?? {};
    for (let at = 0; at < rateLimitHeaders.length; at += 2)
      void reply.header(rateLimitHeaders[at] as string, rateLimitHeaders[at + 1]);
    done();
  });
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    store: createStore(counts),
    enableDraftSpec: true,
    allowList: (request) => handOver.has(request.raw),
    keyGenerator: async (request) => {
      request.callerKey = await callerKey(request, subjectOf);
      return request.callerKey;
    },
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(perMinute, ttl),
  });
  // The plugin's own hook, which runs for each route, comes after all hooks for `onRequest`; no body has been read yet.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const refusal = handOver.has(request.raw) ? null : concurrent.begin(request.callerKey, reply.raw);
    if (refusal === null) done();
    else done(refusal === 'maximum' ? tooManyConcurrent(maxConcurrent) : overloaded(1));
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request is counted for. */
    callerKey: string;
  }
}

async function callerKey(request: FastifyRequest, subjectOf: RateLimitOptions['subjectOf']): Promise<string> {
  const token = bearerTokenOf(request.headers.authorization);
  const subject = token === undefined ? undefined : await subjectOf(token).catch(() => undefined);
  return subject === undefined ? networkKey(request) : subjectKey(subject);
}

/** A client that has already disconnected has no address, whatever Fastify's type says; all such clients share one count. */
function networkKey({ ip }: { readonly ip: string | undefined }): string {
  return ip === undefined ? 'no address' : `address ${addressKey(ip)}`;
}

export function subjectKey(subject: string): string {
  return `subject ${subject}`;
}

/** The rate-limit headers, the same as the plugin's. */
export function rateHeaders(perMinute: number, { current, ttl }: Count): readonly string[] {
  const remaining = Math.max(0, perMinute - current);
  return [
    'ratelimit-limit',
    String(perMinute),
    'ratelimit-remaining',
    String(remaining),
    'ratelimit-reset',
    String(Math.ceil(ttl / 1000)),
  ];
}

/** The plugin's store interface. */
function createStore(counts: RequestCounts) {
  return class {
    incr(key: string, done: (error: Error | null, count: Count) => void): void {
      done(null, counts.add(key));
    }
    child(): this {
      return this;
    }
  };
}

function tooManyRequests(perMinute: number, ttl: number): HttpFault {
  const seconds = Math.ceil(ttl / 1000);
  return new HttpFault(429, 'RATE_LIMITED', `More than ${perMinute} requests in a minute; retry in ${seconds} s.`);
}

function tooManyConcurrent(max: number | undefined): HttpFault {
  const message = `More than ${max} concurrent requests of one caller; wait for some of them to end.`;
  return new HttpFault(429, 'RATE_LIMITED', message, { headers: { 'retry-after': '1' } });
}
