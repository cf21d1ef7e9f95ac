// What callers' tokens must be, with real signatures (access rules 1 and 2).
import { exportSPKI, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createKeySet } from '../../src/gateway/key-set.ts';
import { createVerifier, type Principal } from '../../src/gateway/principal.ts';
import { holdClock } from '../support/held-clock.ts';
import { makeSigningPair, type SigningPair } from '../support/signing-keys.ts';

const issuer = 'https://issuer.example';
const audience = 'gateway';
const started = Math.floor(holdClock().now() / 1000);

let pair: SigningPair;
let rotated: SigningPair;
let stranger: SigningPair;
beforeAll(async () => {
  [pair, rotated, stranger] = await Promise.all([makeSigningPair('k1'), makeSigningPair('k2'), makeSigningPair('k1')]);
});

const agentClaims = { role: 'agent', nrds: ['111', '222'], scope: 'account.read transactions.read' };
const registered = { iss: issuer, aud: audience, sub: 'caller-1', exp: started + 600, iat: started };

const sign = (claims: JWTPayload, { privateKey, alg, kid } = pair, header: object = {}): Promise<string> =>
  new SignJWT({ ...registered, ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);

function issuerWith(...pairs: SigningPair[]) {
  const clock = holdClock();
  const published = [...pairs];
  const load = vi.fn(async () => ({ keys: published.map(({ jwk }) => jwk) }));
  const verify = createVerifier({ issuer, audience, keySet: createKeySet(load, clock), clock });
  return { verify, load, clock, published };
}

const verify = (token: string): Promise<Principal> => issuerWith(pair).verify(token);
const refusal = (reason: string) => ({
  code: 'UNAUTHENTICATED',
  message: expect.stringMatching(`^Invalid bearer token: .*${reason}`),
});

describe('a good token', () => {
  test('of an agent gives role, subject, NRDS ids and scopes', async () => {
    expect(await verify(await sign(agentClaims))).toEqual({
      role: 'agent',
      subject: 'caller-1',
      nrdsIds: ['111', '222'],
      scopes: new Set(['account.read', 'transactions.read']),
    });
  });

  test('of a service has no NRDS ids', async () => {
    expect(await verify(await sign({ role: 'service', scope: 'files.read' }))).toEqual({
      role: 'service',
      subject: 'caller-1',
      nrdsIds: [],
      scopes: new Set(['files.read']),
    });
  });

  test.each([
    ['no scope claim', undefined, []],
    ['an empty scope claim', '', []],
    ['spaces to spare', ' a  b ', ['a', 'b']],
    ['a list where a text belongs', ['a', 'b'], []],
  ])('with %s has just those scopes', async (_, scope, scopes) => {
    const { scopes: read } = await verify(await sign({ role: 'service', scope }));
    expect([...read]).toEqual(scopes);
  });

  test('may have 20 NRDS ids, and an audience among others', async () => {
    const nrds = Array.from({ length: 20 }, (_, index) => `${index}`);
    const { nrdsIds } = await verify(await sign({ role: 'agent', nrds, aud: ['elsewhere', audience] }));
    expect(nrdsIds).toEqual(nrds);
  });

  test('that names an NRDS id twice has it once, so that its only one is that', async () => {
    expect((await verify(await sign({ role: 'agent', nrds: ['1', '1'] }))).nrdsIds).toEqual(['1']);
    expect((await verify(await sign({ role: 'agent', nrds: ['2', '1', '2'] }))).nrdsIds).toEqual(['2', '1']);
  });

  test.each(['ES384', 'PS256', 'RS256', 'EdDSA'])('may be signed with %s', async (alg) => {
    const other = await makeSigningPair('other', alg);
    expect((await issuerWith(pair, other).verify(await sign(agentClaims, other))).role).toBe('agent');
  });

  test('is good until 30 seconds after its end, and from 30 seconds before its begin', async () => {
    const { verify: check, clock } = issuerWith(pair);
    const token = await sign({ ...agentClaims, exp: started + 60, nbf: started });
    clock.advance(-30_000);
    expect((await check(token)).role).toBe('agent');
    clock.advance(30_000 + 60_000 + 29_000);
    expect((await check(token)).role).toBe('agent');
    clock.advance(1_000);
    await expect(check(token)).rejects.toMatchObject(refusal('expired'));
    clock.advance(-(60_000 + 30_000 + 31_000));
    await expect(check(token)).rejects.toMatchObject(refusal('`nbf`'));
  });
});

describe('a token is refused', () => {
  test.each<[string, JWTPayload, string]>([
    ['another issuer', { iss: 'https://elsewhere.example' }, '`iss`'],
    ['no issuer', { iss: undefined } as unknown as JWTPayload, '`iss`'],
    ['another audience', { aud: 'post-api' }, '`aud`'],
    ['no audience', { aud: undefined } as unknown as JWTPayload, '`aud`'],
    ['no end', { exp: undefined } as unknown as JWTPayload, '`exp`'],
    ['an end that is text', { exp: `${started + 600}` } as unknown as JWTPayload, '`exp`'],
    ['no subject', { sub: undefined } as unknown as JWTPayload, '`sub`'],
    ['a blank subject', { sub: '' }, '`sub`'],
    ['a subject that is no text', { sub: 42 } as unknown as JWTPayload, '`sub`'],
    ['no role, though it has NRDS ids', { role: undefined }, '`role`'],
    ['no role and no NRDS ids', { role: undefined, nrds: undefined }, '`role`'],
    ['an unknown role', { role: 'admin' }, '`role`'],
    ['a role in another case', { role: 'Service', nrds: undefined }, '`role`'],
    ['a list of roles', { role: ['service'], nrds: undefined }, '`role`'],
    ['an agent without NRDS ids', { nrds: undefined }, '`nrds`'],
    ['an agent with null for NRDS ids', { nrds: null }, '`nrds`'],
    ['an agent with an empty list', { nrds: [] }, '`nrds`'],
    ['an agent with 21', { nrds: Array.from({ length: 21 }, (_, index) => `${index}`) }, '`nrds`'],
    ['an agent with a blank one', { nrds: ['111', ''] }, '`nrds`'],
    ['an agent with a number for one', { nrds: [111] }, '`nrds`'],
    ['an agent with one that is too long', { nrds: ['1'.repeat(65)] }, '`nrds`'],
    ['an agent with a text for the list', { nrds: '111' }, '`nrds`'],
    ['a service with NRDS ids', { role: 'service' }, '`nrds`'],
    ['a service with an empty list of them', { role: 'service', nrds: [] }, '`nrds`'],
  ])('with %s', async (_, claims, reason) => {
    await expect(verify(await sign({ ...agentClaims, ...claims }))).rejects.toMatchObject(refusal(reason));
  });

  test('that is not signed at all', async () => {
    const token = new UnsecuredJWT({ ...registered, ...agentClaims }).encode();
    await expect(verify(token)).rejects.toMatchObject(refusal('not a JWT in an accepted format'));
  });

  test.each(['HS256', 'HS384', 'HS512'])('that is signed with the public key as a secret of %s', async (alg) => {
    const rsa = await makeSigningPair('rsa', 'RS256');
    const check = issuerWith(pair, rsa).verify;
    for (const { publicKey, jwk, kid } of [pair, rsa]) {
      for (const secret of [await exportSPKI(publicKey), JSON.stringify(jwk)]) {
        const token = await new SignJWT({ ...registered, ...agentClaims })
          .setProtectedHeader({ alg, kid })
          .sign(Buffer.from(secret));
        await expect(check(token)).rejects.toMatchObject(refusal('not a JWT in an accepted format'));
      }
    }
  });

  test('that another key of the same name has signed', async () => {
    await expect(verify(await sign(agentClaims, stranger))).rejects.toMatchObject(refusal('signature'));
  });

  test('whose header says where its key is or what it is, and nothing is fetched for it', async () => {
    const fetched = vi.fn(async () => Response.json({ keys: [stranger.jwk] }));
    vi.stubGlobal('fetch', fetched);
    const { verify: check, load } = issuerWith(pair);
    for (const kid of ['k1', 'k-of-nobody']) {
      for (const header of [
        { jwk: stranger.jwk },
        { jku: 'https://attacker.example/keys' },
        { x5u: 'https://attacker.example/cert' },
      ]) {
        const token = await sign(agentClaims, stranger, { ...header, kid });
        await expect(check(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      }
    }
    expect(fetched).not.toHaveBeenCalled();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('that asks for an extension nobody knows', async () => {
    const payload = Buffer.from(JSON.stringify({ ...registered, ...agentClaims })).toString('base64url');
    const header = { alg: 'ES256', kid: 'k1', crit: ['x'], x: true };
    const head = Buffer.from(JSON.stringify(header)).toString('base64url');
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      pair.privateKey,
      Buffer.from(`${head}.${payload}`),
    );
    const token = `${head}.${payload}.${Buffer.from(signature).toString('base64url')}`;
    await expect(verify(token)).rejects.toMatchObject(refusal(''));
  });

  test('of more than 8,192 characters, before anything is done for it', async () => {
    const { verify: check, load } = issuerWith(pair);
    const padded = await sign({ ...agentClaims, pad: 'x'.repeat(8_192) });
    await expect(check(padded)).rejects.toMatchObject(refusal('8192 characters'));
    expect(load).not.toHaveBeenCalled();
  });

  test('with any one character changed, and any text that is none: never another error', async () => {
    const { verify: check } = issuerWith(pair);
    const token = await sign(agentClaims);
    const texts = ['', '.', '..', 'a.b.c', '{}', 'null', '\u0000', `${token}.x`, token.slice(0, -1)];
    for (let at = 0; at < token.length - 1; at += 1) {
      texts.push(token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1));
    }
    const outcomes = await Promise.all(
      texts.map((text) =>
        check(text).then(
          () => `accepted ${text}`,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['UNAUTHENTICATED']));
  });
});

describe('a key id that the key set lacks', () => {
  test('has the set fetched anew, so that a rotated key is found', async () => {
    const { verify: check, load, clock, published } = issuerWith(pair);
    await check(await sign(agentClaims));
    clock.advance(31_000);
    published.push(rotated);
    expect((await check(await sign(agentClaims, rotated))).role).toBe('agent');
    expect(load).toHaveBeenCalledTimes(2);
    expect((await check(await sign(agentClaims))).role).toBe('agent');
  });

  test('has it fetched every 30 seconds at most, however often it comes', async () => {
    const { verify: check, load, clock } = issuerWith(pair);
    const token = await sign(agentClaims, rotated);
    for (let second = 0; second < 120; second += 1) {
      await expect(check(token)).rejects.toMatchObject(refusal('no key of the issuer fits it'));
      clock.advance(1_000);
    }
    expect(load).toHaveBeenCalledTimes(4);
  });

  test('of a key that was withdrawn is refused once the set is fetched anew', async () => {
    const { verify: check, clock, published } = issuerWith(pair, rotated);
    const token = await sign({ ...agentClaims, exp: started + 3_600 });
    await check(token);
    published.shift();
    clock.advance(20 * 60_000);
    await expect(check(token)).rejects.toMatchObject(refusal('no key'));
  });
});

test('without a key set no token is good or bad', async () => {
  const clock = holdClock();
  const keySet = createKeySet(() => Promise.reject(new Error('down')), clock);
  const check = createVerifier({ issuer, audience, keySet, clock });
  await expect(check(await sign(agentClaims))).rejects.toMatchObject({ code: 'KEYS_UNAVAILABLE' });
});
