// A verified token is cached, but is accepted no longer, and grants no more, than if it were verified each time.
import { SignJWT } from 'jose';
import { beforeAll, expect, test, vi } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createTokenCache, createVerifier, type Principal } from '../../../src/gateway/callers/principal.ts';
import { makeSigningPair, type SigningPair } from '../../support/callers/signing-keys.ts';
import { createDateClock } from '../../support/date-clock.ts';
import { createManualClock } from '../../support/held-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const seconds = createManualClock().now() / SECOND;

let pair: SigningPair;
let other: SigningPair;
beforeAll(async () => {
  [pair, other] = await Promise.all([makeSigningPair('k1'), makeSigningPair('k2')]);
});

const sign = (end: number, { privateKey, alg, kid } = pair, more: object = {}): Promise<string> =>
  new SignJWT({ iss: 'https://issuer.example', aud: 'gateway', sub: 'caller-1', role: 'service', exp: end, ...more })
    .setProtectedHeader({ alg, kid })
    .sign(privateKey);

function start() {
  const clock = createDateClock();
  let published: SigningPair[] | null = [pair, other];
  const load = vi.fn(async () => {
    if (published === null) throw new Error('down');
    return { keys: published.map(({ jwk }) => jwk) };
  });
  const keySet = createKeySet(load);
  const verify = createVerifier({ issuer: 'https://issuer.example', audience: 'gateway', keySet, clock });
  const publish = (pairs: SigningPair[] | null) => {
    published = pairs;
  };
  return { verify, clock, publish, load };
}

const refused = (reason: string) => ({ code: 'UNAUTHENTICATED', message: expect.stringContaining(reason) });

test('verifies the same token once, and another token of the same caller separately', async () => {
  const { verify } = start();
  const verified = vi.spyOn(crypto.subtle, 'verify');
  try {
    const token = await sign(seconds + 600);
    const first = await verify(token);
    expect(await verify(token)).toBe(first);
    expect(verified).toHaveBeenCalledTimes(1);
    expect(await verify(await sign(seconds + 601))).not.toBe(first);
    expect(verified).toHaveBeenCalledTimes(2);
  } finally {
    verified.mockRestore();
  }
});

test('rejects a cached token from exactly 30 seconds after its `exp`', async () => {
  const { verify, clock } = start();
  const token = await sign(seconds + 60);
  await verify(token);
  clock.advance(90 * SECOND - 1);
  expect((await verify(token)).role).toBe('service');
  clock.advance(1);
  await expect(verify(token)).rejects.toMatchObject(refused('expired'));
  // Another stream with this token has to end now, too.
  expect(verify.expiry?.(token)).toBe(clock.now());
});

test('rejects a cached token before its `nbf` if the clock is set back', async () => {
  const { verify, clock } = start();
  const token = await sign(seconds + 600, pair, { nbf: seconds });
  await verify(token);
  clock.advance(-31 * SECOND);
  await expect(verify(token)).rejects.toMatchObject(refused('`nbf`'));
});

test('rejects a cached token at its next use after a newly fetched key set lacks its key', async () => {
  const { verify, clock, publish } = start();
  const [token, lasting] = [await sign(seconds + 7_200), await sign(seconds + 7_200, other)];
  await Promise.all([verify(token), verify(lasting)]);
  publish([other]);
  clock.advance(10 * MINUTE - 1);
  await verify(token);
  clock.advance(1);
  await expect(verify(token)).rejects.toMatchObject(refused('no key of the issuer'));
  expect((await verify(lasting)).role).toBe('service');
});

test('a key set renewed for another token’s unknown key applies to cached tokens too', async () => {
  const { verify, clock, publish } = start();
  const token = await sign(seconds + 7_200);
  await verify(token);
  publish([other]);
  clock.advance(31 * SECOND);
  const unknown = await makeSigningPair('k3');
  await expect(verify(await sign(seconds + 600, unknown))).rejects.toMatchObject(refused('no key'));
  await expect(verify(token)).rejects.toMatchObject(refused('no key'));
});

test('accepts cached and new tokens for 24 hours while the issuer is unavailable, then is KEYS_UNAVAILABLE for both', async () => {
  const { verify, clock, publish, load } = start();
  const token = await sign(seconds + 100 * 3_600);
  await verify(token);
  publish(null);
  clock.advance(24 * HOUR - 1);
  expect((await verify(token)).role).toBe('service');
  expect((await verify(await sign(seconds + 99 * 3_600, other))).role).toBe('service');
  // The last ten minutes for which they are fresh end.
  clock.advance(10 * MINUTE);
  for (const each of [token, await sign(seconds + 98 * 3_600)]) {
    await expect(verify(each)).rejects.toMatchObject({ code: 'KEYS_UNAVAILABLE' });
  }
  publish([pair]);
  clock.advance(30 * SECOND);
  expect((await verify(token)).role).toBe('service');
  expect(load.mock.calls.length).toBeGreaterThan(2);
});

test('caches neither a rejected token nor its rejection', async () => {
  const { verify, clock } = start();
  const early = await sign(seconds + 600, pair, { nbf: seconds + 60 });
  await expect(verify(early)).rejects.toMatchObject(refused('`nbf`'));
  clock.advance(30 * SECOND);
  expect((await verify(early)).role).toBe('service');
});

test('caches no more tokens than its limit, evicting the least recently used', () => {
  const keys = { keys: [] };
  const principal: Principal = { role: 'service', subject: 's', nrdsIds: [], scopes: new Set() };
  const cache = createTokenCache(2);
  for (const token of ['a', 'b']) cache.set(token, { principal, keys, from: 0, until: 10 });
  expect(cache.get('a', keys, 5)).toBe(principal);
  cache.set('c', { principal, keys, from: 0, until: 10 });
  expect(['a', 'b', 'c'].map((token) => cache.get(token, keys, 5))).toEqual([principal, null, principal]);
  expect(cache.get('a', { keys: [] }, 5)).toBeNull();
});
