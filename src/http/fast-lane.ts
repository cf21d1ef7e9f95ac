/**
 * The fast lane for POST /graphql: serves typical requests below Fastify, with the same guards as its hooks and the same
 * response bytes as the regular path (Fastify and Apollo). Every other request is handed over to the regular path, with the
 * work already done for it; as there, a request is counted before its body is read. Nothing is logged or executed before that
 * decision.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { CLIENT_CLOSED, type Observer } from '../platform/observing/observe.ts';
import { type RequestFacts, recordFailure } from '../platform/observing/request-facts.ts';
import { GRAPHQL_PATH } from '../platform/web/graphql-path.ts';
import type { OriginHeaders } from './cross-origin.ts';
import type { HandOver } from './hand-over.ts';
import { graphqlErrorBody, internalError } from './http-fault.ts';
import { requestIdOf } from './request-id.ts';
import { type ResponseHead, ResponseHeads } from './response-head.ts';

/** The application. Null means that a caller or operation is not cached yet, and leaves the request to the regular path. */
export interface LaneApplication {
  readonly callerOf: (authorization: string | undefined) => Caller | null;
}

/** The same object for every request of one caller, as long as it is cached. */
export interface Caller {
  readonly subject: string;
  readonly prepare: (body: unknown, costHeader: string | undefined) => Serve | null;
}

/** Returns the response body, to which a final newline is added, or another response in its place. */
type Serve = (facts: RequestFacts, response: ServerResponse) => string | Promise<string | Refusal> | Refusal;

interface Refusal {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The checks of the regular path's hooks, as functions. */
export interface LaneGuards {
  /** False while requests are being shed, and while the server drains. */
  readonly isOpen: () => boolean;
  /** Whether the request gets a slot, now that its body has arrived. */
  readonly claimSlot: (response: ServerResponse) => boolean;
  readonly isKnownHost: (request: IncomingMessage) => boolean;
  readonly originHeaders: OriginHeaders;
  /** Counts one request and returns the rate-limit headers; null, without counting, for a caller that has used up a limit. */
  readonly count: (caller: Caller, response: ServerResponse) => readonly string[] | null;
  readonly mediaTypeOf: (accept: string | undefined) => string | null;
  /** Records each request that the lane serves. */
  readonly observer: Observer;
  readonly logFailure: (requestId: string, error: unknown) => void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
export type FastLane = (next: Handler) => Handler;

const MAX_BODY_BYTES = 65_536;
const MIN_LONG_CHARACTERS = 4_096;
const jsonTypes: ReadonlySet<unknown> = new Set(['application/json', 'application/json; charset=utf-8']);
/**
 * Possible prototype keys, also in escapes, and U+FFFD, which invalid UTF-8 decodes to: the regular path's parser has its own
 * rules for them.
 */
const suspicious = /__proto__|constructor|\\u00|\ufffd/;

export function createFastLane({ callerOf }: LaneApplication, guards: LaneGuards, handOver: HandOver): FastLane {
  const heads = new ResponseHeads();
  return (next) => (request, response) => {
    if (request.method !== 'POST' || request.url !== GRAPHQL_PATH || !guards.isOpen()) return next(request, response);
    const { headers } = request;
    if (!isPlain(headers) || !guards.isKnownHost(request)) return next(request, response);
    const mediaType = guards.mediaTypeOf(headers.accept);
    if (mediaType === null) return next(request, response);
    const caller = callerOf(headers.authorization);
    const rateLimitHeaders = caller === null ? null : guards.count(caller, response);
    if (caller === null || rateLimitHeaders === null) return next(request, response);
    const laneRequest = new LaneRequest(
      guards,
      request,
      response,
      caller,
      rateLimitHeaders,
      heads.of(mediaType, guards.originHeaders(headers.origin)),
    );
    readBody(request, (body) => {
      if (laneRequest.enter(body)) return;
      handOver.set(request, { body, rateLimitHeaders });
      next(request, response);
    });
  };
}

/** One request in the fast lane; recorded when it ends, unless it is handed over to the regular path. */
class LaneRequest {
  readonly #guards: LaneGuards;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #caller: Caller;
  /** The caller's rate-limit headers. */
  readonly #rateLimitHeaders: readonly string[];
  readonly #head: ResponseHead;
  readonly #requestId: string;
  readonly #startedAt = performance.now();
  readonly #onClose = (): void => this.#record();
  #status = 200;
  #facts: RequestFacts | undefined = undefined;

  constructor(
    guards: LaneGuards,
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    rateLimitHeaders: readonly string[],
    head: ResponseHead,
  ) {
    this.#guards = guards;
    this.#request = request;
    this.#response = response;
    this.#caller = caller;
    this.#rateLimitHeaders = rateLimitHeaders;
    this.#head = head;
    this.#requestId = requestIdOf(request);
    response.on('close', this.#onClose);
  }

  /** Executes the request, or returns false to leave it to the regular path. */
  enter(bytes: Buffer): boolean {
    const serve = prepareFrom(bytes, this.#caller, this.#request);
    if (serve === null || !this.#guards.isOpen() || !this.#guards.claimSlot(this.#response)) {
      this.#response.off('close', this.#onClose);
      return false;
    }
    const facts = this.#guards.observer.begin(this.#requestId, this.#request);
    this.#facts = facts;
    try {
      const result = serve(facts, this.#response);
      if (typeof result === 'string') this.#send(result, '\n');
      else if ('status' in result) this.#refuse(result);
      else
        result.then(
          (body) => this.#finish(facts, body),
          (error: unknown) => this.#fail(facts, error),
        );
    } catch (error) {
      this.#fail(facts, error);
    }
    return true;
  }

  #finish(facts: RequestFacts, body: string | Refusal): void {
    try {
      if (typeof body === 'string') this.#send(body, '\n');
      else this.#refuse(body);
    } catch (error) {
      this.#fail(facts, error);
    }
  }

  #fail(facts: RequestFacts, error: unknown): void {
    this.#status = 500;
    recordFailure(facts, 'INTERNAL', 'gateway');
    this.#guards.logFailure(this.#requestId, error);
    this.#send(graphqlErrorBody(internalError(this.#requestId)), '');
  }

  #refuse({ status, headers, body }: Refusal): void {
    this.#status = status;
    for (const [name, value] of headers) this.#response.setHeader(name, value);
    this.#send(body, '\n');
  }

  #send(body: string, end: '' | '\n'): void {
    const response = this.#response;
    if (response.destroyed) return;
    const length = Buffer.byteLength(body) + end.length;
    response.writeHead(this.#status, this.#head.with(this.#requestId, this.#rateLimitHeaders, length));
    // A long body is encoded once; a short string is written together with the headers, as latin1 if it is pure ASCII.
    if (body.length > MIN_LONG_CHARACTERS) response.end(encoded(body, end, length));
    else response.end(body + end, length === body.length + end.length ? 'latin1' : 'utf8');
  }

  #record(): void {
    const status = this.#response.writableFinished ? this.#status : CLIENT_CLOSED;
    const milliseconds = performance.now() - this.#startedAt;
    const { observer } = this.#guards;
    const facts = this.#facts ?? observer.begin(this.#requestId, this.#request);
    observer.end(facts, { method: 'POST', route: GRAPHQL_PATH, status, milliseconds });
  }
}

function encoded(body: string, end: '' | '\n', length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  bytes.write(end, bytes.write(body), 'latin1');
  return bytes;
}

/** Puts the lane in front of the server's present `request` listeners. */
export function prependLane(server: Server, lane: FastLane): void {
  const listeners = server.listeners('request') as Handler[];
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

function prepareFrom(bytes: Buffer, caller: Caller, request: IncomingMessage): Serve | null {
  const text = bytes.toString();
  if (suspicious.test(text)) return null;
  try {
    return caller.prepare(JSON.parse(text), headerOf(request, 'x-cost'));
  } catch {
    return null;
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Most bodies arrive in one chunk. If the client disconnects before the end, `done` is never called. */
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
