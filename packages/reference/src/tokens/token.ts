/**
 * The tokens that this service signs (ES256): its own access tokens (section 5) and, for development, tokens for the gateway's
 * callers. Both use one key but different audiences, so neither kind is ever accepted as the other.
 */

import { API_AUDIENCE, type UpstreamScope } from '@realty-forms/contract/calls/endpoints.ts';
import type { JWTPayload } from 'jose';
import { JOSEError } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { loadSigningKey, type SigningKey } from './keys.ts';

const ALGORITHM = 'ES256';
/** The media type of access tokens in RFC 9068: a second distinction from the callers' tokens. */
const API_TYPE = 'at+jwt';

export interface AccessTokenOptions {
  readonly key: SigningKey;
  /** The service's own URL. */
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly UpstreamScope[];
  readonly lifetimeSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Issues an access token for this service's endpoints. */
export async function issueAccessToken(options: AccessTokenOptions): Promise<string> {
  const { key, clientId } = options;
  const claims = { client_id: clientId, scope: options.scopes.join(' ') };
  return await sign(key, API_TYPE, claims, { ...options, subject: clientId, audience: API_AUDIENCE });
}

export interface AccessClaims {
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
}

/** The claims of an access token of this service; null if it is forged, has another audience, or is expired at `now`. */
export async function verifyAccessToken(
  token: string,
  { key, issuer, now }: Pick<AccessTokenOptions, 'key' | 'issuer' | 'now'>,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [ALGORITHM],
      typ: API_TYPE,
      issuer,
      audience: API_AUDIENCE,
      requiredClaims: ['sub', 'iat', 'exp', 'jti'],
      currentDate: new Date(now),
    });
    return { clientId: String(payload.sub), scopes: new Set(String(payload['scope'] ?? '').split(' ')) };
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
}

export interface CallerTokenOptions {
  readonly dataDir: string;
  readonly issuer: string;
  readonly audience: string;
  readonly role: 'service' | 'coordinator' | 'agent';
  /** The agents that an `agent` or a `coordinator` acts for; empty for a `service`, and for a coordinator of offices. */
  readonly nrdsIds: readonly string[];
  /** The offices of a `coordinator` that names no agents. */
  readonly officeNrdsIds?: readonly string[];
  readonly scopes: readonly string[];
  readonly subject: string;
  readonly lifetimeSeconds: number;
}

/** Issues a development token for a caller of the gateway. Needs no running service: the key is created if it is missing. */
export async function issueCallerToken(options: CallerTokenOptions): Promise<string> {
  const { audience, role, scopes } = options;
  if (audience === API_AUDIENCE) throw new RangeError(`a caller's token cannot have the audience ${API_AUDIENCE}`);
  const claims = { role, scope: scopes.join(' '), ...claimsOf(options) };
  return await sign(loadSigningKey(options.dataDir), 'JWT', claims, { ...options, now: Date.now() });
}

/** The claim that names the agents or offices for whom the caller acts. */
function claimsOf({ role, nrdsIds, officeNrdsIds = [] }: CallerTokenOptions): JWTPayload {
  const count = nrdsIds.length;
  const isAllowed = {
    agent: count > 0 && officeNrdsIds.length === 0,
    coordinator: count > 0 !== officeNrdsIds.length > 0,
    service: count === 0 && officeNrdsIds.length === 0,
  }[role];
  if (!isAllowed) {
    const needs = 'agents need NRDSIDs, coordinators NRDSIDs or offices, services neither';
    throw new RangeError(`role ${role} with ${count} NRDSIDs and ${officeNrdsIds.length} offices: ${needs}`);
  }
  if (role === 'service') return {};
  if (role === 'agent') return { nrds: [...nrdsIds] };
  return count > 0 ? { agents: [...nrdsIds] } : { offices: [...officeNrdsIds] };
}

interface RegisteredClaims {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  readonly lifetimeSeconds: number;
  readonly now: number;
}

async function sign(key: SigningKey, typ: string, claims: JWTPayload, registered: RegisteredClaims): Promise<string> {
  const issuedAt = Math.floor(registered.now / 1000);
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ, kid: key.kid })
    .setIssuer(registered.issuer)
    .setAudience(registered.audience)
    .setSubject(registered.subject)
    .setJti(crypto.randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + registered.lifetimeSeconds)
    .sign(key.privateKey);
}
