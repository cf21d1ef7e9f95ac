/**
 * Input that Node cannot parse, or that took too long. It has no request, so the response is written to the bare socket. If the client
 * still waits for other responses on the connection, it would mistake this response for one of those; then nothing is written, and the
 * connection ends after them.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type RequestLogger, recordFailure } from '@realty-forms/platform/observability/request-log.ts';
import { HttpFault, plainErrorBody } from '../http-fault.ts';
import type { CorsHeaders, OriginHeaders } from '../middleware/cors.ts';
import { JSON_TYPE, responseHead } from '../response.ts';
import { Connections } from './connections.ts';
import { STATUS_CODES } from './node-server.ts';

interface ClientErrorOptions {
  readonly requestLogger: RequestLogger;
  readonly originHeaders: OriginHeaders;
  /** Whether a file upload is in progress on a connection; uploads have a time limit of their own. */
  readonly isUploading?: ((socket: Socket) => boolean) | undefined;
  /** The pending responses of each connection; none by default. */
  readonly connections?: Connections | undefined;
}

interface ClientError extends NodeJS.ErrnoException {
  /** The last bytes received, a Buffer if Node could not parse them. */
  readonly rawPacket?: unknown;
}

export function createClientErrorHandler({
  requestLogger,
  originHeaders,
  isUploading,
  connections = new Connections(),
}: ClientErrorOptions) {
  return (error: ClientError, socket: Socket): void => {
    // An upload may take longer than other bodies; the code that reads it enforces its time limit.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading?.(socket)) return;
    // A connection that was opened in advance and never used has no request: its first request would get this response.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    // More data arrived on a connection that has already failed to parse.
    if (connections.isEnding(socket)) return;
    if (error.code === 'HPE_INVALID_EOF_STATE' && connections.isReceiving(socket)) {
      // The client disconnected in the middle of a body: that request is logged when it closes, and nobody waits for its response.
      if (connections.isResponding(socket)) connections.endAfterResponses(socket);
      else socket.destroy();
      return;
    }
    const fault = faultOf(error);
    const requestId = randomUUID();
    const requestLog = requestLogger.begin(requestId, socket);
    recordFailure(requestLog, fault.code);
    requestLogger.end(requestLog, { method: 'unknown', route: 'unknown', status: fault.status, milliseconds: 0 });
    if (connections.isResponding(socket)) connections.endAfterResponses(socket);
    else {
      const origin = originOf(error, connections.lastResponseOn(socket)?.req);
      socket.end(rawResponse(fault, requestId, originHeaders(origin)), () => socket.destroy());
    }
  };
}

function faultOf({ code }: ClientError): HttpFault {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpFault('REQUEST_TIMEOUT', 'The request took too long to arrive.');
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpFault('HEADERS_TOO_LARGE', 'The headers are too large.');
  return new HttpFault('BAD_REQUEST', 'The request cannot be read: its path, headers or body are malformed.');
}

/**
 * The Origin header of the request whose body was arriving, or of the headers among the bytes that Node could not parse. Undefined if it
 * came in earlier bytes, which are gone, or if the headers arrived too late, because Node discards those.
 */
function originOf({ rawPacket }: ClientError, request: IncomingMessage | undefined): string | undefined {
  if (request !== undefined) return request.headers.origin;
  if (!Buffer.isBuffer(rawPacket)) return undefined;
  const [headers = ''] = rawPacket.toString('latin1').split('\r\n\r\n', 1);
  return /^origin:(.*)$/im.exec(headers)?.[1]?.trim();
}

function rawResponse(fault: HttpFault, requestId: string, origin: CorsHeaders): string {
  const body = plainErrorBody(fault);
  const own = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const head = responseHead({ requestId, type: JSON_TYPE, origin, rateHeaders: [], own });
  let lines = '';
  for (let at = 0; at < head.length; at += 2) lines += `${head[at]}: ${head[at + 1]}\r\n`;
  return `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}\r\n${lines}\r\n${body}`;
}
