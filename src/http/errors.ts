/**
 * Turns everything that fails outside GraphQL into a response: rejected requests, unknown paths and methods, what Fastify and
 * Node reject themselves, and unexpected errors, which are logged but not shown to clients.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { faults } from '../platform/fault.ts';
import type { Log } from '../platform/observing/log.ts';
import type { Observer } from '../platform/observing/observe.ts';
import { type RequestFacts, recordFailure } from '../platform/observing/request-facts.ts';
import { GRAPHQL_PATH } from '../platform/web/graphql-path.ts';
import { graphqlTypeFor, JSON_TYPE } from '../platform/web/media-type.ts';
import { Connections } from './connections.ts';
import type { CorsHeaders, OriginHeaders } from './cross-origin.ts';
import {
  graphqlErrorBody,
  HttpFault,
  httpFaultByStatus,
  httpFaultFor,
  internalError,
  plainErrorBody,
} from './http-fault.ts';
import { newRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

// An import would evaluate all of its exports, one of which loads a whole HTTP client: 14 MB and 40 ms at startup.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export interface ErrorOptions {
  readonly log: Log;
  readonly bodyLimit: number;
  /** Whether a file upload is in progress on a connection; uploads have a time limit of their own. */
  readonly isUploading?: ((socket: Socket) => boolean) | undefined;
  /** The pending responses of each connection; none by default. */
  readonly connections?: Connections | undefined;
}

/** Fastify's error handler, also used where Fastify fails before it runs any hook. */
export function createErrorHandler(options: ErrorOptions) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const context = { bodyLimit: options.bodyLimit, contentType: request.headers['content-type'] };
    const fault = httpFaultFor(error, context) ?? internalError(request.id);
    if (fault.status >= 500 && !(error instanceof HttpFault))
      options.log.error({ requestId: request.id, err: error }, 'unexpected error');
    recordUnlessRecorded(request.facts, fault);
    sendFault(fault, request, reply);
  };
}

/** Rejects unknown paths and methods as soon as the headers are read, so that no body is parsed for them. */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  // Methods by path, collected as the routes are registered: the router's own lookup would read a request's path as a route
  // pattern.
  const served = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    served.set(url, [...(served.get(url) ?? []), method].flat());
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? unknownRoute(request, served.get(pathOf(request)) ?? []) : undefined);
  });
}

interface ClientErrorOptions extends Pick<ErrorOptions, 'isUploading' | 'connections'> {
  readonly observer: Observer;
  readonly originHeaders: OriginHeaders;
}

interface ClientError extends NodeJS.ErrnoException {
  /** The last bytes received, a Buffer if Node could not parse them. */
  readonly rawPacket?: unknown;
}

/**
 * Input that Node cannot parse, or that took too long, has no request object: the response is written to the bare socket. If
 * the client still waits for other responses on the connection, it would be mistaken for one of those; then nothing is written,
 * and the connection ends after them.
 */
export function createClientErrorHandler({
  observer,
  originHeaders,
  isUploading,
  connections = new Connections(),
}: ClientErrorOptions) {
  const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
  return (error: ClientError, socket: Socket): void => {
    // An upload may take longer than other bodies; the code that reads it enforces its time limit.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading?.(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // More data on a connection that has already failed to parse.
    if (connections.isEnding(socket)) return;
    if (error.code === 'HPE_INVALID_EOF_STATE' && connections.isReceiving(socket)) {
      // The client disconnected in the middle of a body: that request is logged when it closes, and nobody waits for its
      // response.
      if (connections.isAnswering(socket)) connections.endWhenAnswered(socket);
      else socket.destroy();
      return;
    }
    const fault = httpFaultByStatus(statuses[error.code ?? ''] ?? 400);
    const requestId = newRequestId();
    const facts = observer.begin(requestId, socket);
    recordUnlessRecorded(facts, fault);
    observer.end(facts, { method: 'unknown', route: 'unknown', status: fault.status, milliseconds: 0 });
    if (connections.isAnswering(socket)) connections.endWhenAnswered(socket);
    else {
      const origin = originOf(error, connections.lastOn(socket)?.req);
      socket.end(rawResponse(fault, requestId, originHeaders(origin)), () => socket.destroy());
    }
  };
}

/**
 * The Origin header of the request whose body was arriving, otherwise of the headers among the bytes that Node could not parse.
 * Undefined if it came in earlier bytes, which are gone, and for headers that arrived too late, of which Node keeps nothing.
 */
function originOf({ rawPacket }: ClientError, request: IncomingMessage | undefined): string | undefined {
  if (request !== undefined) return request.headers.origin;
  if (!Buffer.isBuffer(rawPacket)) return undefined;
  const [headers = ''] = rawPacket.toString('latin1').split('\r\n\r\n', 1);
  return /^origin:(.*)$/im.exec(headers)?.[1]?.trim();
}

/** The code that rejected the request may have recorded a more exact code than the response carries. */
function recordUnlessRecorded(facts: RequestFacts, { code }: HttpFault): void {
  if (facts.codes === undefined) recordFailure(facts, code, faults[code].party);
}

function sendFault(fault: HttpFault, request: FastifyRequest, reply: FastifyReply): void {
  const isGraphql = pathOf(request) === GRAPHQL_PATH;
  void reply
    .code(fault.status)
    .headers(fault.headers)
    .header('cache-control', 'no-store')
    .type(isGraphql ? graphqlTypeFor(request.headers.accept) : JSON_TYPE)
    .send(isGraphql ? graphqlErrorBody(fault) : plainErrorBody(fault));
}

function unknownRoute(request: FastifyRequest, served: readonly string[]): HttpFault {
  const allowed = ['GET', 'POST'].filter((method) => served.includes(method));
  if (allowed.length === 0) return httpFaultByStatus(404);
  const allow = allowed.join(', ');
  const message = `${request.method} is not allowed here, only ${allow}.`;
  return new HttpFault(405, 'METHOD_NOT_ALLOWED', message, { headers: { allow } });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function rawResponse(fault: HttpFault, requestId: string, corsHeaders: CorsHeaders): string {
  const body = plainErrorBody(fault);
  const headers = {
    ...securityHeaders,
    ...corsHeaders,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
