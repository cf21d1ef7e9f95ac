/**
 * How many requests a caller may send in a minute. A caller is the verified subject of its token; without a good token it is
 * an address, of IPv6 the network of 64 bits. Nothing that a caller merely claims moves a request to another count.
 */
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../platform/bearer.ts';
import type { HandOver } from './hand-over.ts';
import { Refusal } from './refusal.ts';
import { type Count, type RequestCounts, WINDOW_MS } from './request-counts.ts';

export interface RateLimitOptions {
  readonly perMinute: number;
  /** The subject of a token that verifies; rejects for any other. */
  readonly subjectOf: (token: string) => Promise<string>;
}

/** Counts every route that is registered after it, before its body is read; what the fast lane has counted, not again. */
export async function limitRates(
  app: FastifyInstance,
  { perMinute, subjectOf }: RateLimitOptions,
  counts: RequestCounts,
  handOver: HandOver,
): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    const { counted = [] } = handOver.get(request.raw) ?? {};
    for (let at = 0; at < counted.length; at += 2) void reply.header(counted[at] as string, counted[at + 1]);
    done();
  });
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    store: storeOver(counts),
    enableDraftSpec: true,
    allowList: (request) => handOver.has(request.raw),
    keyGenerator: (request) => callerKey(request, subjectOf),
    errorResponseBuilder: (_request, { ttl }) => tooMany(perMinute, ttl),
  });
}

async function callerKey(request: FastifyRequest, subjectOf: RateLimitOptions['subjectOf']): Promise<string> {
  const token = bearerTokenOf(request.headers.authorization);
  const subject = token === undefined ? undefined : await subjectOf(token).catch(() => undefined);
  return subject === undefined ? `address ${normalizeIP(request.ip)}` : subjectKey(subject);
}

export function subjectKey(subject: string): string {
  return `subject ${subject}`;
}

/** What tells a caller how much is left, as the plugin's headers do. */
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

/** The shape that the plugin takes a store in. */
function storeOver(counts: RequestCounts) {
  return class {
    incr(key: string, done: (error: Error | null, count: Count) => void): void {
      done(null, counts.add(key));
    }
    child(): this {
      return this;
    }
  };
}

function tooMany(perMinute: number, ttl: number): Refusal {
  const seconds = Math.ceil(ttl / 1000);
  return new Refusal(429, 'RATE_LIMITED', `More than ${perMinute} requests in a minute; retry in ${seconds} s.`);
}
