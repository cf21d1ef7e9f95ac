/** What holds for peers of every kind. */
import { expect, test } from 'vitest';
import type { Peers } from '../../src/peers/peers.ts';

/** What peers tell each other until all are connected. */
export const GREETING = 'connected';

/** Collects what it hears, as `shown`. */
function hear<T>(peers: Peers, received: T[], shown: (name: string, text: string | null) => T): void {
  peers.listen((name, text) => {
    if (name !== GREETING) received.push(shown(name, text));
  });
}

/** `open` gives as many as are asked for, which reach each other. */
export function describePeers(open: (count: number) => Promise<readonly Peers[]>): void {
  const three = async () => (await open(3)) as readonly [Peers, Peers, Peers];

  test('one of them has a lease until it gives it back, and the others learn of that', async () => {
    const [one, other, third] = await three();
    const received: unknown[] = [];
    for (const each of [one, other, third]) hear(each, received, (...message) => [each, ...message]);
    expect(await one.lease('a', 60_000)).toBe(0);
    expect(await one.lease('a', 60_000)).toBe(0);
    expect(await other.lease('b', 60_000)).toBe(0);
    const restMs = await other.lease('a', 60_000);
    expect(restMs).toBeGreaterThan(50_000);
    expect(restMs).toBeLessThanOrEqual(60_000);
    other.release('a');
    expect(await other.lease('a', 60_000)).toBeGreaterThan(0);
    one.release('a');
    await expect.poll(() => received).toHaveLength(2);
    expect(received).toEqual(
      expect.arrayContaining([
        [other, 'a', null],
        [third, 'a', null],
      ]),
    );
    expect(await third.lease('a', 60_000)).toBe(0);
    expect(await one.lease('a', 60_000)).toBeGreaterThan(0);
  });

  test('a lease ends unless it is renewed', async () => {
    const [one, other] = await three();
    await one.lease('a', 1);
    await expect.poll(() => other.lease('a', 60_000)).toBe(0);
    expect(await one.lease('a', 60_000)).toBeGreaterThan(0);
  });

  test('what they count is added up, by the time of one clock', async () => {
    const [one, other, third] = await three();
    const before = Date.now();
    expect((await one.count([])).totals).toEqual([]);
    await one.count([
      { name: 'a', by: 2 },
      { name: 'b', by: 5 },
    ]);
    const { now, totals } = await other.count([
      { name: 'b', by: 1 },
      { name: 'c', by: 0 },
      { name: 'a', by: 1 },
    ]);
    expect(totals).toEqual([6, 0, 3]);
    expect(now).toBeGreaterThanOrEqual(before - 1);
    expect(now).toBeLessThanOrEqual(Date.now() + 1);
    expect((await third.count([{ name: 'a', by: 0 }])).totals).toEqual([3]);
  });

  test('what they share is never more than the total, whoever comes and goes', async () => {
    const [one, other, third] = await three();
    const claim = (hold: number, ms = 60_000, most = 10) => ({ total: 10, floor: 2, hold, most, ms });
    expect(await one.share('a', claim(0))).toEqual({ mine: 10, fair: 10 });
    expect(await other.share('a', claim(0))).toEqual({ mine: 0, fair: 5 });
    expect(await other.share('b', claim(0))).toEqual({ mine: 10, fair: 10 });
    // It cannot do with less than seven yet.
    expect(await one.share('a', claim(7))).toEqual({ mine: 7, fair: 5 });
    expect(await other.share('a', claim(0))).toEqual({ mine: 3, fair: 5 });
    expect(await one.share('a', claim(4))).toEqual({ mine: 5, fair: 5 });
    expect(await other.share('a', claim(3))).toEqual({ mine: 5, fair: 5 });
    expect(await third.share('a', claim(0))).toEqual({ mine: 0, fair: 3 });
    expect(await one.share('a', claim(0, 0))).toMatchObject({ fair: 3 });
    expect(await third.share('a', claim(0, 60_000, 4))).toEqual({ mine: 4, fair: 5 });
    expect(await third.share('a', claim(0))).toEqual({ mine: 5, fair: 5 });
  });

  test('each gets the least that it needs, even if the total does not suffice; a share ends unless it is claimed again', async () => {
    const [one, other, third] = await three();
    const claim = (ms = 60_000) => ({ total: 5, floor: 2, hold: 0, most: 5, ms });
    await one.share('a', claim());
    await other.share('a', claim());
    expect(await third.share('a', claim())).toEqual({ mine: 2, fair: 2 });
    for (const each of [other, third]) await each.share('a', claim(1));
    await expect.poll(() => one.share('a', claim())).toEqual({ mine: 5, fair: 5 });
  });

  test('a text is kept for all until it ends, is replaced, or is discarded by whoever knows it', async () => {
    const [one, other] = await three();
    expect(await other.kept('a')).toBeNull();
    await one.keep('a', 'first “text”', 60_000);
    const kept = await other.kept('a');
    expect(kept?.text).toBe('first “text”');
    expect(kept?.restMs).toBeGreaterThan(50_000);
    expect(kept?.restMs).toBeLessThanOrEqual(60_000);
    await other.keep('a', 'second', 60_000);
    await one.discard('a', 'first “text”');
    expect(await one.kept('a')).toMatchObject({ text: 'second' });
    await one.discard('a', 'second');
    expect(await other.kept('a')).toBeNull();
    await one.keep('b', 'short', 1);
    await expect.poll(() => other.kept('b')).toBeNull();
  });

  test('what one tells reaches all others in order, and not itself', async () => {
    const [one, other, third] = await three();
    const received: (readonly [name: string, text: string | null])[] = [];
    for (const each of [one, other, third]) hear(each, received, (...message) => message);
    one.publish('a', 'first “text”');
    one.publish('b', '');
    other.publish('a', 'last');
    await expect.poll(() => received).toHaveLength(6);
    expect(received.filter(([name]) => name === 'b')).toEqual([
      ['b', ''],
      ['b', ''],
    ]);
    expect(received.filter(([, text]) => text === 'last')).toHaveLength(2);
  });
}
