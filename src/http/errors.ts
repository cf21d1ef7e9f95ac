/**
 * Turns everything that goes wrong outside GraphQL into an answer: refused requests, unknown paths and methods, what
 * Fastify and Node turn away themselves, and the unforeseen, which is logged and told to nobody.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../platform/log.ts';
import { graphqlTypeFor, JSON_TYPE } from '../platform/media-type.ts';
import type { Observer } from '../platform/observe.ts';
import { blame, type RequestFacts } from '../platform/request-facts.ts';
import { Connections } from './connections.ts';
import {
  graphqlErrorBody,
  internalError,
  plainErrorBody,
  Refusal,
  refusalByStatus,
  refusalFor,
  refusalParty,
} from './refusal.ts';
import { newRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

// To import it would read all that it exports, and one of that loads a whole HTTP client: 14 MB and 40 ms of the start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const graphqlPath = '/graphql';

export interface ErrorOptions {
  readonly log: Log;
  readonly bodyLimit: number;
  /** Whether a file is on its way over a connection, under a time limit of its own. */
  readonly isUnderWay?: ((socket: Socket) => boolean) | undefined;
  /** What else connections wait for; nothing unless given. */
  readonly connections?: Connections | undefined;
}

/** Fastify's error handler, also used where Fastify gives up before it runs any hook. */
export function createErrorHandler(options: ErrorOptions) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const told = { bodyLimit: options.bodyLimit, contentType: request.headers['content-type'] };
    const refusal = refusalFor(error, told) ?? internalError(request.id);
    if (refusal.status >= 500 && !(error instanceof Refusal))
      options.log.error({ requestId: request.id, err: error }, 'unforeseen error');
    blameUnlessTold(request.facts, refusal);
    sendRefusal(refusal, request, reply);
  };
}

/** Refuses unknown paths and methods as soon as the headers are read, so that no body is parsed for them. */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  // By path, taken down as the routes are registered: asking the router would read the path of a request as a pattern.
  const served = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    served.set(url, [...(served.get(url) ?? []), method].flat());
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? unknownRoute(request, served.get(pathOf(request)) ?? []) : undefined);
  });
}

/**
 * What Node cannot parse or waited too long for has no request: the answer is written to the bare socket. Where the caller
 * waits for other answers on it, it would be taken for one of those: they end the connection, and nothing is written.
 */
export function createClientErrorHandler({
  observer,
  isUnderWay,
  connections = new Connections(),
}: Pick<ErrorOptions, 'isUnderWay' | 'connections'> & { readonly observer: Observer }) {
  const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // A file may take longer than other bodies, and is timed by whoever reads it.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUnderWay?.(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // More of what could not be read.
    if (connections.isEnding(socket)) return;
    if (error.code === 'HPE_INVALID_EOF_STATE' && connections.isMidway(socket)) {
      // Its caller left in the middle of a body: that request is told as it closes, and nobody waits for an answer to it.
      if (connections.isAnswering(socket)) connections.endWhenAnswered(socket);
      else socket.destroy();
      return;
    }
    const refusal = refusalByStatus(statuses[error.code ?? ''] ?? 400);
    const requestId = newRequestId();
    const facts = observer.begin(requestId, socket);
    blameUnlessTold(facts, refusal);
    observer.end(facts, { method: 'unknown', route: 'unknown', status: refusal.status, milliseconds: 0 });
    if (connections.isAnswering(socket)) connections.endWhenAnswered(socket);
    else socket.end(rawResponse(refusal, requestId), () => socket.destroy());
  };
}

/** Who refused may have said already what of, more exactly than its answer does. */
function blameUnlessTold(facts: RequestFacts, { code }: Refusal): void {
  if (facts.codes === undefined) blame(facts, code, refusalParty[code]);
}

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): void {
  const isGraphql = pathOf(request) === graphqlPath;
  void reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('cache-control', 'no-store')
    .type(isGraphql ? graphqlTypeFor(request.headers.accept) : JSON_TYPE)
    .send(isGraphql ? graphqlErrorBody(refusal) : plainErrorBody(refusal));
}

function unknownRoute(request: FastifyRequest, served: readonly string[]): Refusal {
  const allowed = ['GET', 'POST'].filter((method) => served.includes(method));
  if (allowed.length === 0) return refusalByStatus(404);
  const allow = allowed.join(', ');
  return new Refusal(405, 'METHOD_NOT_ALLOWED', `${request.method} is not allowed here, only ${allow}.`, { allow });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function rawResponse(refusal: Refusal, requestId: string): string {
  const body = plainErrorBody(refusal);
  const headers = {
    ...securityHeaders,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
