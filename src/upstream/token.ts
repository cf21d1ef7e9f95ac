/**
 * The bearer token of client credentials (4.1, 5): fetched once for all waiting callers, cached until shortly before it
 * expires, and replaced when upstream denies it. The first call in its last minute has it renewed and goes on with it: nobody waits
 * for another token while one can be used. Transient failures are retried like those of reads, then shared by all waiting callers.
 * They are not cached, but rejected credentials are not sent again immediately either. With other processes, it may be one that
 * they have fetched.
 */

import type { EndpointName } from '../contract/calls/endpoints.ts';
import { isAhead } from '../platform/clock.ts';
import type { AbortSignalLike } from './connections/abort-signal.ts';
import { waitUnlessAborted, withDeadline } from './connections/deadline.ts';
import type { Transport } from './connections/transport.ts';
import { UpstreamFault } from './faults.ts';
import { NOBODY } from './first-attempt.ts';
import type { Gate } from './resilience/gates.ts';
import type { Retries } from './resilience/retry.ts';
import type { Replaced, SharedTokens } from './shared-token.ts';
import { fetchToken, type Token, type TokenRequest } from './token-request.ts';

export interface TokenOptions extends TokenRequest {
  readonly deadlineMs: number;
  readonly gate: Gate;
  readonly retries: Retries;
  /** One token for all processes; each fetches its own by default. */
  readonly shared?: SharedTokens | undefined;
  /** Called after every token request: with null for a token, else with the fault. */
  readonly onCall?: (fault: UpstreamFault | null, startedAt: number) => void;
  /** Called for a token that another process has fetched. */
  readonly onOthersToken?: () => void;
}

export interface AcquiredToken {
  readonly token: Token;
  /** It was fetched while this caller waited, so there is no newer one. */
  readonly isFresh: boolean;
  /** It was fetched while the other processes could not be reached: any of them may have ended it by fetching another. */
  readonly isAlone?: boolean;
}

export type TokenSource = Readonly<ReturnType<typeof createTokenSource>>;

/** How long before its end a token is renewed; at most this share of its life. */
const RENEWAL_MS = 60_000;
const RENEWAL_SHARE = 0.1;
/** After a renewal that failed, the next one begins when this share of the token's rest is over. */
const RENEWAL_PAUSE_SHARE = 0.25;
const MIN_RENEWAL_PAUSE_MS = 1_000;
/** How long to wait before rejected credentials are sent again. */
const REJECTION_PAUSE_MS = 5_000;
const MAX_REJECTION_PAUSE_MS = 60_000;

export function createTokenSource(transport: Transport, options: TokenOptions) {
  const { clientSecret, clock } = options;
  /** As returned to callers that did not wait for it (`isFresh` is false). */
  let cached: AcquiredToken | null = null;
  let pendingFetch: Promise<AcquiredToken> | null = null;
  let rejection: { readonly fault: UpstreamFault; readonly until: number } | null = null;
  /** From when on the cached token is renewed. */
  let renewFrom = 0;
  /** The renewal under way; never rejects. */
  let renewing: Promise<void> | null = null;

  const usableToken = (): AcquiredToken | null =>
    cached !== null && clock.now() < cached.token.usableUntil ? cached : null;
  const isRejected = (): boolean => rejection !== null && isAhead(rejection.until, clock, MAX_REJECTION_PAUSE_MS);

  // The shared request has a deadline of its own: if one waiting caller aborts, the others still get their token.
  function fetchFor(replaced: Replaced | null): Promise<AcquiredToken> {
    const startedAt = clock.now();
    return withDeadline(options.deadlineMs, undefined, async (signal): Promise<AcquiredToken> => {
      const fetch = () =>
        options.retries.run('token', signal, startedAt, () =>
          options.gate.run('token', NOBODY, signal, () => fetchToken(transport, options, signal)),
        );
      if (options.shared !== undefined) return await options.shared(clientSecret, replaced, fetch);
      return { token: await fetch(), isFresh: true };
    }).then(
      (acquired) => {
        if (acquired.token !== cached?.token) cache(acquired);
        if (acquired.isFresh) options.onCall?.(null, startedAt);
        else options.onOthersToken?.();
        return acquired;
      },
      (error: unknown) => {
        if (error instanceof UpstreamFault) {
          const pause = rejectionPauseMs(error);
          rejection = pause === 0 ? null : { fault: error, until: clock.now() + pause };
          options.onCall?.(error, startedAt);
        }
        throw error;
      },
    );
  }

  function cache(acquired: AcquiredToken): void {
    const { token } = acquired;
    cached = { ...acquired, isFresh: false };
    const restMs = token.usableUntil - clock.now();
    renewFrom = token.usableUntil - Math.min(RENEWAL_MS, restMs * RENEWAL_SHARE);
  }

  function renewEarly(old: Token): void {
    if (renewing !== null || pendingFetch !== null || isRejected()) return;
    const end = (): void => {
      renewing = null;
      if (cached?.token !== old) return;
      const restMs = old.usableUntil - clock.now();
      renewFrom = clock.now() + Math.max(MIN_RENEWAL_PAUSE_MS, restMs * RENEWAL_PAUSE_SHARE);
    };
    renewing = fetchFor({ token: old, isDenied: false }).then(end, end);
  }

  /** The cached token, which is renewed meanwhile if it is about to expire. */
  function tokenInUse(): AcquiredToken | null {
    const usable = usableToken();
    if (usable !== null && clock.now() >= renewFrom) renewEarly(usable.token);
    return usable;
  }

  async function fetchShared(
    signal: AbortSignalLike,
    endpoint: EndpointName,
    denied: Token | null,
  ): Promise<AcquiredToken> {
    if (renewing !== null) {
      await waitUnlessAborted(renewing, signal, endpoint);
      const renewed = usableToken();
      if (renewed !== null && renewed.token !== denied) return renewed;
    }
    if (pendingFetch === null && rejection !== null && isRejected()) throw rejection.fault;
    pendingFetch ??= fetchFor(denied && { token: denied, isDenied: true }).finally(() => {
      pendingFetch = null;
    });
    return await waitUnlessAborted(pendingFetch, signal, endpoint);
  }

  return {
    /** The cached token; null if a new one is needed. */
    cachedToken: tokenInUse,
    /**
     * The cached token, immediately, or a new one. The endpoint is that of the waiting call; it is named in the fault if
     * the wait is aborted.
     */
    async get(signal: AbortSignalLike, endpoint: EndpointName): Promise<AcquiredToken> {
      return tokenInUse() ?? (await fetchShared(signal, endpoint, null));
    },
    /** The cached token if it is no longer the denied one, else a new one. The denied one stays cached until the new one arrives. */
    async renew(denied: Token, signal: AbortSignalLike, endpoint: EndpointName): Promise<AcquiredToken> {
      const other = usableToken();
      return other !== null && other.token !== denied ? other : fetchShared(signal, endpoint, denied);
    },
    /** Whether another token than this one is cached or being fetched. */
    hasOther: (token: Token) => pendingFetch !== null || renewing !== null || (usableToken()?.token ?? token) !== token,
  };
}

function rejectionPauseMs(fault: UpstreamFault): number {
  if (fault.code === 'UPSTREAM_ACCESS_DENIED' || fault.code === 'UPSTREAM_REJECTED') return REJECTION_PAUSE_MS;
  if (fault.code !== 'UPSTREAM_RATE_LIMITED') return 0;
  return Math.min(MAX_REJECTION_PAUSE_MS, (fault.retryAfterSeconds ?? 0) * 1000 || REJECTION_PAUSE_MS);
}
