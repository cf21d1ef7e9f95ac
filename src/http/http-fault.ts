/**
 * Requests that the server rejects before any route sees them, and the code and body of every error response. Clients see only the messages
 * of HttpFaults: those of other errors may contain paths, values or stacks.
 */
import { clientCodeOf, Fault, type FaultCode, faults, responseTo } from '@realty-forms/platform/fault.ts';

interface HttpFaultOptions {
  /** Headers of the response, in addition to those of the code; a header of the same name replaces the code's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Set for a failure whose details are in the log. */
  readonly requestId?: string;
}

/** A request that is rejected on purpose. The code determines the status. */
export class HttpFault extends Fault<FaultCode> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;

  constructor(code: FaultCode, message: string, options: HttpFaultOptions = {}) {
    super(code, message);
    const { status, headers } = responseTo(code);
    this.status = status;
    this.headers = { ...headers, ...options.headers };
    this.requestId = options.requestId;
  }
}

/** The server's own failure: the message says only where to find the details. */
export function internalError(requestId: string): HttpFault {
  const message = `An unexpected error occurred. The log has the details under request ${requestId}.`;
  return new HttpFault('INTERNAL', message, { requestId });
}

/** GraphQL clients get every error in GraphQL's format, with the graph's codes. */
export function graphqlErrorBody({ code, message, requestId }: HttpFault): string {
  const { retryable = false } = faults[code];
  return JSON.stringify({ errors: [{ message, extensions: { code: clientCodeOf(code), retryable, requestId } }] });
}

/** File links have error codes of their own. */
export function plainErrorBody({ code, message }: HttpFault): string {
  const { link } = faults[code];
  const shown = link === undefined ? code : (link.code ?? clientCodeOf(code));
  return JSON.stringify({ error: { code: shown, message } });
}
