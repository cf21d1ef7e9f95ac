/**
 * Who calls: verifies a bearer token (a JWT) and reads role, NRDS ids and scopes from its claims (access rules 1 and 2). No
 * identity comes from anywhere else, and no role is inferred from a claim that is missing.
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

const ALGORITHMS = ['ES256', 'ES384', 'PS256', 'PS384', 'RS256', 'RS384', 'EdDSA', 'Ed25519'];
const CLOCK_SKEW_SECONDS = 30;
const MAX_NRDS_IDS = 20;
const MAX_TOKEN_CHARACTERS = 8_192;

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

/** Verifies one token. Throws UNAUTHENTICATED for a token that is not good, KEYS_UNAVAILABLE where that cannot be told. */
export type Verify = (token: string) => Promise<Principal>;

export function createVerifier({ issuer, audience, keySet, clock }: VerifierOptions): Verify {
  const finders = new WeakMap<KeySetDocument, ReturnType<typeof createLocalJWKSet>>();
  const finderOf = (document: KeySetDocument) => {
    const finder = finders.get(document) ?? createLocalJWKSet(document as unknown as JSONWebKeySet);
    finders.set(document, finder);
    return finder;
  };
  const findKey = async (header: Parameters<ReturnType<typeof createLocalJWKSet>>[0], token: FlattenedJWSInput) => {
    const document = await keySet.current();
    try {
      return await finderOf(document)(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return finderOf(await keySet.renew(document))(header, token);
    }
  };
  return async (token) => {
    if (token.length > MAX_TOKEN_CHARACTERS) throw refused(`it has more than ${MAX_TOKEN_CHARACTERS} characters`);
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'sub'],
      });
      return readClaims(payload);
    } catch (error) {
      throw error instanceof errors.JOSEError ? refused(reasonOf(error), error) : error;
    }
  };
}

function readClaims({ sub, role, nrds, scope }: JWTPayload): Principal {
  if (typeof sub !== 'string' || sub === '') throw refused('its `sub` claim is no text, or blank');
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
  return { role, subject: sub, nrdsIds: nrdsIds as string[], scopes };
}

function refused(reason: string, cause?: unknown): GatewayFault {
  return new GatewayFault('UNAUTHENTICATED', `The bearer token is refused: ${reason}`, { cause });
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `its \`${error.claim}\` claim does not fit`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature does not verify';
  if (error instanceof errors.JWKSNoMatchingKey) return 'no key of the issuer fits it';
  return 'it is no JWT of an accepted form';
}
