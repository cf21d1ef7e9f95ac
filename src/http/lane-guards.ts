/**
 * The hooks of the regular path as functions, for the fast lane. Both share the same objects, so that neither path admits what
 * the other rejects. Also learns from the regular path which media type it sends for an Accept header.
 */
import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/observing/log.ts';
import type { Observer } from '../platform/observing/observe.ts';
import { GRAPHQL_PATH } from '../platform/web/graphql-path.ts';
import { hasTwoHosts, hostName } from '../platform/web/host.ts';
import type { Arrivals } from './arrivals.ts';
import type { ConcurrentRequests } from './concurrent-requests.ts';
import type { OriginHeaders } from './cross-origin.ts';
import type { Caller, LaneGuards } from './fast-lane.ts';
import { rateHeaders, subjectKey } from './rate-limit.ts';
import type { RequestCounts } from './request-counts.ts';

export interface LaneGuardsOptions {
  readonly app: FastifyInstance;
  readonly log: Log;
  readonly observer: Observer;
  readonly isKnownHost: (name: string) => boolean;
  /** Whether requests are being shed, or the server is draining. */
  readonly isClosed: () => boolean;
  readonly originHeaders: OriginHeaders;
  /** Undefined if there is no rate limit. */
  readonly perMinute: number | undefined;
  readonly counts: RequestCounts;
  readonly concurrent: ConcurrentRequests;
  /** If undefined, every request has a slot. */
  readonly arrivals: Pick<Arrivals, 'claimSlot'> | undefined;
}

/** Maximum number of header values that are cached; clients send few distinct ones. */
const MAX_CACHED = 100;
const MAX_HEADER_CHARACTERS = 200;

export function createLaneGuards(options: LaneGuardsOptions): LaneGuards {
  const { app, log, observer, isKnownHost, isClosed, originHeaders, perMinute, counts, concurrent } = options;
  const hosts = new Set<string>();
  return {
    isOpen: () => !isClosed(),
    claimSlot: options.arrivals?.claimSlot ?? (() => true),
    isKnownHost({ headers: { host: header = '' }, rawHeaders }) {
      if (hasTwoHosts(rawHeaders)) return false;
      if (hosts.has(header)) return true;
      const name = hostName(header);
      if (name === undefined || !isKnownHost(name)) return false;
      if (hosts.size < MAX_CACHED) hosts.add(header);
      return true;
    },
    originHeaders,
    count: perMinute === undefined ? () => nothing : limitedTo(perMinute, counts, concurrent),
    mediaTypeOf: learnMediaTypes(app),
    observer,
    logFailure: (requestId, error) => log.error({ requestId, err: error }, 'unexpected error'),
  };
}

const nothing: readonly string[] = [];

function limitedTo(perMinute: number, counts: RequestCounts, concurrent: ConcurrentRequests): LaneGuards['count'] {
  const keys = new WeakMap<Caller, string>();
  const keyOf = (caller: Caller): string => {
    let key = keys.get(caller);
    if (key === undefined) {
      key = subjectKey(caller.subject);
      keys.set(caller, key);
    }
    return key;
  };
  return (caller, response) => {
    const key = keyOf(caller);
    // A request beyond the rate limit counts as concurrent until the regular path has rejected it.
    const count = concurrent.begin(key, response) === null ? counts.addBelow(perMinute, key) : null;
    return count === null ? null : rateHeaders(perMinute, count);
  };
}

/** The Accept headers of most clients, which are never evicted. */
const commonMediaTypes: ReadonlyMap<string, string> = new Map(
  ['*/*', 'application/json'].map((accept) => [accept, 'application/json; charset=utf-8']),
);

/** Media types by Accept header, as the regular path has sent them to verified callers: the lane serves no others. */
function learnMediaTypes(app: FastifyInstance): (accept: string | undefined) => string | null {
  const learned = new Map<string, string>();
  const learn = (accept: string, type: string): void => {
    // An evicted entry is learned again when it is next used.
    if (!learned.has(accept) && learned.size >= MAX_CACHED) learned.delete(learned.keys().next().value ?? '');
    learned.set(accept, type);
  };
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { facts, headers, method, url } = request;
    const isServed =
      url === GRAPHQL_PATH && method === 'POST' && reply.statusCode === 200 && facts.subject !== undefined;
    const { accept } = headers;
    if (isServed && accept !== undefined && accept.length <= MAX_HEADER_CHARACTERS) {
      const type = reply.getHeader('content-type');
      if (typeof type === 'string') learn(accept, type);
    }
    done();
  });
  return (accept = '*/*') => commonMediaTypes.get(accept) ?? learned.get(accept) ?? null;
}
