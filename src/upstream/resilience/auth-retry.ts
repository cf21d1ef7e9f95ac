/**
 * Decides whether to fetch another token after an endpoint has denied one, in any form (`contract/answers/refusals`). A missing scope must
 * not cause a token request for every call, so no token is fetched for an endpoint that recently denied a fresh one.
 */
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { type Clock, isAhead } from '@realty-forms/platform/clock.ts';
import { type AbortSignalLike, SimpleAbortSignal } from '@realty-forms/platform/v8/abort-signal.ts';
import { UpstreamFault } from '../faults.ts';
import type { AcquiredToken, TokenSource } from '../token.ts';

export type AuthRetry = Readonly<ReturnType<typeof createAuthRetry>>;

/** How long no other token is fetched for an endpoint that denied a fresh one. */
const DENIAL_MS = 30_000;

export function createAuthRetry(tokens: Pick<TokenSource, 'hasOther' | 'renew'>, clock: Clock) {
  const deniedUntil = new Map<EndpointName, number>();

  const forget = (endpoint: EndpointName): void => {
    deniedUntil.delete(endpoint);
  };
  const record = (endpoint: EndpointName): void => {
    deniedUntil.set(endpoint, clock.now() + DENIAL_MS);
  };
  const mayRenew = (endpoint: EndpointName, { token, isFresh }: AcquiredToken): boolean => {
    if (isFresh) record(endpoint);
    return tokens.hasOther(token) || !isAhead(deniedUntil.get(endpoint) ?? 0, clock, DENIAL_MS);
  };

  /**
   * For a call that is not sent again: has its token replaced for later calls, and returns the fault to report. The fault is retryable if
   * the HTTP status line proves that nothing was executed and another token is being fetched.
   */
  function replace(denial: UpstreamFault, acquired: AcquiredToken): UpstreamFault {
    const { endpoint } = denial;
    if (!mayRenew(endpoint, acquired)) return denial;
    // The next denial is final, unless no other token could be fetched.
    record(endpoint);
    tokens.renew(acquired.token, new SimpleAbortSignal(), endpoint).catch(() => forget(endpoint));
    return denial.isInBody ? denial : notExecuted(denial);
  }

  return {
    /** Notes that the endpoint has accepted a token. */
    forget,
    /** Notes that the endpoint has denied the newest token. */
    record,
    replace,
    /** Another token, with which to send the call once more; throws the denial if that is final. */
    async renew(denial: UpstreamFault, acquired: AcquiredToken, signal: AbortSignalLike): Promise<AcquiredToken> {
      const { endpoint } = denial;
      // Only an error in the HTTP status line proves that a write was not executed. A body may contain any status, even an echo of one that
      // was sent.
      if (denial.isInBody && endpoints[endpoint].effect === 'write') throw replace(denial, acquired);
      if (!mayRenew(endpoint, acquired)) throw denial;
      const next = await tokens.renew(acquired.token, signal, endpoint);
      if (next.token.value !== acquired.token.value) return next;
      record(endpoint);
      throw denial;
    },
  };
}

function notExecuted({ endpoint, status, upstreamType, upstreamMessage }: UpstreamFault): UpstreamFault {
  const message = 'not executed: its token was denied, and another one is being fetched';
  const details = { endpoint, status, sent: false, upstreamType, upstreamMessage };
  return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details);
}

export function isDenial(error: unknown): error is UpstreamFault {
  return error instanceof UpstreamFault && error.code === 'UPSTREAM_ACCESS_DENIED';
}
