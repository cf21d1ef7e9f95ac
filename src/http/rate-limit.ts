/**
 * How many requests a caller may send in a minute. A caller is the verified subject of its token; without a good token it is
 * an address, of IPv6 the network of 64 bits. Nothing that a caller merely claims moves a request to another count.
 */
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

export interface RateLimitOptions {
  readonly perMinute: number;
  /** The subject of a token that verifies; rejects for any other. */
  readonly subjectOf: (token: string) => Promise<string>;
}

const WINDOW_MS = 60_000;
/** Callers whose counts are kept; beyond that, those that were seen longest ago are forgotten. */
const MOST_CALLERS = 50_000;

/** Counts every route that is registered after it, before its body is read. */
export async function limitRates(app: FastifyInstance, { perMinute, subjectOf }: RateLimitOptions): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    cache: MOST_CALLERS,
    enableDraftSpec: true,
    keyGenerator: (request) => callerKey(request, subjectOf),
    errorResponseBuilder: (_request, { ttl }) => tooMany(perMinute, ttl),
  });
}

async function callerKey(request: FastifyRequest, subjectOf: RateLimitOptions['subjectOf']): Promise<string> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const subject = token === undefined ? undefined : await subjectOf(token).catch(() => undefined);
  return subject === undefined ? `address ${normalizeIP(request.ip)}` : `subject ${subject}`;
}

function tooMany(perMinute: number, ttl: number): Refusal {
  const seconds = Math.ceil(ttl / 1000);
  return new Refusal(429, 'RATE_LIMITED', `More than ${perMinute} requests in a minute; go on in ${seconds} s.`);
}
