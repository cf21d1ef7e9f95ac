/**
 * Identifies the caller: verifies a bearer token (a JWT) and reads the role, NRDS ids and scopes from its claims (access
 * rules 1 and 2). Identity comes from nowhere else, and no role is inferred from a missing claim. Rejects tokens that are not
 * access tokens, and every encoding of a token but the one that its issuer wrote.
 */

import type { Clock } from '@realty-forms/platform/clock.ts';
import type { CryptoKey, JWTPayload, JWTVerifyGetKey } from 'jose';
import * as errors from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { GatewayFault } from '../fault.ts';
import type { KeySet, Keys } from './key-set.ts';
import { createTokenCache } from './token-cache.ts';

const ALGORITHMS = ['ES256', 'ES384', 'PS256', 'PS384', 'RS256', 'RS384', 'EdDSA', 'Ed25519'];
const CLOCK_SKEW_SECONDS = 30;
const MAX_NRDS_IDS = 20;
const MAX_TOKEN_CHARACTERS = 8_192;
/** How many keys are tried for a token whose header fits several. */
const MAX_TRIED_KEYS = 10;
const NO_JWT = 'it is not a JWT in an accepted format';
/** The values of `typ` that an access token may have. A token without one is accepted, because most issuers set none. */
const accessTypes: ReadonlySet<unknown> = new Set([undefined, 'jwt', 'at+jwt']);

export interface Principal {
  readonly role: 'agent' | 'service';
  readonly subject: string;
  /** 1 to 20 for an agent, none for a service. */
  readonly nrdsIds: readonly string[];
  readonly scopes: ReadonlySet<string>;
}

export interface VerifierOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keySet: KeySet;
  readonly clock: Clock;
}

export interface Verify {
  /** Verifies one token. Throws UNAUTHENTICATED if it is invalid, KEYS_UNAVAILABLE if it cannot be verified for now. */
  (token: string): Promise<Principal>;
  /** The caller of a token that was verified before and is still valid; null if the token has to be verified in full. */
  readonly recall?: (token: string) => Principal | null;
  /** When a token that was verified before ceases to be valid, in milliseconds since the epoch; null if that is not known. */
  readonly expiry?: (token: string) => number | null;
}

export function createVerifier({ issuer, audience, keySet, clock }: VerifierOptions): Verify {
  const cache = createTokenCache<Principal>();
  const recall = async (token: string): Promise<Principal | null> =>
    cache.has(token) ? cache.get(token, await keySet.current(), clock.now()) : null;

  const verify = async (token: string): Promise<Principal> => {
    if (!isCanonical(token)) throw unauthenticated(NO_JWT);
    const options = {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', 'sub'],
    };
    let keys: Keys | null = null;
    const findKey: JWTVerifyGetKey = async (header, jws) => {
      await keySet.current();
      keys = keySet.settled();
      return await keySet.find(header, jws);
    };
    const check = () =>
      jwtVerify(token, findKey, options).catch((error: unknown) => {
        if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
        return firstThatFits(error, (key) => jwtVerify(token, key, options));
      });
    try {
      const { payload, protectedHeader } = await check().catch(async (error: unknown) => {
        // Under a key id that is used again, or without one, the signature is by a key that only a newer set has.
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        if ((await keySet.renewed()) === keys) throw error;
        return await check();
      });
      if (!accessTypes.has(typeOf(protectedHeader.typ)))
        throw unauthenticated('its `typ` is not that of an access token');
      const principal = readClaims(payload);
      const { exp = 0, nbf = 0 } = payload;
      const from = (nbf - CLOCK_SKEW_SECONDS) * 1000;
      // Other keys may have come meanwhile, and lack this token's.
      if (keys !== null && keys === keySet.settled()) {
        cache.set(token, { principal, keys, from, until: (exp + CLOCK_SKEW_SECONDS) * 1000 });
      }
      return principal;
    } catch (error) {
      throw error instanceof errors.JOSEError ? unauthenticated(reasonOf(error), error) : error;
    }
  };

  const verifyOnce = async (token: string): Promise<Principal> => {
    if (token.length > MAX_TOKEN_CHARACTERS)
      throw unauthenticated(`it has more than ${MAX_TOKEN_CHARACTERS} characters`);
    return (await recall(token)) ?? (await verify(token));
  };
  return Object.assign(verifyOnce, {
    recall(token: string): Principal | null {
      const keys = keySet.fresh();
      return keys === null ? null : cache.get(token, keys, clock.now());
    },
    expiry: cache.expiry,
  });
}

/** Without a key id, and with one that several keys have, each key of the right type is tried (RFC 7515, appendix D). */
async function firstThatFits<T>(keys: AsyncIterable<CryptoKey>, verify: (key: CryptoKey) => Promise<T>): Promise<T> {
  let tried = 0;
  for await (const key of keys) {
    if (tried === MAX_TRIED_KEYS) {
      throw unauthenticated(`more than ${MAX_TRIED_KEYS} keys of the issuer match it: it needs a key id (\`kid\`)`);
    }
    tried += 1;
    try {
      return await verify(key);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/** Whether this is the token's canonical form: padding, line breaks, another alphabet or unused trailing bits make other forms. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** RFC 9068 and RFC 8725 allow a type in any case, and with the prefix `application/`. */
function typeOf(typ: unknown): unknown {
  return typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;
}

function readClaims({ sub, role, nrds, scope }: JWTPayload): Principal {
  if (typeof sub !== 'string' || sub === '') throw unauthenticated('its `sub` claim is not a string, or is blank');
  const scopes = new Set(typeof scope === 'string' ? scope.split(' ').filter((each) => each !== '') : []);
  if (role === 'service') {
    if (nrds !== undefined) throw unauthenticated('a service token must not have an `nrds` claim');
    return { role, subject: sub, nrdsIds: [], scopes };
  }
  if (role !== 'agent') throw unauthenticated('its `role` claim is neither `agent` nor `service`');
  const nrdsIds: unknown[] = Array.isArray(nrds) ? nrds : [];
  const isReadable = nrdsIds.every((id) => typeof id === 'string' && id !== '' && id.length <= 64);
  if (!isReadable || nrdsIds.length === 0 || nrdsIds.length > MAX_NRDS_IDS) {
    throw unauthenticated(`an agent's \`nrds\` claim must be a list of 1 to ${MAX_NRDS_IDS} ids`);
  }
  return { role, subject: sub, nrdsIds: [...new Set(nrdsIds as string[])], scopes };
}

function unauthenticated(reason: string, cause?: unknown): GatewayFault {
  return new GatewayFault('UNAUTHENTICATED', `Invalid bearer token: ${reason}`, { cause });
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `its \`${error.claim}\` claim is not accepted`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is invalid';
  if (error instanceof errors.JWKSNoMatchingKey) return 'no key of the issuer matches it';
  return NO_JWT;
}
