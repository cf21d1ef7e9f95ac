/**
 * The tokens this service signs (ES256): its own access tokens (section 5) and, for development, those of the gateway's
 * callers. One key, two audiences: neither kind is ever taken for the other.
 */
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { UpstreamScope } from '../contract/endpoints.ts';
import { API_AUDIENCE } from './audience.ts';
import { loadSigningKey, type SigningKey } from './keys.ts';

const ALGORITHM = 'ES256';
/** The media type that RFC 9068 gives access tokens: a second difference from the callers' tokens. */
const API_TYPE = 'at+jwt';

export interface AccessTokenOptions {
  readonly key: SigningKey;
  /** The service's own address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly UpstreamScope[];
  readonly lifetimeSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A token for calls to this service's endpoints. */
export async function issueAccessToken(options: AccessTokenOptions): Promise<string> {
  const { key, clientId } = options;
  const claims = { client_id: clientId, scope: options.scopes.join(' ') };
  return await sign(key, API_TYPE, claims, { ...options, subject: clientId, audience: API_AUDIENCE });
}

export interface AccessClaims {
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
}

/** The claims of one of this service's own access tokens, or null: forged, of another audience, or expired by `now`. */
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
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

export interface CallerTokenOptions {
  readonly dataDir: string;
  readonly issuer: string;
  readonly audience: string;
  readonly role: 'service' | 'agent';
  /** The agents that an `agent` caller acts for; a `service` caller has none. */
  readonly nrdsIds: readonly string[];
  readonly scopes: readonly string[];
  readonly subject: string;
  readonly lifetimeSeconds: number;
}

/** A development token for a caller of the gateway. Needs no running service: the key is made where there is none. */
export async function issueCallerToken(options: CallerTokenOptions): Promise<string> {
  const { role, nrdsIds, audience } = options;
  if (audience === API_AUDIENCE) throw new RangeError(`a caller's token cannot have the audience ${API_AUDIENCE}`);
  if ((role === 'agent') !== nrdsIds.length > 0) {
    throw new RangeError(`role ${role} with ${nrdsIds.length} NRDSIDs: agents need at least one, services have none`);
  }
  const claims = { role, scope: options.scopes.join(' '), ...(role === 'agent' ? { nrds: [...nrdsIds] } : {}) };
  return await sign(await loadSigningKey(options.dataDir), 'JWT', claims, { ...options, now: Date.now() });
}

interface Registered {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  readonly lifetimeSeconds: number;
  readonly now: number;
}

async function sign(key: SigningKey, typ: string, claims: JWTPayload, registered: Registered): Promise<string> {
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
