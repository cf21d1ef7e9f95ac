/**
 * Identifies the caller: verifies a bearer token (a JWT) and reads the role, NRDS ids and scopes from its claims (access rules 1 and 2).
 * Identity comes from nowhere else, and a missing claim never implies a role. Rejects tokens that are not access tokens, and any encoding
 * of a token other than the issuer's.
 */
import { hash } from 'node:crypto';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { CryptoKey, JWTPayload, JWTVerifyGetKey } from 'jose';
import * as errors from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { LRUCache } from 'lru-cache';
import { GatewayFault } from '../fault.ts';
import { MAX_ID_CHARACTERS } from './identifiers.ts';
import type { KeySet, Keys } from './key-set.ts';

const ALGORITHMS = ['ES256', 'ES384', 'PS256', 'PS384', 'RS256', 'RS384', 'EdDSA', 'Ed25519'];
const CLOCK_SKEW_SECONDS = 30;
const MAX_NRDS_IDS = 20;
/** The most agents or offices in a coordinator's token. */
const MAX_COORDINATED = 500;
/** Enough for 500 agents, and below Node's limit on all headers together. */
const MAX_TOKEN_CHARACTERS = 12_288;
/** How many keys are tried if several fit the token's header. */
const MAX_TRIED_KEYS = 10;
const NO_JWT = 'it is not a JWT in an accepted format';
/** The values of `typ` that an access token may have. A token without one is accepted, because most issuers set none. */
const accessTypes: ReadonlySet<unknown> = new Set([undefined, 'jwt', 'at+jwt']);

/**
 * A coordinator may do for its agents what they may do themselves; a service may do everything for every agent. These are the values of the
 * claim `role`.
 */
export type Role = (typeof allRoles)[number];

const allRoles = ['agent', 'coordinator', 'service'] as const;

export interface Principal {
  readonly role: Role;
  readonly subject: string;
  /** The agents that the caller may act for: 1 to 20 for an agent, 1 to 500 for a coordinator of agents, otherwise none. */
  readonly nrdsIds: readonly string[];
  /** For a coordinator of offices, 1 to 500 offices: it may act for the agents that the directory lists in them. */
  readonly officeNrdsIds?: readonly string[];
  readonly scopes: ReadonlySet<string>;
}

const MAX_LINKED_SUBJECT_BYTES = 128;

/** The subject in the form used in links and the log: one that is too long is replaced by its hash. */
export function shortSubject(subject: string): string {
  if (Buffer.byteLength(subject) <= MAX_LINKED_SUBJECT_BYTES) return subject;
  return `sha256-${hash('sha256', subject, 'base64url')}`;
}

interface VerifierOptions {
  readonly issuer: string;
  /** One of several audiences is enough. */
  readonly audience: string | string[];
  readonly keySet: KeySet;
  readonly clock: Clock;
}

export interface Verify {
  /** Verifies one token. Throws UNAUTHENTICATED if it is invalid, KEYS_UNAVAILABLE if it cannot be verified at the moment. */
  (token: string): Promise<Principal>;
  /** The caller of a token that was verified before and is still valid; null if the token needs full verification. */
  readonly recall?: (token: string) => Principal | null;
  /** When a token that was verified before becomes invalid, in milliseconds since the epoch; null if that is not known. */
  readonly expiry?: (token: string) => number | null;
}

export function createVerifier({ issuer, audience, keySet, clock }: VerifierOptions): Verify {
  const cache = createTokenCache<Principal>();
  const recall = (token: string): Principal | null => {
    const keys = keySet.fresh();
    return keys === null ? null : cache.get(token, keys, clock.now());
  };

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
        return firstMatching(error, (key) => jwtVerify(token, key, options));
      });
    try {
      const { payload, protectedHeader } = await check().catch(async (error: unknown) => {
        // If the token has no key id, or the issuer reuses key ids, a newer set may have the key that signed it.
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        if ((await keySet.renewed()) === keys) throw error;
        return await check();
      });
      if (!accessTypes.has(typeOf(protectedHeader.typ)))
        throw unauthenticated('its `typ` is not that of an access token');
      const principal = readClaims(payload);
      const { exp = 0, nbf = 0 } = payload;
      const from = (nbf - CLOCK_SKEW_SECONDS) * 1000;
      // A newer set may have been fetched meanwhile that lacks this token's key.
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
    return recall(token) ?? (await verify(token));
  };
  return Object.assign(verifyOnce, { recall, expiry: cache.expiry });
}

/** If the token has no key id, or several keys share its id, each key of the right type is tried (RFC 7515, appendix D). */
async function firstMatching<T>(keys: AsyncIterable<CryptoKey>, verify: (key: CryptoKey) => Promise<T>): Promise<T> {
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

/** Whether this is the token's canonical form. Padding, line breaks, another alphabet or unused trailing bits make other forms. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** RFC 9068 and RFC 8725 allow a type in any case, and with the prefix `application/`. */
function typeOf(typ: unknown): unknown {
  return typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;
}

/**
 * Some issuers cannot set the usual claims: Microsoft writes the role into `roles`, and scopes into `scp` or, for an application without a
 * user, into `roles`; Okta writes scopes into `scp`. Beside a `role`, `roles` may be for other applications.
 */
function readClaims({ sub, role: ownRole, roles, nrds, agents, offices, scope, scp }: JWTPayload): Principal {
  if (typeof sub !== 'string' || sub === '') throw unauthenticated('its `sub` claim is not a string, or is blank');
  const role = readRole(ownRole ?? roles);
  const scopeClaim = scope ?? scp ?? (ownRole == null ? roles : null);
  const scopes = new Set(valuesIn(scopeClaim).filter((each) => typeof each === 'string'));
  if (role === 'agent') return { role, subject: sub, nrdsIds: readIds('nrds', nrds, MAX_NRDS_IDS), scopes };
  if (nrds !== undefined) throw unauthenticated(`a ${role} token must not have an \`nrds\` claim`);
  if (role === 'service') return { role, subject: sub, nrdsIds: [], scopes };
  if ((agents === undefined) === (offices === undefined))
    throw unauthenticated('a coordinator token must have either an `agents` claim or an `offices` claim, and not both');
  if (offices === undefined) return { role, subject: sub, nrdsIds: readIds('agents', agents, MAX_COORDINATED), scopes };
  const officeNrdsIds = readIds('offices', offices, MAX_COORDINATED);
  return { role, subject: sub, nrdsIds: [], officeNrdsIds, scopes };
}

/** The one role among those that the claim names; the others are for other applications. */
function readRole(claim: unknown): Role {
  const named: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const [role, ...more] = allRoles.filter((each) => named.includes(each));
  if (role === undefined || more.length > 0)
    throw unauthenticated('its `role`, or else `roles`, must name exactly one of `agent`, `coordinator`, `service`');
  return role;
}

/** The values of a list, or of a text in which spaces or commas separate them: many issuers write a single value as a text. */
function valuesIn(claim: unknown): readonly unknown[] {
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((each) => each !== '');
  return Array.isArray(claim) ? claim : [];
}

function readIds(name: string, claim: unknown, max: number): readonly string[] {
  const ids = valuesIn(claim);
  // Quotation marks are those of a list that the issuer wrote as a text of JSON.
  const isReadable = ids.every(
    (id) => typeof id === 'string' && id !== '' && id.length <= MAX_ID_CHARACTERS && !id.includes('"'),
  );
  if (!isReadable || ids.length === 0 || ids.length > max)
    throw unauthenticated(`its \`${name}\` claim must have 1 to ${max} ids, in a text or a list of texts`);
  return [...new Set(ids as string[])];
}

function unauthenticated(reason: string, cause?: unknown): GatewayFault {
  return new GatewayFault('UNAUTHENTICATED', `Invalid bearer token: ${reason}`, { cause });
}

/** The settings that say what a claim must be. */
const expectedBy: Readonly<Record<string, string>> = { iss: ' (see AUTH_ISSUER)', aud: ' (see AUTH_AUDIENCE)' };

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const problem = error.reason === 'check_failed' ? 'not accepted' : error.reason;
    return `its \`${error.claim}\` claim is ${problem}${expectedBy[error.claim] ?? ''}`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return `its \`alg\` is none of ${ALGORITHMS.join(', ')}`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is invalid';
  if (error instanceof errors.JWKSNoMatchingKey) return 'no key of the issuer matches it';
  return NO_JWT;
}

/**
 * A cache of verified tokens, keyed by their full text, so that the next request need not verify them again. An entry counts from the start
 * of the token's validity to its end, clock skew included, and only with the keys that verified it: once newer keys are fetched, every
 * token is verified again, so that withdrawing a key ends its tokens. Rejected tokens are never cached.
 */
const MAX_TOKENS = 2_000;

interface Verified<Principal> {
  /** The caller that the token identifies. */
  readonly principal: Principal;
  readonly keys: Keys;
  /** Milliseconds since the epoch, skew included: valid from `from`, no longer valid at `until`. */
  readonly from: number;
  readonly until: number;
}

export function createTokenCache<Principal>(max = MAX_TOKENS) {
  const entries = new LRUCache<string, Verified<Principal>>({ max });
  return {
    get(token: string, keys: Keys, now: number): Principal | null {
      const verified = entries.get(token);
      const isValid = verified?.keys === keys && now >= verified.from && now < verified.until;
      return isValid ? verified.principal : null;
    },
    /** When the token's validity ends or has ended, which all of its streams ask; null if it is not cached. */
    expiry: (token: string) => entries.peek(token)?.until ?? null,
    set: (token: string, verified: Verified<Principal>) => void entries.set(token, verified),
  };
}
