/** Who is responsible for each fault: one row per code, exhaustive by type. An error without a code is the gateway's. */
import type { Party } from '../platform/observing/request-facts.ts';
import type { GatewayFaultCode, UpstreamFaultCode } from './fault.ts';

export const partyOf = {
  UNAUTHENTICATED: 'caller',
  FORBIDDEN: 'caller',
  NOT_FOUND: 'caller',
  BAD_USER_INPUT: 'caller',
  INVALID_CURSOR: 'caller',
  QUERY_TOO_COSTLY: 'caller',
  QUERY_TOO_LARGE: 'caller',
  LINK_EXPIRED: 'caller',
  IDEMPOTENCY_MISMATCH: 'caller',
  IDEMPOTENCY_IN_PROGRESS: 'caller',
  LEDGER_UNAVAILABLE: 'gateway',
  CALLER_RESPONSES_FULL: 'caller',
  RESPONSES_FULL: 'gateway',
  // The issuer of the callers' tokens counts as upstream too.
  KEYS_UNAVAILABLE: 'upstream',
  UPSTREAM_UNAVAILABLE: 'upstream',
  UPSTREAM_TIMEOUT: 'upstream',
  UPSTREAM_INVALID: 'upstream',
  UPSTREAM_RATE_LIMITED: 'upstream',
  // The queue that is full is the gateway's own.
  OVERLOADED: 'gateway',
  // The gateway promises to send only requests that upstream accepts.
  UPSTREAM_REJECTED: 'gateway',
  // The credentials are the gateway's.
  UPSTREAM_ACCESS_DENIED: 'gateway',
  // Only the caller aborts a call.
  ABORTED: 'caller',
} as const satisfies Record<GatewayFaultCode | UpstreamFaultCode, Party>;
