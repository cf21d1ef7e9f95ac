import { describe, expect, test, vi } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { makeSigningPair } from '../../support/callers/signing-keys.ts';
import { createDateClock } from '../../support/date-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const { jwk } = await makeSigningPair('k');

/** An issuer whose key set has one key, with the number of the fetch as its key id. */
function issuer() {
  const clock = createDateClock();
  let isDown = false;
  const load = vi.fn(async (): Promise<unknown> => {
    if (isDown) throw new Error('connection refused');
    return { keys: [{ ...jwk, kid: `${load.mock.calls.length}` }] };
  });
  const log = { warn: vi.fn() };
  const keySet = createKeySet(load, log);
  const current = async () => (await keySet.current()).keys[0]?.['kid'];
  const find = (kid: string) => keySet.find({ alg: jwk.alg as string, kid }, { payload: '', signature: '' });
  const goDown = (down = true) => {
    isDown = down;
  };
  return { keySet, current, find, clock, load, log, goDown };
}

const unavailable = { code: 'KEYS_UNAVAILABLE' };

describe('a key set', () => {
  test('is fetched when first needed, and again after ten minutes', async () => {
    const { keySet, current, clock, load } = issuer();
    expect(load).not.toHaveBeenCalled();
    expect(keySet.fresh()).toBeNull();
    expect(await current()).toBe('1');
    clock.advance(10 * MINUTE - 1);
    expect(await current()).toBe('1');
    expect(load).toHaveBeenCalledTimes(1);
    clock.advance(1);
    expect(keySet.fresh()).toBeNull();
    expect(await current()).toBe('2');
  });

  test('is fetched a minute earlier for known tokens, which do not wait for an issuer that hangs', async () => {
    const { keySet, current, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(9 * MINUTE - 1);
    expect(keySet.fresh()).toBe(first);
    expect(load).toHaveBeenCalledTimes(1);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    load.mockReturnValueOnce(promise);
    clock.advance(1);
    for (let caller = 0; caller < 3; caller += 1) expect(keySet.fresh()).toBe(first);
    expect(load).toHaveBeenCalledTimes(2);
    resolve({ keys: [{ ...jwk, kid: 'next' }] });
    await vi.waitFor(() => expect(keySet.settled()).not.toBeNull());
    clock.advance(MINUTE);
    expect(await current()).toBe('next');
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is fetched again, for new and for known tokens, once the clock has been set back', async () => {
    const { keySet, current, find, clock, load } = issuer();
    expect(await current()).toBe('1');
    clock.advance(-HOUR);
    expect(keySet.fresh()).toBeNull();
    expect(await current()).toBe('2');
    clock.advance(30 * SECOND);
    await find('3');
    expect(load).toHaveBeenCalledTimes(3);
  });

  test('that cannot be fetched is reported with the reason, every 30 seconds at most', async () => {
    const { current, clock, log, goDown } = issuer();
    goDown();
    for (const expected of [1, 1, 2]) {
      await expect(current()).rejects.toMatchObject(unavailable);
      expect(log.warn).toHaveBeenCalledTimes(expected);
      clock.advance(15 * SECOND);
    }
    expect(log.warn).toHaveBeenLastCalledWith(
      { reason: 'connection refused' },
      expect.stringContaining('AUTH_JWKS_URL'),
    );
  });

  test('is fetched once for all waiting callers', async () => {
    const { keySet, load } = issuer();
    const sets = await Promise.all(Array.from({ length: 20 }, () => keySet.current()));
    expect(load).toHaveBeenCalledTimes(1);
    expect(new Set(sets).size).toBe(1);
  });

  test('is not settled while another one may take its place', async () => {
    const { keySet } = issuer();
    const fetching = keySet.current();
    expect(keySet.settled()).toBeNull();
    const keys = await fetching;
    expect(keySet.settled()).toBe(keys);
  });

  test('stays in use for 24 hours if the issuer is unreachable, asked every ten minutes, and no longer', async () => {
    const { keySet, current, find, clock, load, goDown } = issuer();
    const first = await keySet.current();
    goDown();
    for (let time = 10 * MINUTE; time < 24 * HOUR; time += 10 * MINUTE) {
      clock.advance(10 * MINUTE);
      for (let caller = 0; caller < 3; caller += 1) expect(await keySet.current()).toBe(first);
      await find('1');
    }
    expect(load).toHaveBeenCalledTimes(24 * 6);
    clock.advance(10 * MINUTE);
    await expect(current()).rejects.toMatchObject(unavailable);
    await expect(find('1')).rejects.toMatchObject(unavailable);
    goDown(false);
    expect(await current()).toBe(`${load.mock.calls.length}`);
  });

  test('that was never loaded is fetched for each caller, and the error has the cause', async () => {
    const { current, load, goDown } = issuer();
    goDown();
    await expect(current()).rejects.toMatchObject({ ...unavailable, cause: new Error('connection refused') });
    await expect(current()).rejects.toMatchObject(unavailable);
    expect(load).toHaveBeenCalledTimes(2);
    goDown(false);
    expect(await current()).toBe('3');
  });

  test.each([
    ['is not an object', 'keys'],
    ['is null', null],
    ['has no keys', {}],
    ['has keys that are not a list', { keys: {} }],
    ['has a key that is null', { keys: [null] }],
    ['has a key that is a string', { keys: [{ kid: '1' }, 'k2'] }],
    ['has a key that is a list', { keys: [[]] }],
  ])('that %s is invalid, and leaves the current one in use', async (_, document) => {
    const { keySet, clock, load } = issuer();
    const good = await keySet.current();
    load.mockResolvedValue(document);
    clock.advance(10 * MINUTE);
    expect(await keySet.current()).toBe(good);
    expect(load).toHaveBeenCalledTimes(2);
    await expect(createKeySet(async () => document).current()).rejects.toMatchObject(unavailable);
  });
});

describe('a key that is not in the key set', () => {
  test('is looked for in a newer one, 30 seconds after the last fetch at the earliest', async () => {
    const { find, clock, load } = issuer();
    await find('1');
    clock.advance(30 * SECOND - 1);
    await expect(find('2')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    clock.advance(1);
    await Promise.all(Array.from({ length: 20 }, () => find('2')));
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('costs an unreachable issuer one attempt in 30 seconds, and no other caller their key', async () => {
    const { find, clock, load, goDown } = issuer();
    await find('1');
    goDown();
    for (let second = 0; second < 90; second += 1) {
      await expect(find('unknown')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
      await find('1');
      clock.advance(SECOND);
    }
    expect(load).toHaveBeenCalledTimes(3);
  });

  test('is not asked for by a renewal that comes too early', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    expect(await keySet.renewed()).toBe(first);
    clock.advance(30 * SECOND);
    expect(await keySet.renewed()).not.toBe(first);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
