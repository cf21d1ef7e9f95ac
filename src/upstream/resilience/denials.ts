/**
 * Decides whether another token is fetched after an endpoint has denied one, in any form (`contract/answers/refusals`). A missing scope must not cause a
 * token request for every call, so no token is fetched for an endpoint that recently denied a fresh one. If another process may have
 * ended the token, its denial says nothing about the endpoint.
 */
import type { EndpointName } from '../../contract/calls/endpoints.ts';
import { type Clock, isAhead } from '../../platform/clock.ts';
import { SimpleAbortSignal } from '../connections/abort-signal.ts';
import { UpstreamFault } from '../faults.ts';
import type { AcquiredToken, TokenSource } from '../token.ts';
import type { Token } from '../token-request.ts';

export type Denials = Readonly<ReturnType<typeof createDenials>>;

/** How long an endpoint's denial of a fresh token keeps other tokens from being fetched for it. */
const DENIAL_MS = 30_000;

export function createDenials(tokens: Pick<TokenSource, 'hasOther' | 'renew'>, clock: Clock) {
  const deniedUntil = new Map<EndpointName, number>();

  const forget = (endpoint: EndpointName): void => {
    deniedUntil.delete(endpoint);
  };
  const record = (endpoint: EndpointName, { isAlone }: Pick<AcquiredToken, 'isAlone'>): void => {
    if (isAlone !== true) deniedUntil.set(endpoint, clock.now() + DENIAL_MS);
  };
  const mayRenew = (denied: Token, endpoint: EndpointName): boolean =>
    tokens.hasOther(denied) || !isAhead(deniedUntil.get(endpoint) ?? 0, clock, DENIAL_MS);

  return {
    /** Notes that the endpoint has accepted a token. */
    forget,
    /** Notes that the endpoint has denied this token, the newest there is. */
    record,
    mayRenew,
    /** The fault to report of a call whose token was denied, and that is not sent again. */
    faultOf(denial: UpstreamFault, { isAlone }: AcquiredToken): UpstreamFault {
      return isAlone === true
        ? notExecuted(denial, 'its token was denied, which another process that cannot be reached may have ended')
        : denial;
    },
    /**
     * For a call that is not sent again: has its token replaced for later calls, and returns the fault to report. The
     * fault is retryable if the HTTP status line proves that nothing was executed and another token is being fetched.
     */
    replace(denial: UpstreamFault, acquired: AcquiredToken): UpstreamFault {
      const { endpoint } = denial;
      const { token, isFresh } = acquired;
      if (isFresh) record(endpoint, acquired);
      if (!mayRenew(token, endpoint)) return denial;
      // The next denial is final, unless no other token could be fetched, or only one that others may end.
      record(endpoint, {});
      const forgetIfAlone = ({ isAlone }: AcquiredToken): void => {
        if (isAlone === true) forget(endpoint);
      };
      tokens.renew(token, new SimpleAbortSignal(), endpoint).then(forgetIfAlone, () => forget(endpoint));
      return denial.isInBody ? denial : notExecuted(denial, 'its token was denied, and another one is being fetched');
    },
  };
}

function notExecuted(
  { endpoint, status, upstreamType, upstreamMessage }: UpstreamFault,
  reason: string,
): UpstreamFault {
  const details = { endpoint, status, sent: false, upstreamType, upstreamMessage };
  return new UpstreamFault('UPSTREAM_UNAVAILABLE', `not executed: ${reason}`, details);
}

export function isDenial(error: unknown): error is UpstreamFault {
  return error instanceof UpstreamFault && error.code === 'UPSTREAM_ACCESS_DENIED';
}
