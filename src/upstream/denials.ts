/**
 * What follows a token that is denied (401): whether another one is fetched for an endpoint's sake. A scope that we lack must
 * not become a token call for every call, so that where a token was denied for good lately, none is fetched.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { type Clock, isAhead } from '../platform/clock.ts';
import { Cutter } from './cut.ts';
import { UpstreamFault } from './faults.ts';
import type { HeldToken, Token, TokenSource } from './token.ts';

export interface Denials {
  /** The endpoint has accepted a token. */
  readonly forget: (endpoint: EndpointName) => void;
  /** It has denied the newest token there is. */
  readonly note: (endpoint: EndpointName) => void;
  readonly mayRenew: (denied: Token, endpoint: EndpointName) => boolean;
  /**
   * Of a call that is not sent again: has its token replaced for those who come after, and gives the fault to tell. It is a
   * passing one where the HTTP line says that nothing was done, and another token is on its way.
   */
  readonly replace: (denial: UpstreamFault, held: HeldToken) => UpstreamFault;
}

/** How long an endpoint's denial of a fresh token stands before a new token is fetched for its sake again. */
const DENIAL_MS = 30_000;

export function createDenials(tokens: Pick<TokenSource, 'hasOther' | 'renew'>, clock: Clock): Denials {
  const until = new Map<EndpointName, number>();

  const forget = (endpoint: EndpointName): void => {
    until.delete(endpoint);
  };
  const note = (endpoint: EndpointName): void => {
    until.set(endpoint, clock.now() + DENIAL_MS);
  };
  const mayRenew = (denied: Token, endpoint: EndpointName): boolean =>
    tokens.hasOther(denied) || !isAhead(until.get(endpoint) ?? 0, clock, DENIAL_MS);

  return {
    forget,
    note,
    mayRenew,
    replace(denial, { token, fresh }) {
      const { endpoint, status, upstreamType, upstreamMessage } = denial;
      if (fresh) note(endpoint);
      if (!mayRenew(token, endpoint)) return denial;
      // The next denial is final, unless there was no other token to be had.
      note(endpoint);
      tokens.renew(token, new Cutter(), endpoint).catch(() => forget(endpoint));
      if (denial.isInBody) return denial;
      const message = 'not carried out: its token was denied, and another one is fetched';
      const details = { endpoint, status, sent: false, upstreamType, upstreamMessage };
      return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details);
    },
  };
}

export function isDenial(error: unknown): error is UpstreamFault {
  return error instanceof UpstreamFault && error.code === 'UPSTREAM_ACCESS_DENIED';
}
