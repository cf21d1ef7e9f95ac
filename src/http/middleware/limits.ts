/**
 * Limits that keep one caller from starving the others: whether there is room for another request, how many requests one caller
 * sends in a minute, and how many it has in flight. None of them applies to probes.
 */
import { HttpFault } from '../http-fault.ts';
import type { Admission } from './admission.ts';
import type { Middleware } from './middleware.ts';
import type { UsageOf } from './usage.ts';

const full = new HttpFault('OVERLOADED', 'The server is overloaded. Try again in a moment.');

/** If the token is new, the request counts for its address until the token is verified. */
export function admit(admission: Admission, usageOf: UsageOf): Middleware {
  return (context) => {
    if (context.isProbe) return null;
    const usage = usageOf(context);
    if (!admission.enter(usage)) return full;
    context.holdAdmission(usage, admission);
    return null;
  };
}

export interface CallerLimits {
  /** Requests in a minute; unlimited by default. */
  readonly perMinute?: number | undefined;
  /** Requests in flight; unlimited by default. */
  readonly maxConcurrent?: number | undefined;
}

export function limitCaller({ perMinute, maxConcurrent = Infinity }: CallerLimits, usageOf: UsageOf): Middleware {
  return (context) => {
    if (context.isProbe) return null;
    const usage = usageOf(context);
    context.moveAdmission(usage);
    if (perMinute !== undefined) {
      usage.minute += 1;
      const seconds = Math.ceil((usage.until - performance.now()) / 1_000);
      context.rateHeaders = rateLimitHeaders(perMinute, usage.minute, seconds);
      if (usage.minute > perMinute) return tooManyInAMinute(perMinute, seconds);
    }
    if (usage.inFlight <= maxConcurrent) return null;
    // It is not in flight while its rejection is sent.
    context.releaseAdmission();
    const message = `You have more than ${maxConcurrent} requests in progress, the maximum; wait until one ends.`;
    return new HttpFault('RATE_LIMITED', message);
  };
}

function rateLimitHeaders(perMinute: number, count: number, seconds: number): readonly string[] {
  return [
    'ratelimit-limit',
    String(perMinute),
    'ratelimit-remaining',
    String(Math.max(0, perMinute - count)),
    'ratelimit-reset',
    String(seconds),
  ];
}

function tooManyInAMinute(perMinute: number, seconds: number): HttpFault {
  const message = `You have sent more than ${perMinute} requests in a minute, the maximum; retry in ${seconds} s.`;
  return new HttpFault('RATE_LIMITED', message, { headers: { 'retry-after': String(seconds) } });
}
