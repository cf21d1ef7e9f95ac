import { describe, expect, test, vi } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createManualClock } from '../../support/held-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Resolves once background fetches have completed. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** An issuer whose key set has one key, with the number of the fetch as its key id. */
function issuer() {
  const clock = createManualClock();
  let isDown = false;
  let fetches = 0;
  const load = vi.fn(async () => {
    fetches += 1;
    if (isDown) throw new Error('connection refused');
    return { keys: [{ kid: `${fetches}` }] };
  });
  const keySet = createKeySet(load, clock);
  const current = async () => (await keySet.current()).keys[0]?.kid;
  const goDown = (down = true) => {
    isDown = down;
  };
  return { keySet, current, clock, load, goDown };
}

const unavailable = { code: 'KEYS_UNAVAILABLE' };

describe('a key set', () => {
  test('is fetched when first needed, and renewed after ten minutes', async () => {
    const { current, clock, load } = issuer();
    expect(load).not.toHaveBeenCalled();
    expect(await current()).toBe('1');
    clock.advance(10 * MINUTE - 1);
    expect(await current()).toBe('1');
    expect(load).toHaveBeenCalledTimes(1);
    clock.advance(1);
    expect(await current()).toBe('1');
    await settled();
    expect(await current()).toBe('2');
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('that is stale is returned at once, and renewed by a single fetch in the background', async () => {
    const clock = createManualClock();
    const answers: ((document: unknown) => void)[] = [];
    const load = vi.fn(() => new Promise<unknown>((resolve) => answers.push(resolve)));
    const keySet = createKeySet(load, clock);
    const waiting = keySet.current();
    answers[0]?.({ keys: [{ kid: '1' }] });
    const first = await waiting;
    clock.advance(10 * MINUTE);
    for (let asking = 0; asking < 20; asking += 1) expect(await keySet.current()).toBe(first);
    expect(load).toHaveBeenCalledTimes(2);
    answers[1]?.({ keys: [{ kid: '2' }] });
    await settled();
    expect((await keySet.current()).keys).toEqual([{ kid: '2' }]);
  });

  test('that is twenty minutes old is renewed before it is returned, since a key may have been withdrawn long ago', async () => {
    const { current, clock } = issuer();
    await current();
    clock.advance(20 * MINUTE - 1);
    expect(await current()).toBe('1');
    await settled();
    clock.advance(20 * MINUTE);
    expect(await current()).toBe('3');
  });

  test('that was fetched before the clock was set back is renewed, and returned if that fails', async () => {
    const { current, clock, goDown } = issuer();
    await current();
    clock.advance(-60 * MINUTE);
    expect(await current()).toBe('2');
    goDown();
    clock.advance(-60 * MINUTE);
    expect(await current()).toBe('2');
  });

  test('that could not be renewed is returned without waiting until five minutes pass without a failure', async () => {
    const clock = createManualClock();
    let fail: ((error: Error) => void) | undefined;
    const hang = () => new Promise<unknown>((_, reject) => (fail = reject));
    const load = vi.fn(hang).mockResolvedValueOnce({ keys: [{ kid: '1' }] });
    const keySet = createKeySet(load, clock);
    const first = await keySet.current();
    clock.advance(20 * MINUTE);
    const waiting = keySet.current();
    fail?.(new Error('timed out'));
    expect(await waiting).toBe(first);
    for (let times = 0; times < 20; times += 1) {
      clock.advance(MINUTE / 2);
      expect(await keySet.current()).toBe(first);
      fail?.(new Error('timed out'));
      await settled();
    }
    expect(load).toHaveBeenCalledTimes(22);
    clock.advance(5 * MINUTE);
    load.mockResolvedValueOnce({ keys: [{ kid: '2' }] });
    expect((await keySet.current()).keys).toEqual([{ kid: '2' }]);
  });

  test('is fetched once for all waiting callers', async () => {
    const { keySet, load } = issuer();
    const sets = await Promise.all(Array.from({ length: 20 }, () => keySet.current()));
    expect(load).toHaveBeenCalledTimes(1);
    expect(new Set(sets).size).toBe(1);
  });

  test('stays in use for 24 hours if the issuer is unreachable, and no longer', async () => {
    const { current, clock, goDown } = issuer();
    await current();
    goDown();
    clock.advance(24 * HOUR - 1);
    expect(await current()).toBe('1');
    clock.advance(1);
    await expect(current()).rejects.toMatchObject(unavailable);
  });

  test('that is stale is fetched at most every 30 seconds', async () => {
    const { current, clock, load, goDown } = issuer();
    await current();
    goDown();
    clock.advance(10 * MINUTE);
    for (let second = 0; second < 60; second += 1) {
      await current();
      clock.advance(SECOND);
    }
    expect(load).toHaveBeenCalledTimes(3);
    goDown(false);
    await current();
    await settled();
    expect(await current()).toBe('4');
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
    const clock = createManualClock();
    const load = vi.fn<() => Promise<unknown>>().mockResolvedValueOnce({ keys: [{ kid: 'good' }] });
    const keySet = createKeySet(load.mockResolvedValue(document), clock);
    const good = await keySet.current();
    clock.advance(10 * MINUTE);
    expect(await keySet.current()).toBe(good);
    expect(load).toHaveBeenCalledTimes(2);
    const other = createKeySet(async () => document, clock);
    await expect(other.current()).rejects.toMatchObject(unavailable);
  });
});

describe('renewing a key set', () => {
  test('fetches a newer set, 30 seconds after the last fetch at the earliest', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(30 * SECOND - 1);
    expect(await keySet.renew(first)).toBe(first);
    clock.advance(1);
    expect((await keySet.renew(first)).keys).toEqual([{ kid: '2' }]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is not delayed by a clock that is set back', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(-60 * MINUTE);
    expect((await keySet.renew(first)).keys).toEqual([{ kid: '2' }]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('returns the set that another caller has fetched meanwhile', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(MINUTE);
    const second = await keySet.renew(first);
    clock.advance(MINUTE);
    expect(await keySet.renew(first)).toBe(second);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is one fetch for all waiting callers', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(MINUTE);
    const sets = await Promise.all(Array.from({ length: 20 }, () => keySet.renew(first)));
    expect(new Set(sets).size).toBe(1);
    expect(sets[0]).not.toBe(first);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('leaves the set unchanged if the issuer is unreachable', async () => {
    const { keySet, clock, load, goDown } = issuer();
    const first = await keySet.current();
    goDown();
    clock.advance(MINUTE);
    expect(await keySet.renew(first)).toBe(first);
    expect(await keySet.renew(first)).toBe(first);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is allowed 30 seconds after the start of the last fetch, however long that one took', async () => {
    const clock = createManualClock();
    const answers: ((document: unknown) => void)[] = [];
    const keySet = createKeySet(() => new Promise((resolve) => answers.push(resolve)), clock);
    const waiting = keySet.current();
    clock.advance(20 * SECOND);
    const joining = keySet.current();
    answers[0]?.({ keys: [{ kid: '1' }] });
    const first = await waiting;
    expect(await joining).toBe(first);
    clock.advance(10 * SECOND);
    const renewing = keySet.renew(first);
    expect(answers).toHaveLength(2);
    answers[1]?.({ keys: [{ kid: '2' }] });
    expect((await renewing).keys).toEqual([{ kid: '2' }]);
  });
});
