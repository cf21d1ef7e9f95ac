import { describe, expect, test, vi } from 'vitest';
import { createKeySet } from '../../src/gateway/key-set.ts';
import { holdClock } from '../support/held-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is fetched behind those who ask has come. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** An issuer whose set has one key, named by the number of the fetch. */
function issuer() {
  const clock = holdClock();
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
  test('is fetched when it is first needed, and serves for ten minutes', async () => {
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

  test('that is old serves at once, and is fetched once behind all who ask', async () => {
    const clock = holdClock();
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

  test('that nobody has asked for in twenty minutes is waited for, since a key may have been withdrawn long ago', async () => {
    const { current, clock } = issuer();
    await current();
    clock.advance(20 * MINUTE - 1);
    expect(await current()).toBe('1');
    await settled();
    clock.advance(20 * MINUTE);
    expect(await current()).toBe('3');
  });

  test('that could not be fetched is waited for no more, until five minutes bring no failure', async () => {
    const clock = holdClock();
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

  test('is fetched once for all who wait', async () => {
    const { keySet, load } = issuer();
    const sets = await Promise.all(Array.from({ length: 20 }, () => keySet.current()));
    expect(load).toHaveBeenCalledTimes(1);
    expect(new Set(sets).size).toBe(1);
  });

  test('goes on serving for 24 hours when the issuer cannot be reached, and no longer', async () => {
    const { current, clock, goDown } = issuer();
    await current();
    goDown();
    clock.advance(24 * HOUR - 1);
    expect(await current()).toBe('1');
    clock.advance(1);
    await expect(current()).rejects.toMatchObject(unavailable);
  });

  test('that is old is asked for again every 30 seconds at most', async () => {
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

  test('that never came is asked for by each caller, and the cause is kept', async () => {
    const { current, load, goDown } = issuer();
    goDown();
    await expect(current()).rejects.toMatchObject({ ...unavailable, cause: new Error('connection refused') });
    await expect(current()).rejects.toMatchObject(unavailable);
    expect(load).toHaveBeenCalledTimes(2);
    goDown(false);
    expect(await current()).toBe('3');
  });

  test.each([
    ['no object', 'keys'],
    ['null', null],
    ['without keys', {}],
    ['with keys that are no list', { keys: {} }],
    ['with a key that is null', { keys: [null] }],
    ['with a key that is a text', { keys: [{ kid: '1' }, 'k2'] }],
    ['with a key that is a list', { keys: [[]] }],
  ])('%s is no key set: the one at hand goes on serving', async (_, document) => {
    const clock = holdClock();
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

describe('renewing', () => {
  test('fetches a newer set, 30 seconds after the last fetch at the earliest', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(30 * SECOND - 1);
    expect(await keySet.renew(first)).toBe(first);
    clock.advance(1);
    expect((await keySet.renew(first)).keys).toEqual([{ kid: '2' }]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is not put off by a clock that is put back', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(-60 * MINUTE);
    expect((await keySet.renew(first)).keys).toEqual([{ kid: '2' }]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('gives the set that somebody else has fetched meanwhile', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(MINUTE);
    const second = await keySet.renew(first);
    clock.advance(MINUTE);
    expect(await keySet.renew(first)).toBe(second);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is one fetch for all who wait', async () => {
    const { keySet, clock, load } = issuer();
    const first = await keySet.current();
    clock.advance(MINUTE);
    const sets = await Promise.all(Array.from({ length: 20 }, () => keySet.renew(first)));
    expect(new Set(sets).size).toBe(1);
    expect(sets[0]).not.toBe(first);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('leaves the set as it is when the issuer cannot be reached', async () => {
    const { keySet, clock, load, goDown } = issuer();
    const first = await keySet.current();
    goDown();
    clock.advance(MINUTE);
    expect(await keySet.renew(first)).toBe(first);
    expect(await keySet.renew(first)).toBe(first);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('during a fetch that takes long does not put off the next one', async () => {
    const clock = holdClock();
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
