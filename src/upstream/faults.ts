/**
 * The only error of calls to the POST API. It says which endpoint failed, what upstream reported, and whether the request may have arrived.
 * It contains no header, no body and no error of the HTTP client, because those can contain credentials or personal data.
 */

import { emptyError, type ReadError } from '@realty-forms/contract/answers/errors.ts';
import type { Meaning } from '@realty-forms/contract/answers/refusals.ts';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { Fault, faults, type UpstreamFaultCode } from '@realty-forms/platform/fault.ts';

/**
 * False: the request cannot have reached upstream. True: upstream has responded. Unknown: the request may have left, and no answer came.
 * For a file's bytes, upstream is the host that serves them.
 */
export type Sent = boolean | 'unknown';

export interface UpstreamFaultDetails {
  readonly endpoint: EndpointName;
  readonly sent: Sent;
  /** The status in the HTTP status line, or the one in the body if that decided the outcome. */
  readonly status?: number | null;
  /** Whether `status` is from the body. */
  readonly isInBody?: boolean;
  readonly upstreamType?: string | null;
  readonly upstreamMessage?: string | null;
  /** The error exactly as upstream sent it; defaults to the two fields above. */
  readonly rawError?: ReadError;
  /** What the rejection means beyond its status. */
  readonly means?: Meaning | null;
  readonly retryAfterSeconds?: number | null;
  /** The gateway itself did not send the call, because upstream keeps failing or too many calls are waiting. */
  readonly isRejectedLocally?: boolean;
  /** The gateway itself delayed the call: its time ran out before it was sent, or too soon after. */
  readonly isDelayedHere?: boolean;
  readonly cause?: Error;
}

const MAX_TEXT_LENGTH = 500;

export class UpstreamFault extends Fault<UpstreamFaultCode> {
  override readonly name = 'UpstreamFault';
  readonly endpoint: EndpointName;
  readonly status: number | null;
  readonly isInBody: boolean;
  /** Safe to show: upstream's type, or section 7's name for the status, with any quoted secrets redacted. */
  readonly upstreamType: string | null;
  readonly upstreamMessage: string | null;
  /** The error exactly as upstream sent it, possibly with secrets. Serves only to classify the fault; private so that nothing logs it. */
  readonly #rawError: ReadError;
  readonly means: Meaning | null;
  readonly sent: Sent;
  readonly retryAfterSeconds: number | null;
  readonly isRejectedLocally: boolean;
  readonly isDelayedHere: boolean;

  constructor(code: UpstreamFaultCode, message: string, details: UpstreamFaultDetails) {
    super(code, `${details.endpoint}: ${message}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.endpoint = details.endpoint;
    this.status = details.status ?? null;
    this.isInBody = details.isInBody ?? false;
    this.upstreamType = truncate(details.upstreamType);
    this.upstreamMessage = truncate(details.upstreamMessage);
    const {
      status,
      type,
      message: rawMessage,
    } = details.rawError ?? { ...emptyError, type: this.upstreamType, message: this.upstreamMessage };
    this.#rawError = { status, type: truncate(type), message: truncate(rawMessage) };
    this.means = details.means ?? null;
    // If fetching the token fails, the call that needed it has not been sent.
    this.sent = details.endpoint === 'token' ? false : details.sent;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.isRejectedLocally = details.isRejectedLocally ?? false;
    this.isDelayedHere = details.isDelayedHere ?? false;
  }

  get rawError(): ReadError {
    return this.#rawError;
  }
}

/** The fault of an answer that contradicts its request, the specification, or another answer. */
export function invalidAnswer(endpoint: EndpointName, problem: string): UpstreamFault {
  return new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint, sent: true });
}

/** Replaces a fault with null, for calls that may fail. */
export function nullIfFailed(error: unknown): null {
  if (error instanceof UpstreamFault) return null;
  throw error;
}

/** Whether upstream denied the token, in any form (`contract/answers/refusals`). */
export function isDenial(error: unknown): error is UpstreamFault {
  return error instanceof UpstreamFault && error.code === 'UPSTREAM_ACCESS_DENIED';
}

/**
 * What the end of a call says about upstream: it has responded, it has failed to, or no connection can be made, which is never the fault of
 * the call or of its caller. Null if it says nothing: the caller aborted, or the gateway itself rejected or delayed the call.
 */
export function evidenceOf(error: unknown): 'response' | 'failure' | 'unreachable' | null {
  if (error == null) return 'response';
  if (!(error instanceof UpstreamFault) || error.isDelayedHere || error.isRejectedLocally) return null;
  const { shows } = faults[error.code];
  // A denied token, which is being replaced.
  if (shows !== 'outage' || error.status === 401) return shows === undefined ? null : 'response';
  return error.sent === false && error.status === null ? 'unreachable' : 'failure';
}

function truncate(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}
