/** Whose fault each fault is: one row a code, exhaustive by type. What no row foresees is the gateway's. */
import type { Party } from '../platform/request-facts.ts';
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
  // The issuer of the callers' tokens stands behind the gateway too.
  KEYS_UNAVAILABLE: 'upstream',
  UPSTREAM_UNAVAILABLE: 'upstream',
  UPSTREAM_TIMEOUT: 'upstream',
  UPSTREAM_INVALID: 'upstream',
  UPSTREAM_RATE_LIMITED: 'upstream',
  // It is the gateway's own queue that is full.
  OVERLOADED: 'gateway',
  // The request is the gateway's, which promises to send none that upstream does not take.
  UPSTREAM_REJECTED: 'gateway',
  // So are the credentials.
  UPSTREAM_ACCESS_DENIED: 'gateway',
  // Nobody gives a call up but who has asked for it.
  ABORTED: 'caller',
} as const satisfies Record<GatewayFaultCode | UpstreamFaultCode, Party>;
