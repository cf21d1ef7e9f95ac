/**
 * The fast lane for POST /graphql: serves requests that are ordinary in every respect below Fastify, with the guards that its
 * hooks stand for and the very bytes that the ordinary way answers with. Whatever is out of the ordinary goes there, its body
 * handed on if it was read by then; nothing is counted, logged or carried out before that is decided.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { CLIENT_CLOSED, type Observer } from '../platform/observe.ts';
import { blame, type RequestFacts } from '../platform/request-facts.ts';
import { graphqlErrorBody, internalError } from './refusal.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** The application: knows callers and operations by now, or leaves them to the ordinary way by null. */
export interface LaneApplication {
  readonly callerOf: (authorization: string | undefined) => Caller | null;
}

interface Caller {
  readonly subject: string;
  readonly prepare: (body: unknown, costHeader: string | undefined) => Serve | null;
}

type Serve = (facts: RequestFacts, response: ServerResponse) => string | Promise<string>;

/** What the ordinary way's hooks hold a request to, as functions. */
export interface LaneGuards {
  /** False while requests are turned away, and while the server ends. */
  readonly isOpen: () => boolean;
  readonly isKnownHost: (header: string | undefined) => boolean;
  /** Headers for a page of this origin, or null where they are to be found elsewhere. */
  readonly originHeaders: (origin: string | undefined) => readonly string[] | null;
  /** Whether the caller has requests left. */
  readonly mayAsk: (subject: string) => boolean;
  /** Counts one, and gives the headers that tell what is left. */
  readonly count: (subject: string) => readonly string[];
  readonly mediaTypeOf: (accept: string | undefined) => string | null;
  /** Told of each request that the lane serves. */
  readonly observer: Observer;
  readonly logFailure: (requestId: string, error: unknown) => void;
}

type Next = (request: IncomingMessage, response: ServerResponse) => void;
export type FastLane = (next: Next) => Next;

const PATH = '/graphql';
const MAX_BODY_BYTES = 65_536;
const LONG_CHARACTERS = 4_096;
const jsonTypes: ReadonlySet<unknown> = new Set(['application/json', 'application/json; charset=utf-8']);
/** What could become a prototype: the ordinary way's parser has its own rules for it. */
const suspicious = /__proto__|constructor|\\u00/;
const commonHeaders = Object.entries(securityHeaders).flat();

/** The bodies of requests that were read here and then left to the ordinary way. */
export type KeptBodies = WeakMap<IncomingMessage, Buffer>;

export function createFastLane({ callerOf }: LaneApplication, guards: LaneGuards, kept: KeptBodies): FastLane {
  const admit = (request: IncomingMessage): { caller: Caller; mediaType: string; origin: readonly string[] } | null => {
    if (request.method !== 'POST' || request.url !== PATH || !guards.isOpen()) return null;
    const { headers } = request;
    if (!isPlain(headers) || !guards.isKnownHost(headers.host)) return null;
    const mediaType = guards.mediaTypeOf(headers.accept);
    const origin = guards.originHeaders(headers.origin);
    const caller = mediaType === null || origin === null ? null : callerOf(headers.authorization);
    if (caller === null || mediaType === null || origin === null || !guards.mayAsk(caller.subject)) return null;
    return { caller, mediaType, origin };
  };

  return (next) => (request, response) => {
    const admitted = admit(request);
    if (admitted === null) return next(request, response);
    const { caller, mediaType, origin } = admitted;
    const began = performance.now();
    const requestId = requestIdOf(request);
    let status = 200;
    let facts: RequestFacts | undefined;
    const open = (): RequestFacts => guards.observer.begin(requestId, request);
    const onClose = (): void => {
      const sent = response.writableFinished ? status : CLIENT_CLOSED;
      const milliseconds = performance.now() - began;
      guards.observer.end(facts ?? open(), { method: 'POST', route: PATH, status: sent, milliseconds });
    };
    const send = (body: string, remaining: readonly string[]): void => {
      if (response.destroyed) return;
      // A long one is encoded once, for its length and to be sent; a short one goes out in one piece with the headers.
      const bytes = body.length > LONG_CHARACTERS ? Buffer.from(body) : null;
      const length = bytes?.length ?? Buffer.byteLength(body);
      const headers = ['x-request-id', requestId].concat(commonHeaders, origin, remaining);
      headers.push('content-type', mediaType, 'content-length', String(length));
      response.writeHead(status, headers);
      // A byte a character is ASCII, which is written as it is, together with the headers.
      if (bytes !== null) response.end(bytes);
      else response.end(body, length === body.length ? 'latin1' : 'utf8');
    };
    response.once('close', onClose);
    readBody(request, (bytes) => {
      const serve = prepareFrom(bytes, (body) => caller.prepare(body, headerOf(request, 'x-cost')));
      if (serve === null || !guards.isOpen() || !guards.mayAsk(caller.subject)) {
        response.off('close', onClose);
        kept.set(request, bytes);
        return next(request, response);
      }
      const remaining = guards.count(caller.subject);
      const told = open();
      facts = told;
      const fail = (error: unknown): void => {
        status = 500;
        blame(told, 'INTERNAL', 'gateway');
        guards.logFailure(requestId, error);
        send(graphqlErrorBody(internalError(requestId)), remaining);
      };
      try {
        const answer = serve(told, response);
        if (typeof answer === 'string') send(answer, remaining);
        else answer.then((body) => send(body, remaining)).catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  };
}

/** Puts the lane before what listens to the server by now. */
export function putBefore(server: Server, lane: FastLane): void {
  const listeners = server.listeners('request') as Next[];
  server.removeAllListeners('request');
  server.on(
    'request',
    lane((request, response) => {
      for (const listener of listeners) listener.call(server, request, response);
    }),
  );
}

function isPlain(headers: IncomingMessage['headers']): boolean {
  const length = Number(headers['content-length']);
  return (
    jsonTypes.has(headers['content-type']) &&
    length > 0 &&
    length <= MAX_BODY_BYTES &&
    headers['content-encoding'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined
  );
}

function prepareFrom(bytes: Buffer, prepare: (body: unknown) => Serve | null): Serve | null {
  const text = bytes.toString();
  if (suspicious.test(text)) return null;
  try {
    return prepare(JSON.parse(text));
  } catch {
    return null;
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Most bodies come in one piece. A caller that leaves before its end is never heard of again. */
function readBody(request: IncomingMessage, done: (bytes: Buffer) => void): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else {
      more ??= [first];
      more.push(chunk);
    }
  });
  request.on('end', () => done(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more)));
}
