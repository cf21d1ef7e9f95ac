/**
 * The fast lane for POST /graphql: serves requests that are ordinary in every respect below Fastify, with the guards that its
 * hooks stand for and the very bytes that the ordinary way answers with. Whatever is out of the ordinary goes there, with what
 * was done of it by then: as there, a request is counted before its body is read. Nothing is logged or carried out before that
 * is decided.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { CLIENT_CLOSED, type Observer } from '../platform/observe.ts';
import { blame, type RequestFacts } from '../platform/request-facts.ts';
import { type AnswerHead, AnswerHeads } from './answer-head.ts';
import type { HandOver } from './hand-over.ts';
import { graphqlErrorBody, internalError } from './refusal.ts';
import { requestIdOf } from './request-id.ts';

/** The application: knows callers and operations by now, or leaves them to the ordinary way by null. */
export interface LaneApplication {
  readonly callerOf: (authorization: string | undefined) => Caller | null;
}

/** The same object for each request of one caller, as long as it is known. */
export interface Caller {
  readonly subject: string;
  readonly prepare: (body: unknown, costHeader: string | undefined) => Serve | null;
}

/** Gives the answer's text, which the newline that ends it is added to. */
type Serve = (facts: RequestFacts, response: ServerResponse) => string | Promise<string>;

/** What the ordinary way's hooks hold a request to, as functions. */
export interface LaneGuards {
  /** False while requests are turned away, and while the server ends. */
  readonly isOpen: () => boolean;
  /** Whether it may be carried out, now that its body is here. */
  readonly hasPlace: (response: ServerResponse) => boolean;
  readonly isKnownHost: (header: string | undefined) => boolean;
  /** Headers for a page of this origin, or null where they are to be found elsewhere. */
  readonly originHeaders: (origin: string | undefined) => readonly string[] | null;
  /** Counts one, and gives the headers that tell what is left; null for a caller that has none left, and counts nothing. */
  readonly count: (caller: Caller) => readonly string[] | null;
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
/** What could become a prototype, and what bytes become that are no UTF-8: the ordinary way's parser has its own rules for them. */
const suspicious = /__proto__|constructor|\\u00|\ufffd/;

export function createFastLane({ callerOf }: LaneApplication, guards: LaneGuards, handOver: HandOver): FastLane {
  const heads = new AnswerHeads();
  return (next) => (request, response) => {
    if (request.method !== 'POST' || request.url !== PATH || !guards.isOpen()) return next(request, response);
    const { headers } = request;
    if (!isPlain(headers) || !guards.isKnownHost(headers.host)) return next(request, response);
    const mediaType = guards.mediaTypeOf(headers.accept);
    const origin = guards.originHeaders(headers.origin);
    if (mediaType === null || origin === null) return next(request, response);
    const caller = callerOf(headers.authorization);
    const counted = caller === null ? null : guards.count(caller);
    if (caller === null || counted === null) return next(request, response);
    const passage = new Passage(guards, request, response, caller, counted, heads.of(mediaType, origin));
    readBody(request, (body) => {
      if (passage.enter(body)) return;
      handOver.set(request, { body, counted });
      next(request, response);
    });
  };
}

/** One request on its way through the lane; told when it is over, unless it is left to the ordinary way. */
class Passage {
  readonly #guards: LaneGuards;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #caller: Caller;
  /** The headers that tell what the caller has left. */
  readonly #counted: readonly string[];
  readonly #head: AnswerHead;
  readonly #requestId: string;
  readonly #began = performance.now();
  readonly #onClose = (): void => this.#tell();
  #status = 200;
  #facts: RequestFacts | undefined = undefined;

  constructor(
    guards: LaneGuards,
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    counted: readonly string[],
    head: AnswerHead,
  ) {
    this.#guards = guards;
    this.#request = request;
    this.#response = response;
    this.#caller = caller;
    this.#counted = counted;
    this.#head = head;
    this.#requestId = requestIdOf(request);
    response.on('close', this.#onClose);
  }

  /** Carries the request out, or says that it is the ordinary way's to do so. */
  enter(bytes: Buffer): boolean {
    const serve = prepareFrom(bytes, this.#caller, this.#request);
    if (serve === null || !this.#guards.isOpen() || !this.#guards.hasPlace(this.#response)) {
      this.#response.off('close', this.#onClose);
      return false;
    }
    const facts = this.#guards.observer.begin(this.#requestId, this.#request);
    this.#facts = facts;
    try {
      const answer = serve(facts, this.#response);
      if (typeof answer === 'string') this.#send(answer, '\n');
      else
        answer.then(
          (body) => this.#finish(facts, body),
          (error: unknown) => this.#fail(facts, error),
        );
    } catch (error) {
      this.#fail(facts, error);
    }
    return true;
  }

  #finish(facts: RequestFacts, body: string): void {
    try {
      this.#send(body, '\n');
    } catch (error) {
      this.#fail(facts, error);
    }
  }

  #fail(facts: RequestFacts, error: unknown): void {
    this.#status = 500;
    blame(facts, 'INTERNAL', 'gateway');
    this.#guards.logFailure(this.#requestId, error);
    this.#send(graphqlErrorBody(internalError(this.#requestId)), '');
  }

  #send(body: string, end: '' | '\n'): void {
    const response = this.#response;
    if (response.destroyed) return;
    const length = Buffer.byteLength(body) + end.length;
    response.writeHead(this.#status, this.#head.with(this.#requestId, this.#counted, length));
    // A long one is encoded once; a short one goes out in one piece with the headers, as it is where it is ASCII.
    if (body.length > LONG_CHARACTERS) response.end(encoded(body, end, length));
    else response.end(body + end, length === body.length + end.length ? 'latin1' : 'utf8');
  }

  #tell(): void {
    const status = this.#response.writableFinished ? this.#status : CLIENT_CLOSED;
    const milliseconds = performance.now() - this.#began;
    const { observer } = this.#guards;
    const facts = this.#facts ?? observer.begin(this.#requestId, this.#request);
    observer.end(facts, { method: 'POST', route: PATH, status, milliseconds });
  }
}

function encoded(body: string, end: '' | '\n', length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  bytes.write(end, bytes.write(body), 'latin1');
  return bytes;
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
