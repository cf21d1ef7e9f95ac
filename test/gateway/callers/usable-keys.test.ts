// Keys of a key set that cannot be used: skipped with one warning, so that a token that names one is like any with an unknown key.
import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, expect, test, vi } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createVerifier } from '../../../src/gateway/callers/principal.ts';
import { makeSigningPair, type SigningPair } from '../../support/callers/signing-keys.ts';
import { createDateClock } from '../../support/date-clock.ts';
import type { ManualClock } from '../../support/held-clock.ts';

const issuer = 'https://issuer.example';
const audience = 'gateway';
const MINUTE = 60_000;

let usable: Record<string, SigningPair>;
beforeAll(async () => {
  const algorithms = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'];
  const pairs = await Promise.all(algorithms.map((alg) => makeSigningPair(`usable-${alg}`, alg)));
  usable = Object.fromEntries(pairs.map((pair) => [pair.alg, pair]));
});

function start(keys: readonly unknown[]) {
  const clock = createDateClock();
  const log = { warn: vi.fn() };
  const verify = createVerifier({ issuer, audience, keySet: createKeySet(async () => ({ keys }), log), clock });
  return { verify, clock, log };
}

/** A token that names this key, signed with the usable one of its algorithm. */
async function tokenOf(alg: string, kid: string, clock: ManualClock): Promise<string> {
  const { privateKey } = usable[alg] as SigningPair;
  const exp = Math.floor(clock.now() / 1000) + 3_600;
  return await new SignJWT({ iss: issuer, aud: audience, sub: 'x', exp, role: 'service', scope: '' })
    .setProtectedHeader({ alg, kid })
    .sign(privateKey);
}

const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const wideRsa = rsa(2048);
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64url');

test.each<[string, string, () => Record<string, unknown>]>([
  ['an RSA key of 1024 bits', 'RS256', () => rsa(1024)],
  ['an RSA key of 1024 bits', 'PS256', () => rsa(1024)],
  ['an RSA key of 32768 bits', 'RS256', () => ({ ...wideRsa, n: Buffer.alloc(4096, 255).toString('base64url') })],
  ['an RSA key without n', 'RS256', () => ({ kty: 'RSA', e: 'AQAB' })],
  ['an RSA key without e', 'RS256', () => ({ kty: 'RSA', n: wideRsa.n })],
  ['an RSA key whose n is a number', 'RS256', () => ({ ...wideRsa, n: 17 })],
  ['an RSA key whose n is not base64url', 'RS256', () => ({ ...wideRsa, n: '%%%' })],
  ['an RSA key whose exponent is 1', 'RS256', () => ({ ...wideRsa, e: base64(1) })],
  ['an RSA key whose exponent is even', 'RS256', () => ({ ...wideRsa, e: base64(4) })],
  ['an EC key off its curve', 'ES256', () => ({ kty: 'EC', crv: 'P-256', x: base64(1), y: base64(2) })],
  ['an EC key with one coordinate', 'ES256', () => ({ kty: 'EC', crv: 'P-256', x: base64(1) })],
  ['an EC key without a curve', 'ES256', () => ({ ...ec().publicKey.export({ format: 'jwk' }), crv: undefined })],
  ['a published private key', 'ES256', () => ({ ...ec().privateKey.export({ format: 'jwk' }) })],
  ['an Ed25519 key that is too short', 'EdDSA', () => ({ kty: 'OKP', crv: 'Ed25519', x: base64(1, 2, 3) })],
  ['a symmetric key', 'RS256', () => ({ kty: 'oct', k: base64(1, 2, 3) })],
  ['a key of an unknown type', 'ES256', () => ({ kty: 'NOPE' })],
  ['no key at all', 'ES256', () => ({})],
])('%s (%s) is skipped with one warning, and a token that names it is UNAUTHENTICATED', async (_, alg, jwk) => {
  const good = usable['ES256'] as SigningPair;
  const { verify, clock, log } = start([{ ...jwk(), kid: 'bad', use: 'sig', alg }, good.jwk]);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(verify(await tokenOf(alg, 'bad', clock))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'Invalid bearer token: no key of the issuer matches it',
    });
    expect(await verify(await tokenOf('ES256', good.kid, clock))).toMatchObject({ role: 'service' });
    clock.advance(25 * MINUTE);
  }
  expect(log.warn.mock.calls).toEqual([
    [{ kid: 'bad', reason: expect.any(String) }, 'a key of the key set cannot be used and is skipped'],
  ]);
});

test.each(['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'])(
  'a usable key for %s is used without a warning, with any other fields',
  async (alg) => {
    const pair = usable[alg] as SigningPair;
    const odd = { x5c: 'none', key_ops: ['sign', 'verify', 'verify', 'attest'], ext: 'yes', issuer: { name: 'x' } };
    const { verify, clock, log } = start([{ ...pair.jwk, ...odd }]);
    expect(await verify(await tokenOf(alg, pair.kid, clock))).toMatchObject({ role: 'service' });
    expect(log.warn).not.toHaveBeenCalled();
  },
);

test.each<[string, object]>([
  ['uses that are a number', { use: 5, key_ops: 7 }],
  ['operations that are a text', { key_ops: 'verify' }],
  ['operations that are none', { key_ops: ['sign'] }],
  ['a key id that is an object', { kid: { length: 1 } }],
  ['an algorithm that is a list', { alg: ['ES256'] }],
])('a key with %s never fails otherwise than with UNAUTHENTICATED', async (_, members) => {
  const pair = usable['ES256'] as SigningPair;
  const { verify, clock } = start([{ ...pair.jwk, ...members }]);
  const outcome = await verify(await tokenOf('ES256', pair.kid, clock)).catch((error: unknown) => error);
  expect(['service', undefined]).toContain((outcome as { role?: string }).role);
  if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('a key for other operations verifies no token', async () => {
  const pair = usable['ES256'] as SigningPair;
  const { verify, clock } = start([{ ...pair.jwk, key_ops: ['sign'] }]);
  await expect(verify(await tokenOf('ES256', pair.kid, clock))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});
