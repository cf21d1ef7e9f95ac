/**
 * One request for a token (4.1, 5), and what is read of its response. The token is only read for its expiry, never verified: that is
 * upstream's task.
 */
import { readNumber } from '@realty-forms/contract/answers/json.ts';
import {
  basicCredentials,
  type ClientCredentials,
  type TokenBody,
  tokenRequest,
} from '@realty-forms/contract/calls/token-request.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import { invalidResponse, readResponse } from './answers/response.ts';
import type { HttpResponse, Transport } from './connections/transport.ts';

/** What a single token request needs. */
export interface TokenRequest extends ClientCredentials {
  readonly tokenBody: TokenBody;
  readonly clock: Clock;
}

export interface Token {
  readonly value: string;
  /** By our own clock, less what a call may take to get there. */
  readonly usableUntil: number;
}

/** Subtracted from what is left of a token's life; at most this share of it. */
const TRAVEL_MS = 5_000;
const TRAVEL_SHARE = 0.02;
/** A token whose lifetime nothing states is used until it is denied. */
const UNTIL_DENIED_MS = Number.MAX_SAFE_INTEGER;

/** Requests a token once, and throws the fault if there is none. */
export async function fetchToken(
  transport: Pick<Transport, 'post'>,
  options: TokenRequest,
  signal: AbortSignal,
): Promise<Token> {
  const { headers, body } = tokenRequest(options, options.tokenBody);
  // The lifetime counts from before the request, so that a slow response never extends it.
  const requestedAt = options.clock.now();
  const response = await transport.post('token', headers, body, signal);
  const secrets = () => [basicCredentials(options), encodeURIComponent(options.clientSecret), options.clientSecret];
  const payload = readResponse('token', response, { clock: options.clock, secrets });
  return readToken(payload as Record<string, unknown>, response, requestedAt);
}

function readToken(payload: Record<string, unknown>, response: HttpResponse, requestedAt: number): Token {
  const { access_token: value, token_type: type = 'Bearer', expires_in: expiresIn } = payload;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
    throw invalidResponse('token', response, 'JSON without a token');
  if (String(type).toLowerCase() !== 'bearer')
    throw invalidResponse('token', response, 'JSON with a token that is not a bearer token');
  const lifetime = lifetimeMs(readPositive(expiresIn), readClaims(value), requestedAt) ?? UNTIL_DENIED_MS;
  return { value, usableUntil: requestedAt + lifetime - Math.min(TRAVEL_MS, lifetime * TRAVEL_SHARE) };
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
