/**
 * The hooks of the ordinary way as functions, for the fast lane: each asks the same object as the hook does, so that neither
 * way lets pass what the other refuses. Also learns from the ordinary way which media type it answers an Accept header with.
 */
import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log.ts';
import type { Observer } from '../platform/observe.ts';
import type { Arrivals } from './arrivals.ts';
import { createOriginHeaders } from './cross-origin.ts';
import type { Caller, LaneGuards } from './fast-lane.ts';
import { hostName } from './host.ts';
import { rateHeaders, subjectKey } from './rate-limit.ts';
import type { RequestCounts } from './request-counts.ts';

export interface LaneGuardsOptions {
  readonly app: FastifyInstance;
  readonly log: Log;
  readonly observer: Observer;
  readonly isKnownHost: (name: string) => boolean;
  /** Whether requests are turned away just now, or the server ends. */
  readonly isClosed: () => boolean;
  readonly origins: readonly string[];
  /** Undefined where nothing is limited. */
  readonly perMinute: number | undefined;
  readonly counts: RequestCounts;
  /** All requests have a place where it is not given. */
  readonly arrivals: Pick<Arrivals, 'settle'> | undefined;
}

/** Distinct headers that are remembered; clients send few. */
const MOST_REMEMBERED = 100;
const LONGEST_REMEMBERED = 200;

export function createLaneGuards(options: LaneGuardsOptions): LaneGuards {
  const { app, log, observer, isKnownHost, isClosed, perMinute, counts } = options;
  const hosts = new Set<string>();
  return {
    isOpen: () => !isClosed(),
    hasPlace: options.arrivals?.settle ?? (() => true),
    isKnownHost(header = '') {
      if (hosts.has(header)) return true;
      const name = hostName(header);
      if (name === undefined || !isKnownHost(name)) return false;
      if (hosts.size < MOST_REMEMBERED) hosts.add(header);
      return true;
    },
    originHeaders: createOriginHeaders(options.origins),
    count: perMinute === undefined ? () => nothing : limitedTo(perMinute, counts),
    mediaTypeOf: learnMediaTypes(app),
    observer,
    logFailure: (requestId, error) => log.error({ requestId, err: error }, 'unforeseen error'),
  };
}

const nothing: readonly string[] = [];

function limitedTo(perMinute: number, counts: RequestCounts): LaneGuards['count'] {
  const keys = new WeakMap<Caller, string>();
  const keyOf = (caller: Caller): string => {
    let key = keys.get(caller);
    if (key === undefined) {
      key = subjectKey(caller.subject);
      keys.set(caller, key);
    }
    return key;
  };
  return (caller) => {
    const count = counts.addBelow(perMinute, keyOf(caller));
    return count === null ? null : rateHeaders(perMinute, count);
  };
}

/** Headers of most clients, whatever others send. */
const usual: ReadonlyMap<string, string> = new Map(
  ['*/*', 'application/json'].map((accept) => [accept, 'application/json; charset=utf-8']),
);

/** By the Accept header, as the ordinary way has answered it to verified callers: the lane serves no others. */
function learnMediaTypes(app: FastifyInstance): (accept: string | undefined) => string | null {
  const learnt = new Map<string, string>();
  const learn = (accept: string, type: string): void => {
    // What was pushed out is learnt again when it comes again.
    if (!learnt.has(accept) && learnt.size >= MOST_REMEMBERED) learnt.delete(learnt.keys().next().value ?? '');
    learnt.set(accept, type);
  };
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { facts, headers, method, url } = request;
    const isServed = url === '/graphql' && method === 'POST' && reply.statusCode === 200 && facts.subject !== undefined;
    const { accept } = headers;
    if (isServed && accept !== undefined && accept.length <= LONGEST_REMEMBERED) {
      const type = reply.getHeader('content-type');
      if (typeof type === 'string') learn(accept, type);
    }
    done();
  });
  return (accept = '*/*') => usual.get(accept) ?? learnt.get(accept) ?? null;
}
