/**
 * Who calls: verifies a bearer token (a JWT) and reads role, NRDS ids and scopes from its claims (access rules 1 and 2). No
 * identity comes from anywhere else, and no role is inferred from a claim that is missing. Refuses tokens made for something
 * else than access, and every spelling of a token but the one that its issuer wrote.
 */
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import type { Clock } from '../platform/clock.ts';
import { GatewayFault } from './fault.ts';
import type { KeySet, KeySetDocument } from './key-set.ts';
import { createTokenCache } from './token-cache.ts';

const ALGORITHMS = ['ES256', 'ES384', 'PS256', 'PS384', 'RS256', 'RS384', 'EdDSA', 'Ed25519'];
const CLOCK_SKEW_SECONDS = 30;
const MAX_NRDS_IDS = 20;
const MAX_TOKEN_CHARACTERS = 8_192;
const NO_JWT = 'it is not a JWT in an accepted format';
/** What `typ` may say of a token for access; a token that says nothing is taken for one, as most issuers' are. */
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
  /** Verifies one token. Throws UNAUTHENTICATED for one that is not good, KEYS_UNAVAILABLE where that cannot be told. */
  (token: string): Promise<Principal>;
  /** Whom a token speaks for that was verified before and still counts; null where that takes longer to tell. */
  readonly recall?: (token: string) => Principal | null;
}

export function createVerifier({ issuer, audience, keySet, clock }: VerifierOptions): Verify {
  const finders = new WeakMap<KeySetDocument, ReturnType<typeof createLocalJWKSet>>();
  const finderOf = (document: KeySetDocument) => {
    const finder = finders.get(document) ?? createLocalJWKSet(document as unknown as JSONWebKeySet);
    finders.set(document, finder);
    return finder;
  };
  const cache = createTokenCache<Principal>();
  const recall = async (token: string): Promise<Principal | null> =>
    cache.has(token) ? cache.get(token, await keySet.current(), clock.now()) : null;

  const verify = async (token: string): Promise<Principal> => {
    if (!isCanonical(token)) throw refused(NO_JWT);
    let document: KeySetDocument | undefined;
    const findKey = async (header: Parameters<ReturnType<typeof createLocalJWKSet>>[0], jws: FlattenedJWSInput) => {
      document = await keySet.current();
      try {
        return await finderOf(document)(header, jws);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        document = await keySet.renew(document);
        return finderOf(document)(header, jws);
      }
    };
    try {
      const { payload, protectedHeader } = await jwtVerify(token, findKey, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'sub'],
      });
      if (!accessTypes.has(typeOf(protectedHeader.typ))) throw refused('its `typ` is not that of an access token');
      const principal = readClaims(payload);
      const { exp = 0, nbf = 0 } = payload;
      const from = (nbf - CLOCK_SKEW_SECONDS) * 1000;
      if (document !== undefined) {
        cache.keep(token, { principal, document, from, until: (exp + CLOCK_SKEW_SECONDS) * 1000 });
      }
      return principal;
    } catch (error) {
      throw error instanceof errors.JOSEError ? refused(reasonOf(error), error) : error;
    }
  };

  const verifyOnce = async (token: string): Promise<Principal> => {
    if (token.length > MAX_TOKEN_CHARACTERS) throw refused(`it has more than ${MAX_TOKEN_CHARACTERS} characters`);
    return (await recall(token)) ?? (await verify(token));
  };
  return Object.assign(verifyOnce, {
    recall(token: string): Principal | null {
      const document = keySet.fresh();
      return document === null ? null : cache.get(token, document, clock.now());
    },
  });
}

/** Padding, line breaks, another alphabet or loose last bits make other texts of the same token. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** RFC 9068 and RFC 8725 let a type be written in any case, and with the prefix of media types. */
function typeOf(typ: unknown): unknown {
  return typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;
}

function readClaims({ sub, role, nrds, scope }: JWTPayload): Principal {
  if (typeof sub !== 'string' || sub === '') throw refused('its `sub` claim is not a text, or is blank');
  const scopes = new Set(typeof scope === 'string' ? scope.split(' ').filter((each) => each !== '') : []);
  if (role === 'service') {
    if (nrds !== undefined) throw refused('a service token carries no `nrds` claim');
    return { role, subject: sub, nrdsIds: [], scopes };
  }
  if (role !== 'agent') throw refused('its `role` claim is neither `agent` nor `service`');
  const nrdsIds: unknown[] = Array.isArray(nrds) ? nrds : [];
  const isReadable = nrdsIds.every((id) => typeof id === 'string' && id !== '' && id.length <= 64);
  if (!isReadable || nrdsIds.length === 0 || nrdsIds.length > MAX_NRDS_IDS) {
    throw refused(`an agent's \`nrds\` claim is a list of 1 to ${MAX_NRDS_IDS} ids`);
  }
  return { role, subject: sub, nrdsIds: [...new Set(nrdsIds as string[])], scopes };
}

function refused(reason: string, cause?: unknown): GatewayFault {
  return new GatewayFault('UNAUTHENTICATED', `Invalid bearer token: ${reason}`, { cause });
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `its \`${error.claim}\` claim does not fit`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature does not verify';
  if (error instanceof errors.JWKSNoMatchingKey) return 'no key of the issuer fits it';
  return NO_JWT;
}
