// The known attacks on JWTs, each written by hand, since no library writes them; beside principal.test.ts's table of claims.
import { createHmac, sign as signBytes } from 'node:crypto';
import { CompactEncrypt, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createKeySet } from '../../src/gateway/key-set.ts';
import { createVerifier } from '../../src/gateway/principal.ts';
import { holdClock } from '../support/held-clock.ts';
import { makeSigningPair, type SigningPair } from '../support/signing-keys.ts';

const issuer = 'https://issuer.example';
const audience = 'gateway';
const seconds = Math.floor(holdClock().now() / 1000);
const claims = {
  ...{ iss: issuer, aud: audience, sub: 'caller-1', exp: seconds + 600 },
  ...{ role: 'agent', nrds: ['111'], scope: 'account.read' },
};

let pair: SigningPair;
let stranger: SigningPair;
beforeAll(async () => {
  [pair, stranger] = await Promise.all([makeSigningPair('k1'), makeSigningPair('k1')]);
});

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token of these exact texts, signed with ES256. */
function write(header: unknown, payload: unknown, { privateKey } = pair): string {
  const content = `${encode(header)}.${encode(payload)}`;
  const key = privateKey as unknown as Parameters<typeof signBytes>[2];
  return `${content}.${signBytes('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' } as never).toString('base64url')}`;
}

function start(keys: readonly object[] = [pair.jwk]) {
  const clock = holdClock();
  const load = vi.fn(async () => ({ keys }));
  return { verify: createVerifier({ issuer, audience, keySet: createKeySet(load, clock), clock }), load, clock };
}

const good = { alg: 'ES256', kid: 'k1' };
const unauthenticated = { code: 'UNAUTHENTICATED', message: expect.stringMatching(/^Invalid bearer token: /) };

test('the hand that writes these tokens writes good ones', async () => {
  expect((await start().verify(write(good, claims))).nrdsIds).toEqual(['111']);
});

describe('the header', () => {
  test.each<[string, unknown]>([
    ['none', { ...good, alg: 'none' }],
    ['None', { ...good, alg: 'None' }],
    ['NONE', { ...good, alg: 'NONE' }],
    ['a blank algorithm', { ...good, alg: '' }],
    ['no algorithm', { kid: 'k1' }],
    ['an algorithm that is a list', { ...good, alg: ['ES256'] }],
    ['another curve’s algorithm', { ...good, alg: 'ES384' }],
    ['another family’s algorithm', { ...good, alg: 'RS256' }],
    ['an algorithm in small letters', { ...good, alg: 'es256' }],
    ['a path for a key id', { ...good, kid: '../../../../dev/null' }],
    ['a query for a key id', { ...good, kid: "k1' UNION SELECT 'secret" }],
    ['an address for a key id', { ...good, kid: 'https://attacker.example/k1' }],
    ['a prototype’s name for a key id', { ...good, kid: '__proto__' }],
    ['a number for a key id', { ...good, kid: 1 }],
    ['a list for a key id', { ...good, kid: ['k1'] }],
    ['an unencoded payload', { ...good, b64: false, crit: ['b64'] }],
    ['an empty list of extensions', { ...good, crit: [] }],
    ['two algorithms, the last one none', '{"alg":"ES256","kid":"k1","alg":"none"}'],
    ['no JSON', 'alg=ES256'],
    ['a list', ['ES256', 'k1']],
    ['null', 'null'],
  ])('with %s is refused', async (_, header) => {
    await expect(start().verify(write(header, claims))).rejects.toMatchObject(unauthenticated);
  });

  test.each<[string, (jwk: object) => object]>([
    ['jwk', (jwk) => ({ jwk })],
    ['jku', () => ({ jku: 'https://attacker.example/keys' })],
    ['x5u', () => ({ x5u: 'https://attacker.example/cert' })],
    ['x5c', () => ({ x5c: ['MIIB'] })],
  ])('cannot bring a key of its own by %s', async (_, extra) => {
    const token = write({ ...good, ...extra(stranger.jwk) }, claims, stranger);
    await expect(start().verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt', 'id_token+jwt', 'JWE', '', null, 7, ['JWT']])(
    'with the type %j is not that of a token for access',
    async (typ) => {
      await expect(start().verify(write({ ...good, typ }, claims))).rejects.toMatchObject(unauthenticated);
    },
  );

  test.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'])('with the type %s is', async (typ) => {
    expect((await start().verify(write({ ...good, typ }, claims))).role).toBe('agent');
  });

  test('without a key id is refused where more than one key would do', async () => {
    const { kid: _, ...other } = stranger.jwk;
    const token = write({ alg: 'ES256' }, claims);
    await expect(start([pair.jwk, other]).verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test('with HS256 is refused even where the key set publishes a secret', async () => {
    const secret = Buffer.alloc(32, 5);
    const content = `${encode({ alg: 'HS256', kid: 's' })}.${encode(claims)}`;
    const token = `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
    const keys = [pair.jwk, { kty: 'oct', kid: 's', alg: 'HS256', k: secret.toString('base64url') }];
    await expect(start(keys).verify(token)).rejects.toMatchObject(unauthenticated);
  });
});

describe('the payload', () => {
  test.each<[string, unknown]>([
    ['a token within', () => write(good, claims)],
    ['a list', [claims]],
    ['null', 'null'],
    ['no JSON', 'role=agent'],
    ['nothing', ''],
    ['an end at minus infinity', JSON.stringify(claims).replace(String(claims.exp), '-1e999')],
    ['an end that is null', { ...claims, exp: null }],
    ['an end that is a list', { ...claims, exp: [claims.exp] }],
    ['a begin that is text', { ...claims, nbf: '0' }],
    ['a list of issuers', { ...claims, iss: [issuer] }],
    ['an issuer with a slash too much', { ...claims, iss: `${issuer}/` }],
    ['an audience in capitals', { ...claims, aud: 'GATEWAY' }],
    ['an audience that is an object', { ...claims, aud: { [audience]: true } }],
    ['two roles, the last one unknown', JSON.stringify(claims).replace(/}$/, ',"role":"admin"}')],
    ['two ends, the last one past', JSON.stringify(claims).replace(/}$/, ',"exp":1}')],
    ['claims in a prototype', `{"__proto__":${JSON.stringify(claims)}}`],
  ])('that is or has %s is refused', async (_, payload) => {
    const token = write(good, typeof payload === 'function' ? payload() : payload);
    await expect(start().verify(token)).rejects.toMatchObject(unauthenticated);
  });

  test('that names a claim twice counts by the last, as RFC 7519 has it, so that no check reads another than the use', async () => {
    const text = JSON.stringify(claims).replace(/}$/, ',"nrds":["222"]}');
    expect((await start().verify(write(good, text))).nrdsIds).toEqual(['222']);
  });

  test('that is encrypted to the issuer’s public key is refused', async () => {
    const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
    const header = { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'k1', cty: 'JWT' };
    const token = await new CompactEncrypt(Buffer.from(write(good, claims)))
      .setProtectedHeader(header)
      .encrypt(publicKey);
    await expect(start([pair.jwk, await exportJWK(publicKey)]).verify(token)).rejects.toMatchObject(unauthenticated);
  });
});

describe('the signature', () => {
  test.each<[string, (signature: Buffer) => Buffer]>([
    ['is all zeros', (signature) => Buffer.alloc(signature.length)],
    ['is missing', () => Buffer.alloc(0)],
    ['is cut', (signature) => signature.subarray(1)],
    ['has a byte more', (signature) => Buffer.concat([signature, Buffer.alloc(1)])],
    ['has its halves swapped', (signature) => Buffer.concat([signature.subarray(32), signature.subarray(0, 32)])],
  ])('that %s is refused', async (_, change) => {
    const token = write(good, claims);
    const [head, payload, signature = ''] = token.split('.');
    const changed = change(Buffer.from(signature, 'base64url')).toString('base64url');
    await expect(start().verify(`${head}.${payload}.${changed}`)).rejects.toMatchObject(unauthenticated);
  });
});

test('other spellings of a good token are refused, also after the good one was taken', async () => {
  const { verify } = start();
  const token = write(good, claims);
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
