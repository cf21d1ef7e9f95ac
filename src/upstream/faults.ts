/**
 * The one kind of fault of calls to the POST API, and the codes that it comes with. It says which endpoint, what upstream
 * said, and whether the request may have got there. It carries no header, no body and no error of the HTTP client's own,
 * because those can hold credentials or somebody's data.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { type ReadError, unsaid } from '../contract/errors.ts';
import { Fault } from '../platform/fault.ts';

export const upstreamFaultCodes = [
  /** Refused, reset, not resolved, cut off, or a 5xx. */
  'UPSTREAM_UNAVAILABLE',
  /** The deadline of the whole call went by. */
  'UPSTREAM_TIMEOUT',
  /** A 4xx row of section 7 other than 401, or a 4xx that has no row. */
  'UPSTREAM_REJECTED',
  /** 401 on a fresh token, or our own credentials refused. */
  'UPSTREAM_ACCESS_DENIED',
  'UPSTREAM_RATE_LIMITED',
  /** An answer that the contract has no reading for: not JSON, another wrapper, too long, a redirect. */
  'UPSTREAM_INVALID',
  /** Not sent: too many calls of its kind are under way, and too many wait, or for too long. */
  'OVERLOADED',
  /** The caller's own signal. */
  'ABORTED',
] as const;
export type UpstreamFaultCode = (typeof upstreamFaultCodes)[number];

/**
 * False: nothing can have reached upstream. True: upstream answered. Unknown: it may have left, and no answer came. Of a file's
 * bytes, upstream is the host that has them.
 */
export type Sent = boolean | 'unknown';

export interface UpstreamFaultDetails {
  readonly endpoint: EndpointName;
  readonly sent: Sent;
  /** The status in the HTTP line, or in the body where that is the one that tells. */
  readonly status?: number | null;
  /** It is the body's. */
  readonly isInBody?: boolean;
  readonly upstreamType?: string | null;
  readonly upstreamMessage?: string | null;
  /** What upstream said in its own words; the two above unless told. */
  readonly said?: ReadError;
  readonly retryAfterSeconds?: number | null;
  /** The gateway itself kept the call back, because upstream fails or too many wait. */
  readonly isTurnedAway?: boolean;
  readonly cause?: Error;
}

const MAX_TEXT = 500;
const passing: ReadonlySet<UpstreamFaultCode> = new Set([
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_RATE_LIMITED',
  'OVERLOADED',
]);

export class UpstreamFault extends Fault<UpstreamFaultCode> {
  override readonly name = 'UpstreamFault';
  readonly endpoint: EndpointName;
  readonly status: number | null;
  readonly isInBody: boolean;
  /** To be shown: upstream's, or what section 7 calls the status, without the secrets that it might quote. */
  readonly upstreamType: string | null;
  readonly upstreamMessage: string | null;
  /** In upstream's own words, secrets and all: to be judged by, and no field, so that nobody prints it. */
  readonly #said: ReadError;
  readonly sent: Sent;
  readonly retryAfterSeconds: number | null;
  readonly isTurnedAway: boolean;
  /** The same request may succeed later. Whether it may be sent again is another question: see `sent`. */
  readonly retryable: boolean;

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
      message: words,
    } = details.said ?? { ...unsaid, type: this.upstreamType, message: this.upstreamMessage };
    this.#said = { status, type: truncate(type), message: truncate(words) };
    // Without a token, the call that wanted it has not left.
    this.sent = details.endpoint === 'token' ? false : details.sent;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.isTurnedAway = details.isTurnedAway ?? false;
    this.retryable = passing.has(code);
  }

  get said(): ReadError {
    return this.#said;
  }
}

function truncate(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
}
