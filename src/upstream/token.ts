/**
 * The bearer token for client credentials (4.1, 5): fetched once for all waiting callers, cached until shortly before it expires, and
 * replaced when upstream denies it, unless it is new: a missing scope must not cause token requests again and again. In the last minute of a
 * token, the first call starts its renewal and continues with the old one: nobody waits for another token while one can be used. Transient
 * failures are retried like those of reads, then shared by all waiting callers. They are not cached, but rejected credentials are not sent
 * again immediately either.
 */
import { readNumber } from '@realty-forms/contract/answers/json.ts';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { type ClientCredentials, type TokenBody, tokenRequest } from '@realty-forms/contract/calls/request-style.ts';
import { type Clock, elapsedSince, isAhead } from '@realty-forms/platform/clock.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { credentialSecrets } from './answers/redaction.ts';
import { invalidResponse, readResponse } from './answers/response.ts';
import { waitUnlessAborted, withDeadline } from './connections/deadline.ts';
import type { HttpResponse, Transport } from './connections/transport.ts';
import { UpstreamFault } from './faults.ts';
import type { Retries } from './resilience/retry.ts';

interface TokenOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly retries: Retries;
  /** Requests a token once. */
  readonly fetch: (signal: AbortSignalLike) => Promise<Token>;
  /** Called after every token request, with null if it got a token, otherwise with the fault. */
  readonly onCall: (fault: UpstreamFault | null, startedAt: number) => void;
}

export type TokenSource = Readonly<ReturnType<typeof createTokenSource>>;

/** How long before its end a token is renewed; at most this share of its life. */
const RENEWAL_MS = 60_000;
const RENEWAL_SHARE = 0.1;
/**
 * The pause after a failed renewal, and before rejected credentials are sent again. A token younger than that is not replaced: if it is
 * denied, another one would be denied too.
 */
const PAUSE_MS = 5_000;
/** The same for an endpoint that has accepted no token since it had one replaced: its scope is probably missing. */
const UNPROVEN_PAUSE_MS = 30_000;
const MAX_REJECTION_PAUSE_MS = 60_000;

export function createTokenSource({ clock, deadlineMs, retries, fetch, onCall }: TokenOptions) {
  let cached: Token | null = null;
  let fetching: Promise<Token> | null = null;
  let rejection: { readonly fault: UpstreamFault; readonly until: number } | null = null;
  /** When the renewal of the cached token is due. */
  let renewFrom = 0;
  /** The endpoints that have had a token replaced, and have accepted none since. */
  const unproven = new Set<EndpointName>();

  const usableToken = (): Token | null => (cached !== null && clock.now() < cached.usableUntil ? cached : null);
  const isRejected = (): boolean => rejection !== null && isAhead(rejection.until, clock, MAX_REJECTION_PAUSE_MS);

  /** The shared request has its own deadline: if one waiting caller aborts, the others still get their token. */
  async function fetchToken(): Promise<Token> {
    const startedAt = clock.now();
    try {
      const token = await withDeadline(deadlineMs, undefined, (signal) =>
        retries.run('token', signal, startedAt, () => fetch(signal)),
      );
      cached = token;
      renewFrom = token.usableUntil - Math.min(RENEWAL_MS, (token.usableUntil - clock.now()) * RENEWAL_SHARE);
      onCall(null, startedAt);
      return token;
    } catch (error) {
      if (error instanceof UpstreamFault) {
        const pause = rejectionPauseMs(error);
        rejection = pause === 0 ? null : { fault: error, until: clock.now() + pause };
        onCall(error, startedAt);
      }
      throw error;
    }
  }

  function fetchShared(): Promise<Token> {
    fetching ??= fetchToken().finally(() => {
      fetching = null;
    });
    return fetching;
  }

  function renewEarly(): void {
    if (fetching !== null || isRejected()) return;
    fetchShared().catch(() => {
      renewFrom = clock.now() + PAUSE_MS;
    });
  }

  async function waitForToken(signal: AbortSignalLike, endpoint: EndpointName): Promise<Token> {
    if (fetching === null && rejection !== null && isRejected()) throw rejection.fault;
    return await waitUnlessAborted(fetchShared(), signal, endpoint);
  }

  return {
    /**
     * The cached token, which is renewed in the background if it is about to expire, or a new one. `endpoint` is that of the waiting call;
     * the fault names it if the wait is aborted.
     */
    async get(signal: AbortSignalLike, endpoint: EndpointName): Promise<Token> {
      const token = usableToken();
      if (token === null) return await waitForToken(signal, endpoint);
      if (clock.now() >= renewFrom) renewEarly();
      return token;
    },
    /** Another token in place of a denied one, which stays cached until the new one arrives; null if the denial is final. */
    replace(denied: Token, signal: AbortSignalLike, endpoint: EndpointName): Promise<Token> | null {
      const token = usableToken();
      if (token !== null && token !== denied) return Promise.resolve(token);
      const pauseMs = unproven.has(endpoint) ? UNPROVEN_PAUSE_MS : PAUSE_MS;
      if (token === denied && elapsedSince(denied.requestedAt, clock) < pauseMs) return null;
      return waitForToken(signal, endpoint).then((next) => {
        unproven.add(endpoint);
        return next;
      });
    },
    /** The endpoint has accepted a token. */
    accept(endpoint: EndpointName): void {
      unproven.delete(endpoint);
    },
  };
}

function rejectionPauseMs(fault: UpstreamFault): number {
  if (fault.code === 'UPSTREAM_ACCESS_DENIED' || fault.code === 'UPSTREAM_REJECTED') return PAUSE_MS;
  if (fault.code !== 'UPSTREAM_RATE_LIMITED') return 0;
  return Math.min(MAX_REJECTION_PAUSE_MS, (fault.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS);
}

/** What a single token request needs. */
interface TokenRequest extends ClientCredentials {
  readonly tokenBody: TokenBody;
  readonly clock: Clock;
}

export interface Token {
  readonly value: string;
  readonly requestedAt: number;
  /** By our own clock, minus the time that a call may take to arrive. */
  readonly usableUntil: number;
}

/** Subtracted from a token's remaining life; at most this share of it. */
const TRAVEL_MS = 5_000;
const TRAVEL_SHARE = 0.02;
/** A token without a stated lifetime is used until it is denied. */
const UNTIL_DENIED_MS = Number.MAX_SAFE_INTEGER;

/** Requests a token once, and throws the fault if there is none. */
export async function fetchToken(
  transport: Pick<Transport, 'post'>,
  options: TokenRequest,
  signal: AbortSignalLike,
): Promise<Token> {
  const { headers, body } = tokenRequest(options, options.tokenBody);
  // The lifetime counts from before the request, so that a slow response never extends it.
  const requestedAt = options.clock.now();
  const response = await transport.post('token', headers, body, signal);
  const secrets = () => credentialSecrets(options);
  const payload = readResponse('token', response, { clock: options.clock, secrets });
  return readToken(payload as Record<string, unknown>, response, requestedAt);
}

function readToken(payload: Record<string, unknown>, response: HttpResponse, requestedAt: number): Token {
  const { access_token: value, token_type: type = 'Bearer', expires_in: expiresIn } = payload;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
    throw invalidResponse('token', response, 'JSON without a token');
  if (String(type).toLowerCase() !== 'bearer')
    throw invalidResponse('token', response, 'JSON with a token that is not a bearer token');
  const seconds = readNumber(expiresIn);
  const lifetime = seconds !== null && seconds > 0 ? seconds * 1_000 : UNTIL_DENIED_MS;
  return { value, requestedAt, usableUntil: requestedAt + lifetime - Math.min(TRAVEL_MS, lifetime * TRAVEL_SHARE) };
}
