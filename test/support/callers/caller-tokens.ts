/** Callers' tokens: signed with a key of the tests, verified as the gateway does. */

import { systemClock } from '@realty-forms/platform/clock.ts';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createVerifier, type Verify } from '../../../src/gateway/callers/principal.ts';
import { callerScopes } from '../../../src/process/development.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'graph-under-test';
const keys = await generateKeyPair('ES256');
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', alg: 'ES256' };

/** The settings with which a gateway accepts these tokens; the test serves the key set at an address of its choice. */
export const issuer = { AUTH_ISSUER: ISSUER, AUTH_AUDIENCE: AUDIENCE };
export const keySetDocument = { keys: [jwk] };

export const verify: Verify = createVerifier({
  issuer: ISSUER,
  audience: AUDIENCE,
  keySet: createKeySet(async () => keySetDocument),
  clock: systemClock,
});

/** A token with valid claims, unless `claims` overrides them. */
export function sign(claims: JWTPayload): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'somebody', iat: now, exp: now + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'key-1' })
    .sign(keys.privateKey);
}

export function agentToken(nrdsIds: readonly string[] = ['100'], scopes: readonly string[] = callerScopes) {
  return sign({ role: 'agent', nrds: [...nrdsIds], scope: scopes.join(' ') });
}

/** `claims` are `agents` or `offices`. */
export function coordinatorToken(claims: JWTPayload, scopes: readonly string[] = callerScopes) {
  return sign({ role: 'coordinator', scope: scopes.join(' '), ...claims });
}

export function serviceToken(scopes: readonly string[] = callerScopes) {
  return sign({ role: 'service', scope: scopes.join(' ') });
}
