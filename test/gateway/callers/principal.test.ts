// The requirements on callers' tokens, with real signatures (access rules 1 and 2).
import { exportSPKI, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createVerifier, type Principal } from '../../../src/gateway/callers/principal.ts';
import { makeSigningPair, type SigningPair } from '../../support/callers/signing-keys.ts';
import { createDateClock } from '../../support/date-clock.ts';
import { createManualClock } from '../../support/held-clock.ts';

const issuer = 'https://issuer.example';
const audience = 'gateway';
const started = Math.floor(createManualClock().now() / 1000);

let pair: SigningPair;
let rotated: SigningPair;
let foreignPair: SigningPair;
beforeAll(async () => {
  [pair, rotated, foreignPair] = await Promise.all([
    makeSigningPair('k1'),
    makeSigningPair('k2'),
    makeSigningPair('k1'),
  ]);
});

const agentClaims = { role: 'agent', nrds: ['111', '222'], scope: 'account.read transactions.read' };
const coordinator = { role: 'coordinator', nrds: undefined } as unknown as JWTPayload;
const registered = { iss: issuer, aud: audience, sub: 'caller-1', exp: started + 600, iat: started };

const sign = (claims: JWTPayload, { privateKey, alg, kid } = pair, header: object = {}): Promise<string> =>
  new SignJWT({ ...registered, ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);

function issuerWith(...pairs: SigningPair[]) {
  const clock = createDateClock();
  const published = [...pairs];
  const load = vi.fn(async () => ({ keys: published.map(({ jwk }) => jwk) }));
  const verify = createVerifier({ issuer, audience, keySet: createKeySet(load), clock });
  return { verify, load, clock, published };
}

const verify = (token: string): Promise<Principal> => issuerWith(pair).verify(token);
const refusal = (reason: string) => ({
  code: 'UNAUTHENTICATED',
  message: expect.stringMatching(`^Invalid bearer token: .*${reason}`),
});

describe('a valid token', () => {
  test('of an agent has role, subject, NRDS ids and scopes', async () => {
    expect(await verify(await sign(agentClaims))).toEqual({
      role: 'agent',
      subject: 'caller-1',
      nrdsIds: ['111', '222'],
      scopes: new Set(['account.read', 'transactions.read']),
    });
  });

  test('of a coordinator has the agents or the offices that it names, up to 500', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `${999_000_001 + index}`);
    const claims = { role: 'coordinator', scope: 'transactions.read' };
    const common = { role: 'coordinator', subject: 'caller-1', scopes: new Set(['transactions.read']) };
    const agents = await sign({ ...claims, agents: ids });
    expect(agents.length).toBeGreaterThan(8_192);
    expect(await verify(agents)).toEqual({ ...common, nrdsIds: ids });
    const offices = await sign({ ...claims, offices: ['77', '8', '77'] });
    expect(await verify(offices)).toEqual({ ...common, nrdsIds: [], officeNrdsIds: ['77', '8'] });
  });

  test('of an agent or a service may have claims that only a coordinator’s are read from', async () => {
    const { role, nrdsIds, officeNrdsIds } = await verify(await sign({ ...agentClaims, agents: ['9'], offices: 1 }));
    expect({ role, nrdsIds, officeNrdsIds }).toEqual({ role: 'agent', nrdsIds: ['111', '222'] });
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
    ['extra spaces in its scope claim', ' a  b ', ['a', 'b']],
    ['a list as its scope claim', ['a', 7, 'b'], ['a', 'b']],
    ['commas and line breaks in its scope claim', 'a,b\n\tc', ['a', 'b', 'c']],
    ['an object as its scope claim', { a: true }, []],
  ])('with %s has exactly the scopes that the claim names', async (_, scope, scopes) => {
    const { scopes: read } = await verify(await sign({ role: 'service', scope }));
    expect([...read]).toEqual(scopes);
  });

  test('may have 20 NRDS ids, and an audience among others', async () => {
    const nrds = Array.from({ length: 20 }, (_, index) => `${index}`);
    const { nrdsIds } = await verify(await sign({ role: 'agent', nrds, aud: ['elsewhere', audience] }));
    expect(nrdsIds).toEqual(nrds);
  });

  test('that repeats an NRDS id has it once, so that a single id counts as the only one', async () => {
    expect((await verify(await sign({ role: 'agent', nrds: ['1', '1'] }))).nrdsIds).toEqual(['1']);
    expect((await verify(await sign({ role: 'agent', nrds: ['2', '1', '2'] }))).nrdsIds).toEqual(['2', '1']);
  });

  test.each(['ES384', 'PS256', 'RS256', 'EdDSA'])('may be signed with %s', async (alg) => {
    const other = await makeSigningPair('other', alg);
    expect((await issuerWith(pair, other).verify(await sign(agentClaims, other))).role).toBe('agent');
  });

  test('is valid from 30 seconds before its `nbf` to 30 seconds after its `exp`', async () => {
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

describe('a token is rejected', () => {
  test.each<[string, JWTPayload, string]>([
    ['another issuer', { iss: 'https://elsewhere.example' }, '`iss`'],
    ['no issuer', { iss: undefined } as unknown as JWTPayload, '`iss`'],
    ['another audience', { aud: 'post-api' }, '`aud`'],
    ['no audience', { aud: undefined } as unknown as JWTPayload, '`aud`'],
    ['no expiry', { exp: undefined } as unknown as JWTPayload, '`exp`'],
    ['an expiry that is text', { exp: `${started + 600}` } as unknown as JWTPayload, '`exp`'],
    ['no subject', { sub: undefined } as unknown as JWTPayload, '`sub`'],
    ['a blank subject', { sub: '' }, '`sub`'],
    ['a subject that is not text', { sub: 42 } as unknown as JWTPayload, '`sub`'],
    ['NRDS ids but no role', { role: undefined }, '`role`'],
    ['neither a role nor NRDS ids', { role: undefined, nrds: undefined }, '`role`'],
    ['an unknown role', { role: 'admin' }, '`role`'],
    ['a role in another case', { role: 'Service', nrds: undefined }, '`role`'],
    ['a list of two roles', { role: ['agent', 'service'] }, '`role`'],
    ['a list of unknown roles', { role: ['admin'] }, '`role`'],
    ['two roles in one text', { role: 'agent service' }, '`role`'],
    ['an object of roles', { role: { agent: true } }, '`role`'],
    ['an unknown role, whatever `roles` says', { role: 'admin', roles: ['agent'] }, '`role`'],
    ['the role agent and no NRDS ids', { nrds: undefined }, '`nrds`'],
    ['the role agent and null for its NRDS ids', { nrds: null }, '`nrds`'],
    ['the role agent and an empty list of NRDS ids', { nrds: [] }, '`nrds`'],
    ['the role agent and 21 NRDS ids', { nrds: Array.from({ length: 21 }, (_, index) => `${index}`) }, '`nrds`'],
    ['the role agent and a blank NRDS id', { nrds: ['111', ''] }, '`nrds`'],
    ['the role agent and a number as NRDS id', { nrds: [111] }, '`nrds`'],
    ['the role agent and an NRDS id that is too long', { nrds: ['1'.repeat(65)] }, '`nrds`'],
    ['the role agent and blank text as its NRDS ids', { nrds: ' , ' }, '`nrds`'],
    ['the role agent and JSON in a text as its NRDS ids', { nrds: '["111"]' }, '`nrds`'],
    ['the role agent and 21 NRDS ids in one text', { nrds: '1 '.repeat(21) }, '`nrds`'],
    ['the role coordinator and NRDS ids', { role: 'coordinator', agents: ['1'] }, '`nrds`'],
    ['the role coordinator and neither agents nor offices', { ...coordinator }, '`agents`.*`offices`.*not both'],
    [
      'the role coordinator and both',
      { ...coordinator, agents: ['1'], offices: ['2'] },
      '`agents`.*`offices`.*not both',
    ],
    ['the role coordinator and no agents', { ...coordinator, agents: [] }, '`agents`'],
    [
      'the role coordinator and 501 agents',
      { ...coordinator, agents: Array.from({ length: 501 }, (_, at) => `${at}`) },
      '`agents`',
    ],
    ['the role coordinator and null for its offices', { ...coordinator, offices: null }, '`offices`'],
    ['the role coordinator and a number as an office', { ...coordinator, offices: [77] }, '`offices`'],
    ['the role service and NRDS ids', { role: 'service' }, '`nrds`'],
    ['the role service and an empty list of NRDS ids', { role: 'service', nrds: [] }, '`nrds`'],
  ])('with %s', async (_, claims, reason) => {
    await expect(verify(await sign({ ...agentClaims, ...claims }))).rejects.toMatchObject(refusal(reason));
  });

  test('if it is not signed', async () => {
    const token = new UnsecuredJWT({ ...registered, ...agentClaims }).encode();
    await expect(verify(token)).rejects.toMatchObject(refusal('`alg` is none of ES256'));
  });

  test.each(['HS256', 'HS384', 'HS512'])('if it is signed with the public key as the secret of %s', async (alg) => {
    const rsa = await makeSigningPair('rsa', 'RS256');
    const check = issuerWith(pair, rsa).verify;
    for (const { publicKey, jwk, kid } of [pair, rsa]) {
      for (const secret of [await exportSPKI(publicKey), JSON.stringify(jwk)]) {
        const token = await new SignJWT({ ...registered, ...agentClaims })
          .setProtectedHeader({ alg, kid })
          .sign(Buffer.from(secret));
        await expect(check(token)).rejects.toMatchObject(refusal('`alg` is none of ES256'));
      }
    }
  });

  test('if it was signed by another key with the same key id', async () => {
    await expect(verify(await sign(agentClaims, foreignPair))).rejects.toMatchObject(refusal('signature'));
  });

  test('if its header supplies a key or its address, and nothing is fetched', async () => {
    const fetched = vi.fn(async () => Response.json({ keys: [foreignPair.jwk] }));
    vi.stubGlobal('fetch', fetched);
    const { verify: check, load } = issuerWith(pair);
    for (const kid of ['k1', 'k-unknown']) {
      for (const header of [
        { jwk: foreignPair.jwk },
        { jku: 'https://attacker.example/keys' },
        { x5u: 'https://attacker.example/cert' },
      ]) {
        const token = await sign(agentClaims, foreignPair, { ...header, kid });
        await expect(check(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      }
    }
    expect(fetched).not.toHaveBeenCalled();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('if it requires an unknown extension', async () => {
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

  test('if it has more than 12,288 characters, before the key set is loaded', async () => {
    const { verify: check, load } = issuerWith(pair);
    const padded = await sign({ ...agentClaims, pad: 'x'.repeat(12_288) });
    await expect(check(padded)).rejects.toMatchObject(refusal('12288 characters'));
    expect(load).not.toHaveBeenCalled();
  });

  test('with UNAUTHENTICATED and no other error if any character is changed, or if it is not a token at all', async () => {
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
  test('causes the set to be fetched again, so that a rotated key is found', async () => {
    const { verify: check, load, clock, published } = issuerWith(pair);
    await check(await sign(agentClaims));
    clock.advance(31_000);
    published.push(rotated);
    expect((await check(await sign(agentClaims, rotated))).role).toBe('agent');
    expect(load).toHaveBeenCalledTimes(2);
    expect((await check(await sign(agentClaims))).role).toBe('agent');
  });

  test('causes a fetch at most every 30 seconds, however often it comes', async () => {
    const { verify: check, load, clock } = issuerWith(pair);
    const token = await sign(agentClaims, rotated);
    for (let second = 0; second < 120; second += 1) {
      await expect(check(token)).rejects.toMatchObject(refusal('no key of the issuer matches it'));
      clock.advance(1_000);
    }
    expect(load).toHaveBeenCalledTimes(4);
  });

  test('because the key was withdrawn is rejected once the set has been fetched again', async () => {
    const { verify: check, clock, published } = issuerWith(pair, rotated);
    const token = await sign({ ...agentClaims, exp: started + 3_600 });
    await check(token);
    published.shift();
    clock.advance(20 * 60_000);
    await expect(check(token)).rejects.toMatchObject(refusal('no key'));
  });
});

describe('a token whose header fits several keys', () => {
  const unnamed = (from: SigningPair) => sign(agentClaims, from, { kid: undefined });
  const makeAll = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => makeSigningPair(`many-${index}`)));

  test.each(['ES256', 'RS256', 'PS256', 'EdDSA'])(
    'for it has no key id is verified by the one of %s that signed it',
    async (alg) => {
      const [first, second, stranger] = await Promise.all(['a', 'b', 'c'].map((kid) => makeSigningPair(kid, alg)));
      const { verify: check } = issuerWith(pair, first as SigningPair, second as SigningPair);
      expect((await check(await unnamed(first as SigningPair))).role).toBe('agent');
      expect((await check(await unnamed(second as SigningPair))).role).toBe('agent');
      await expect(check(await unnamed(stranger as SigningPair))).rejects.toMatchObject(refusal('signature'));
    },
  );

  test('for its key id is used twice is verified by the one that signed it', async () => {
    const { verify: check } = issuerWith(pair, foreignPair);
    expect((await check(await sign(agentClaims))).role).toBe('agent');
    expect((await check(await sign(agentClaims, foreignPair))).role).toBe('agent');
    const forged = await sign(agentClaims, { ...rotated, kid: 'k1' });
    await expect(check(forged)).rejects.toMatchObject(refusal('signature'));
  });

  test('is still rejected for what it claims', async () => {
    const { verify: check } = issuerWith(rotated, pair);
    const token = await sign({ ...agentClaims, aud: 'post-api' }, pair, { kid: undefined });
    await expect(check(token)).rejects.toMatchObject(refusal('`aud`'));
  });

  test('is verified by none that is for encryption or for another algorithm', async () => {
    const encrypting = { ...pair, jwk: { ...pair.jwk, use: 'enc' } };
    const other = { ...pair, jwk: { ...pair.jwk, alg: 'ES384' } };
    const { verify: check } = issuerWith(encrypting, other, rotated, foreignPair);
    await expect(check(await unnamed(pair))).rejects.toMatchObject(refusal('signature'));
    expect((await check(await unnamed(rotated))).role).toBe('agent');
  });

  test('is verified by one of the first ten; beyond those, the reason says what it lacks', async () => {
    const pairs = await makeAll(11);
    const { verify: check } = issuerWith(...pairs);
    expect((await check(await unnamed(pairs[9] as SigningPair))).role).toBe('agent');
    await expect(check(await unnamed(pairs[10] as SigningPair))).rejects.toMatchObject(refusal('more than 10 keys'));
    expect((await check(await sign(agentClaims, pairs[10]))).role).toBe('agent');
  });

  test.each<[string, object]>([
    ['has no key id', { kid: undefined }],
    ['has a key id that is used again', { kid: 'k1' }],
  ])('is verified by a key that has just replaced the others, if it %s', async (_, header) => {
    const { verify: check, load, clock, published } = issuerWith(pair);
    await check(await sign(agentClaims));
    published.splice(0, 1, { ...rotated, jwk: { ...rotated.jwk, kid: 'k1' } });
    const token = await sign(agentClaims, rotated, header);
    await expect(check(token)).rejects.toMatchObject(refusal('signature'));
    clock.advance(31_000);
    expect((await check(token)).role).toBe('agent');
    expect(load).toHaveBeenCalledTimes(2);
  });
});

test('without a key set every token is KEYS_UNAVAILABLE, neither valid nor invalid', async () => {
  const clock = createDateClock();
  const keySet = createKeySet(() => Promise.reject(new Error('down')));
  const check = createVerifier({ issuer, audience, keySet, clock });
  await expect(check(await sign(agentClaims))).rejects.toMatchObject({ code: 'KEYS_UNAVAILABLE' });
});
