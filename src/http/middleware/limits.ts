/**
 * Limits that keep one caller from starving the others: whether there is room for another request, how many requests one caller sends in a
 * minute, and how many it has in flight. Probes are exempt.
 */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { Principal } from '../../gateway/callers/principal.ts';
import { HttpFault } from '../http-fault.ts';
import type { RequestContext } from '../request-context.ts';
import type { Admission } from './admission.ts';
import type { Middleware } from './middleware.ts';

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
    // A request does not count as in flight while its rejection is sent.
    context.releaseAdmission();
    const message = `You have ${maxConcurrent} requests in progress, which is the maximum; wait until one ends.`;
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
  const message = `You may send at most ${perMinute} requests per minute; retry in ${seconds} s.`;
  return new HttpFault('RATE_LIMITED', message, { headers: { 'retry-after': String(seconds) } });
}

/** The key of an address. An IPv6 address counts by its /64 network, since providers give each customer one. */
export function addressKey(address: string): string {
  const found = bareAddress(address);
  if (!ipaddr.isValid(found)) return found.toLowerCase();
  // An IPv4 address within IPv6 counts as that address.
  const parsed = ipaddr.process(found);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::`;
}

/** Parts of 16 bits each. */
const NETWORK_PARTS = 4;

const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/;
/** Zones such as `eth0.100` or `br-lan`, which the address parser does not know. */
const UNREADABLE_ZONE = /%.*[^a-z\d].*$/i;

/**
 * Removes the port. Some proxies report one with each address, the client's and those of the proxies before them. With the port, each
 * connection would count as another client, and no proxy would be trusted.
 */
function bareAddress(text: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  return (ipv4 ?? ipv6 ?? text).replace(UNREADABLE_ZONE, '');
}

/** The address of the client that sent a request; undefined if it has already disconnected. */
type ClientAddressOf = (request: IncomingMessage) => string | undefined;

/** The address that trusted proxies in front of the server report; the peer's address if the peer is not one of them. */
export function clientAddressBehind(proxies: readonly string[] = []): ClientAddressOf {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress;
  const isListed = proxyAddress.compile([...proxies]);
  const isProxy = (address: string | undefined) => address !== undefined && isListed(bareAddress(address), 0);
  return (request) => proxyAddress(request, isProxy);
}

const MINUTE_MS = 60_000;
/** Maximum number of callers that are remembered; beyond it, the caller whose minute began longest ago is forgotten. */
const MAX_CALLERS = 50_000;

/**
 * What a caller uses: its requests in the current minute, those in flight, and its open streams. A caller is the subject of a token.
 * Without a verified token, it is an address; for IPv6, the /64 network. A client's unverified claims do not affect which caller a request
 * counts for.
 */
export class Usage {
  inFlight = 0;
  streams = 0;
  /** Requests in the current minute, and when it ends. */
  minute = 0;
  until = Number.NEGATIVE_INFINITY;
}

/** The usage of a request's caller, as far as the caller is known. */
type UsageOf = (context: Pick<RequestContext, 'principal' | 'request'>) => Usage;

export function createUsage(clientAddressOf: ClientAddressOf, now: () => number = () => performance.now()): UsageOf {
  const callers = new Map<string, Usage>();
  /** Requests of a verified caller have the same object, which is faster to look up than a new text. */
  const subjects = new WeakMap<Principal, string>();

  function nameOf({ principal, request }: Parameters<UsageOf>[0]): string {
    if (principal !== null) return subjects.getOrInsertComputed(principal, ({ subject }) => `subject ${subject}`);
    const address = clientAddressOf(request);
    // A client that has already disconnected has no address; all such clients share one count.
    return address === undefined ? 'no address' : `address ${addressKey(address)}`;
  }

  return (context) => {
    const name = nameOf(context);
    const known = callers.get(name);
    const at = now();
    if (known !== undefined && at < known.until) return known;
    // Moved to the end when a new minute begins, so that the first entries are those whose minute began longest ago.
    if (known !== undefined) callers.delete(name);
    else if (callers.size >= MAX_CALLERS) callers.delete(callers.keys().next().value ?? '');
    const usage = known ?? new Usage();
    usage.minute = 0;
    usage.until = at + MINUTE_MS;
    callers.set(name, usage);
    return usage;
  };
}
