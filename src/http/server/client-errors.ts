/**
 * Input that Node cannot parse, or that took too long. The response is written to the bare socket. If the client still waits for another
 * response on the connection, it would mistake this one for that; then nothing is written, and the connection ends with the other one.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type RequestLogger, recordFailure } from '@realty-forms/platform/observability/request-log.ts';
import { GRAPHQL_PATH, pathOf } from '@realty-forms/platform/web/paths.ts';
import { graphqlErrorBody, HttpFault, plainErrorBody } from '../http-fault.ts';
import type { CorsHeaders, OriginHeaders } from '../middleware/cors.ts';
import { graphqlTypeFor, JSON_TYPE, responseHead } from '../response.ts';
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
    const [first, ...others] = connections.responsesOn(socket);
    if (first !== undefined && (others.length > 0 || first.req.complete || first.headersSent)) {
      // If its headers have been sent, Node would keep the connection after it.
      if (first.shouldKeepAlive) first.once('close', () => socket.destroySoon());
      first.shouldKeepAlive = false;
      return;
    }
    // The client disconnected in the middle of a body: that request is logged when it closes, and nobody waits for its response.
    if (first !== undefined && error.code === 'HPE_INVALID_EOF_STATE') {
      socket.destroy();
      return;
    }
    const fault = faultOf(error);
    const requestId = randomUUID();
    const requestLog = requestLogger.begin(requestId, socket);
    recordFailure(requestLog, fault.code);
    requestLogger.end(requestLog, { method: 'unknown', route: 'unknown', status: fault.status, milliseconds: 0 });
    const head = first?.req ?? headIn(error);
    socket.end(rawResponse(fault, requestId, head, originHeaders(head.headers.origin)), () => socket.destroy());
  };
}

function faultOf({ code }: ClientError): HttpFault {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpFault('REQUEST_TIMEOUT', 'The request took too long to arrive.');
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpFault('HEADERS_TOO_LARGE', 'The headers are too large.');
  return new HttpFault('BAD_REQUEST', 'The request cannot be read: its path, headers or body are malformed.');
}

type Head = Pick<IncomingMessage, 'url' | 'headers'>;

/**
 * What the last bytes show of a request whose headers Node could not parse. Nothing if it came in earlier bytes, which are gone, or if the
 * headers arrived too late, because Node discards those.
 */
function headIn({ rawPacket }: ClientError): Head {
  if (!Buffer.isBuffer(rawPacket)) return { headers: {} };
  const [text = ''] = rawPacket.toString('latin1').split('\r\n\r\n', 1);
  const origin = /^origin:(.*)$/im.exec(text)?.[1]?.trim();
  const url = /^[A-Z]+ (\S+) HTTP\//.exec(text)?.[1] ?? '';
  return { url, headers: origin === undefined ? {} : { origin } };
}

function rawResponse(fault: HttpFault, requestId: string, { url = '', headers }: Head, origin: CorsHeaders): string {
  const isGraphql = pathOf(url) === GRAPHQL_PATH;
  const type = (isGraphql && graphqlTypeFor(headers.accept)) || JSON_TYPE;
  const body = isGraphql ? graphqlErrorBody(fault) : plainErrorBody(fault);
  const own = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const head = responseHead({ requestId, type, origin, rateHeaders: [], own });
  let lines = '';
  for (let at = 0; at < head.length; at += 2) lines += `${head[at]}: ${head[at + 1]}\r\n`;
  return `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}\r\n${lines}\r\n${body}`;
}
