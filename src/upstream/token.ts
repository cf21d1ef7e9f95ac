/**
 * The bearer token of client credentials (4.1, 5): fetched once for all waiting callers, cached until shortly before it
 * expires, and replaced when upstream denies it. Transient failures are retried like those of reads, then shared by all
 * waiting callers. They are not cached, but rejected credentials are not sent again immediately either. The token is
 * only read for its expiry, never verified: that is upstream's task. With other processes, it may be one that they have fetched.
 */

import { readNumber } from '../contract/answers/json.ts';
import type { EndpointName } from '../contract/calls/endpoints.ts';
import { type Clock, isAhead } from '../platform/clock.ts';
import { invalidResponse, readResponse } from './answers/response.ts';
import type { AbortSignalLike } from './connections/abort-signal.ts';
import { waitUnlessAborted, withDeadline } from './connections/deadline.ts';
import type { HttpResponse, Transport } from './connections/transport.ts';
import { UpstreamFault } from './faults.ts';
import { NOBODY } from './first-attempt.ts';
import type { Gate } from './resilience/gates.ts';
import type { Retries } from './resilience/retry.ts';
import type { SharedTokens } from './shared-token.ts';

/**
 * JSON as in the specification, or a form as in RFC 6749, with the client's credentials in it (`form`) or, as that prefers
 * (2.3.1), in the header of HTTP Basic authentication (`basic`).
 */
export type TokenBody = 'json' | 'form' | 'basic';

export interface TokenOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** How the token is requested. */
  readonly tokenBody: TokenBody;
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly retries: Retries;
  /** One token for all processes; each fetches its own by default. */
  readonly shared?: SharedTokens | undefined;
  /** Called after every token request: with null for a token, else with the fault. */
  readonly onCall?: (fault: UpstreamFault | null, startedAt: number) => void;
  /** Called for a token that another process has fetched. */
  readonly onOthersToken?: () => void;
}

export interface Token {
  readonly value: string;
  /** By our own clock; the safety margin is already subtracted. */
  readonly usableUntil: number;
}

export interface AcquiredToken {
  readonly token: Token;
  /** It was fetched while this caller waited, so there is no newer one. */
  readonly isFresh: boolean;
}

export type TokenSource = Readonly<ReturnType<typeof createTokenSource>>;

const MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;
/** How long to wait before rejected credentials are sent again. */
const REJECTION_PAUSE_MS = 5_000;
const MAX_REJECTION_PAUSE_MS = 60_000;

export function createTokenSource(transport: Transport, options: TokenOptions) {
  const { clock } = options;
  let { clientSecret } = options;
  /** As returned to callers that did not wait for it (`isFresh` is false). */
  let cached: AcquiredToken | null = null;
  let pendingFetch: Promise<AcquiredToken> | null = null;
  let rejection: { readonly fault: UpstreamFault; readonly until: number } | null = null;

  const usableToken = (): AcquiredToken | null =>
    cached !== null && clock.now() < cached.token.usableUntil ? cached : null;

  // The shared request has a deadline of its own: if one waiting caller aborts, the others still get their token.
  function startFetch(denied: Token | null): Promise<AcquiredToken> {
    const startedAt = clock.now();
    const startedWith = clientSecret;
    const fetching = withDeadline(options.deadlineMs, undefined, async (signal): Promise<AcquiredToken> => {
      const fetch = () =>
        options.retries.run('token', signal, startedAt, () =>
          options.gate.run('token', NOBODY, signal, () => fetchToken(transport, { ...options, clientSecret }, signal)),
        );
      if (options.shared !== undefined) return await options.shared(clientSecret, denied, fetch);
      return { token: await fetch(), isFresh: true };
    }).then(
      (acquired) => {
        cached = { token: acquired.token, isFresh: false };
        if (acquired.isFresh) options.onCall?.(null, startedAt);
        else options.onOthersToken?.();
        return acquired;
      },
      (error: unknown) => {
        if (error instanceof UpstreamFault) {
          const pause = startedWith === clientSecret ? rejectionPauseMs(error) : 0;
          rejection = pause === 0 ? null : { fault: error, until: clock.now() + pause };
          options.onCall?.(error, startedAt);
        }
        throw error;
      },
    );
    const clearPendingFetch = (): void => {
      pendingFetch = null;
    };
    fetching.then(clearPendingFetch, clearPendingFetch);
    return fetching;
  }

  function fetchShared(signal: AbortSignalLike, endpoint: EndpointName, denied: Token | null): Promise<AcquiredToken> {
    if (pendingFetch === null && rejection !== null && isAhead(rejection.until, clock, MAX_REJECTION_PAUSE_MS))
      return Promise.reject(rejection.fault);
    pendingFetch ??= startFetch(denied);
    return waitUnlessAborted(pendingFetch, signal, endpoint);
  }

  return {
    /** The cached token; null if a new one is needed. */
    cachedToken: usableToken,
    /**
     * The cached token, immediately, or a new one. The endpoint is that of the waiting call; it is named in the fault if
     * the wait is aborted.
     */
    get: (signal: AbortSignalLike, endpoint: EndpointName) => usableToken() ?? fetchShared(signal, endpoint, null),
    /** The cached token if it is no longer the denied one, else a new one. The denied one stays cached until the new one arrives. */
    async renew(denied: Token, signal: AbortSignalLike, endpoint: EndpointName): Promise<AcquiredToken> {
      const other = usableToken();
      return other !== null && other.token !== denied ? other : fetchShared(signal, endpoint, denied);
    },
    /** Requests tokens with another secret from now on; the token that it has stays in use. */
    changeSecret(secret: string): void {
      clientSecret = secret;
      rejection = null;
    },
    /** Whether another token than this one is cached or being fetched. */
    hasOther: (token: Token) => pendingFetch !== null || (usableToken()?.token ?? token) !== token,
  };
}

function rejectionPauseMs(fault: UpstreamFault): number {
  if (fault.code === 'UPSTREAM_ACCESS_DENIED' || fault.code === 'UPSTREAM_REJECTED') return REJECTION_PAUSE_MS;
  if (fault.code !== 'UPSTREAM_RATE_LIMITED') return 0;
  return Math.min(MAX_REJECTION_PAUSE_MS, (fault.retryAfterSeconds ?? 0) * 1000 || REJECTION_PAUSE_MS);
}

/** What a single token request needs. */
export type TokenRequest = Pick<TokenOptions, 'clientId' | 'clientSecret' | 'tokenBody' | 'clock'>;

/** Requests a token once, and throws the fault if there is none. */
export async function fetchToken(
  transport: Pick<Transport, 'post'>,
  options: TokenRequest,
  signal: AbortSignalLike,
): Promise<Token> {
  const { headers, body } = tokenRequest(options);
  // The lifetime counts from before the request, so that a slow response never extends it.
  const requestedAt = options.clock.now();
  const response = await transport.post('token', headers, body, signal);
  const secrets = () => [basicCredentials(options), encodeURIComponent(options.clientSecret), options.clientSecret];
  const payload = readResponse('token', response, { clock: options.clock, secrets });
  return readToken(payload as Record<string, unknown>, response, requestedAt);
}

function tokenRequest(options: TokenRequest): { readonly headers: string[]; readonly body: string } {
  const grant = { grant_type: 'client_credentials' };
  const fields = { ...grant, client_id: options.clientId, client_secret: options.clientSecret };
  if (options.tokenBody === 'json')
    return { headers: ['content-type', 'application/json'], body: JSON.stringify(fields) };
  const headers = ['content-type', 'application/x-www-form-urlencoded'];
  if (options.tokenBody === 'form') return { headers, body: new URLSearchParams(fields).toString() };
  headers.push('authorization', `Basic ${basicCredentials(options)}`);
  return { headers, body: new URLSearchParams(grant).toString() };
}

/** Id and secret, form-encoded (RFC 6749, 2.3.1). A space is %20, which is read alike with and without form decoding. */
function basicCredentials({ clientId, clientSecret }: TokenRequest): string {
  return Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
}

function readToken(payload: Record<string, unknown>, response: HttpResponse, requestedAt: number): Token {
  const { access_token: value, token_type: type = 'Bearer', expires_in: expiresIn } = payload;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
    throw invalidResponse('token', response, 'JSON without a token');
  if (String(type).toLowerCase() !== 'bearer')
    throw invalidResponse('token', response, 'JSON with a token that is not a bearer token');
  const lifetime = lifetimeMs(readPositive(expiresIn), readClaims(value), requestedAt);
  if (lifetime === null) throw invalidResponse('token', response, 'JSON with a token that has no expiration');
  return { value, usableUntil: requestedAt + lifetime - Math.min(MARGIN_MS, lifetime * MARGIN_SHARE) };
}

/** The smaller of `expires_in` and the time until `exp`, in milliseconds. */
function lifetimeMs(expiresIn: number | null, claims: Record<string, unknown>, requestedAt: number): number | null {
  const exp = readPositive(claims.exp);
  const issuedAt = readPositive(claims.iat);
  let remainingMs = exp === null ? null : exp * 1000 - requestedAt;
  // If a token has already expired on arrival, the clocks differ, and only its own two times can be compared.
  if (remainingMs !== null && remainingMs <= 0)
    remainingMs = exp !== null && issuedAt !== null && exp > issuedAt ? (exp - issuedAt) * 1000 : null;
  const lifetimes = [expiresIn === null ? null : expiresIn * 1000, remainingMs].filter((lifetime) => lifetime !== null);
  return lifetimes.length === 0 ? null : Math.min(...lifetimes);
}

/** The claims of a JSON Web Token, unverified; an empty object for an opaque token. */
function readClaims(token: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function readPositive(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && number > 0 ? number : null;
}
