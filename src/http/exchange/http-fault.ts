/**
 * Requests that the server rejects before any route sees them, and the code and body of every error response. Clients only see
 * messages of HttpFaults: those of other errors may contain paths, values or stacks.
 */
import { clientCodeOf, Fault, type FaultCode, faults } from '../../platform/fault.ts';

interface HttpFaultOptions {
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Given for a failure whose details are in the log. */
  readonly requestId?: string;
}

/** A request that is rejected on purpose. */
export class HttpFault extends Fault<FaultCode> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;

  constructor(status: number, code: FaultCode, message: string, { headers = {}, requestId }: HttpFaultOptions = {}) {
    super(code, message);
    this.status = status;
    this.headers = headers;
    this.requestId = requestId;
  }
}

/** Code and message by status, if nothing more exact is known. */
const byStatus: Readonly<Record<number, readonly [code: FaultCode, message: string]>> = {
  400: ['BAD_REQUEST', 'The request cannot be read: its path, headers or body are malformed.'],
  404: ['NOT_FOUND', 'Nothing is served at this path.'],
  408: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
  413: ['BODY_TOO_LARGE', 'The body is too large.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The content-type of the body is not supported.'],
  431: ['HEADERS_TOO_LARGE', 'The headers are too large.'],
};

export function httpFaultByStatus(status: number): HttpFault {
  const [code, message] = byStatus[status] ?? ['BAD_REQUEST', 'The request cannot be served.'];
  return new HttpFault(status, code, message);
}

/** The server's own failure: the message says only where to find the details. */
export function internalError(requestId: string): HttpFault {
  const message = `An unexpected error occurred. The log has the details under request ${requestId}.`;
  return new HttpFault(500, 'INTERNAL', message, { requestId });
}

/** GraphQL clients get every error in GraphQL's format, with the graph's codes. */
export function graphqlErrorBody({ code, message, requestId }: HttpFault): string {
  const { retryable = false } = faults[code];
  return JSON.stringify({ errors: [{ message, extensions: { code: clientCodeOf(code), retryable, requestId } }] });
}

export function plainErrorBody(fault: HttpFault): string {
  return JSON.stringify({ error: { code: fault.code, message: fault.message } });
}
