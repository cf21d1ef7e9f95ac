// Known attacks on JWTs, built by hand because no library produces such tokens. principal.test.ts has the table of claims.
import { createHmac, KeyObject, sign as signBytes } from 'node:crypto';
import { CompactEncrypt, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createVerifier } from '../../../src/gateway/callers/principal.ts';
import { makeSigningPair, type SigningPair } from '../../support/callers/signing-keys.ts';
import { createDateClock } from '../../support/date-clock.ts';
import { createManualClock } from '../../support/held-clock.ts';

const issuer = 'https://issuer.example';
const audience = 'gateway';
const seconds = Math.floor(createManualClock().now() / 1000);
const claims = {
  ...{ iss: issuer, aud: audience, sub: 'caller-1', exp: seconds + 600 },
  ...{ role: 'agent', nrds: ['111'], scope: 'account.read' },
};

let pair: SigningPair;
let foreignPair: SigningPair;
beforeAll(async () => {
  [pair, foreignPair] = await Promise.all([makeSigningPair('k1'), makeSigningPair('k1')]);
});

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token with exactly this header and payload, signed with ES256. */
function write(header: unknown, payload: unknown, { privateKey } = pair): string {
  const content = `${encode(header)}.${encode(payload)}`;
  const key = KeyObject.from(privateKey as never);
  return `${content}.${signBytes('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function start(keys: readonly object[] = [pair.jwk]) {
  const clock = createDateClock();
  const load = vi.fn(async () => ({ keys }));
  return { verify: createVerifier({ issuer, audience, keySet: createKeySet(load), clock }), load, clock };
}

const validClaims = { alg: 'ES256', kid: 'k1' };
const unauthenticated = { code: 'UNAUTHENTICATED', message: expect.stringMatching(/^Invalid bearer token: /) };

test('the helper of these tests builds valid tokens', async () => {
  expect((await start().verify(write(validClaims, claims))).nrdsIds).toEqual(['111']);
});

describe('the header', () => {
  test.each<[string, unknown]>([
    ['the algorithm none', { ...validClaims, alg: 'none' }],
    ['the algorithm None', { ...validClaims, alg: 'None' }],
    ['the algorithm NONE', { ...validClaims, alg: 'NONE' }],
    ['a blank algorithm', { ...validClaims, alg: '' }],
    ['no algorithm', { kid: 'k1' }],
    ['an algorithm that is a list', { ...validClaims, alg: ['ES256'] }],
    ['another curve’s algorithm', { ...validClaims, alg: 'ES384' }],
    ['another family’s algorithm', { ...validClaims, alg: 'RS256' }],
    ['an algorithm in lowercase', { ...validClaims, alg: 'es256' }],
    ['a path as its key id', { ...validClaims, kid: '../../../../dev/null' }],
    ['an SQL query as its key id', { ...validClaims, kid: "k1' UNION SELECT 'secret" }],
    ['a URL as its key id', { ...validClaims, kid: 'https://attacker.example/k1' }],
    ['__proto__ as its key id', { ...validClaims, kid: '__proto__' }],
    ['a number as its key id', { ...validClaims, kid: 1 }],
    ['a list as its key id', { ...validClaims, kid: ['k1'] }],
    ['an unencoded payload', { ...validClaims, b64: false, crit: ['b64'] }],
    ['an empty list of extensions', { ...validClaims, crit: [] }],
    ['two algorithms, the last one none', '{"alg":"ES256","kid":"k1","alg":"none"}'],
    ['text instead of JSON', 'alg=ES256'],
    ['a list instead of an object', ['ES256', 'k1']],
    ['null instead of an object', 'null'],
  ])('with %s is rejected', async (_, header) => {
    await expect(start().verify(write(header, claims))).rejects.toMatchObject(unauthenticated);
  });

  test.each<[string, (jwk: object) => object]>([
    ['jwk', (jwk) => ({ jwk })],
    ['jku', () => ({ jku: 'https://attacker.example/keys' })],
    ['x5u', () => ({ x5u: 'https://attacker.example/cert' })],
    ['x5c', () => ({ x5c: ['MIIB'] })],
  ])('cannot supply its own key by %s', async (_, extra) => {
    const token = write({ ...validClaims, ...extra(foreignPair.jwk) }, claims, foreignPair);
    await expect(start().verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt', 'id_token+jwt', 'JWE', '', null, 7, ['JWT']])(
    'with the type %j is rejected',
    async (typ) => {
      await expect(start().verify(write({ ...validClaims, typ }, claims))).rejects.toMatchObject(unauthenticated);
    },
  );

  test.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'])('with the type %s is accepted', async (typ) => {
    expect((await start().verify(write({ ...validClaims, typ }, claims))).role).toBe('agent');
  });

  test('without a key id is rejected if none of the keys that would fit has signed it', async () => {
    const stranger = await makeSigningPair('k1');
    const token = write({ alg: 'ES256' }, claims, stranger);
    await expect(start([pair.jwk, foreignPair.jwk]).verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test('with HS256 is rejected even if the key set publishes a secret', async () => {
    const secret = Buffer.alloc(32, 5);
    const content = `${encode({ alg: 'HS256', kid: 's' })}.${encode(claims)}`;
    const token = `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
    const keys = [pair.jwk, { kty: 'oct', kid: 's', alg: 'HS256', k: secret.toString('base64url') }];
    await expect(start(keys).verify(token)).rejects.toMatchObject(unauthenticated);
  });
});

describe('the payload', () => {
  test.each<[string, unknown]>([
    ['another token instead of claims', () => write(validClaims, claims)],
    ['a list instead of an object', [claims]],
    ['null instead of an object', 'null'],
    ['text instead of JSON', 'role=agent'],
    ['no content', ''],
    ['an expiry of minus infinity', JSON.stringify(claims).replace(String(claims.exp), '-1e999')],
    ['an expiry that is null', { ...claims, exp: null }],
    ['an expiry that is a list', { ...claims, exp: [claims.exp] }],
    ['a not-before time that is text', { ...claims, nbf: '0' }],
    ['a list of issuers', { ...claims, iss: [issuer] }],
    ['an issuer with an extra slash', { ...claims, iss: `${issuer}/` }],
    ['an audience in capitals', { ...claims, aud: 'GATEWAY' }],
    ['an audience that is an object', { ...claims, aud: { [audience]: true } }],
    ['two roles, the last one unknown', JSON.stringify(claims).replace(/}$/, ',"role":"admin"}')],
    ['two expiries, the last one past', JSON.stringify(claims).replace(/}$/, ',"exp":1}')],
    ['claims in a prototype', `{"__proto__":${JSON.stringify(claims)}}`],
  ])('with %s is rejected', async (_, payload) => {
    const token = write(validClaims, typeof payload === 'function' ? payload() : payload);
    await expect(start().verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test('that has a claim twice is read by the last one (RFC 7519), so that all code sees the value that was checked', async () => {
    const text = JSON.stringify(claims).replace(/}$/, ',"nrds":["222"]}');
    expect((await start().verify(write(validClaims, text))).nrdsIds).toEqual(['222']);
  });

  test('that is encrypted to the issuer’s public key is rejected', async () => {
    const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
    const header = { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'k1', cty: 'JWT' };
    const token = await new CompactEncrypt(Buffer.from(write(validClaims, claims)))
      .setProtectedHeader(header)
      .encrypt(publicKey);
    await expect(start([pair.jwk, await exportJWK(publicKey)]).verify(token)).rejects.toMatchObject(unauthenticated);
  });
});

describe('the signature', () => {
  test.each<[string, (signature: Buffer) => Buffer]>([
    ['is all zeros', (signature) => Buffer.alloc(signature.length)],
    ['is missing', () => Buffer.alloc(0)],
    ['is truncated', (signature) => signature.subarray(1)],
    ['has an extra byte', (signature) => Buffer.concat([signature, Buffer.alloc(1)])],
    ['has its halves swapped', (signature) => Buffer.concat([signature.subarray(32), signature.subarray(0, 32)])],
  ])('that %s is rejected', async (_, change) => {
    const token = write(validClaims, claims);
    const [head, payload, signature = ''] = token.split('.');
    const changed = change(Buffer.from(signature, 'base64url')).toString('base64url');
    await expect(start().verify(`${head}.${payload}.${changed}`)).rejects.toMatchObject(unauthenticated);
  });
});

test('other encodings of a valid token are rejected, even after the valid one was accepted', async () => {
  const { verify } = start();
  const token = write(validClaims, claims);
  await verify(token);
  const [head = '', payload = '', signature = ''] = token.split('.');
  const loose = String.fromCharCode(signature.charCodeAt(85) + 1);
  expect(Buffer.from(signature.slice(0, 85) + loose, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
  for (const spelling of [
    `${head}.${payload}.${signature.slice(0, 85)}${loose}`,
    `${token}==`,
    `${head}=.${payload}.${signature}`,
    `${token}\n`,
    ` ${token}`,
    `${head}.${payload} .${signature}`,
    `${head}..${signature}`,
    `${token}.`,
    `${head}.${payload}.${signature}.${signature}`,
  ]) {
    await expect(verify(spelling), JSON.stringify(spelling)).rejects.toMatchObject(unauthenticated);
  }
});
