/** What holds for replicas over any database. */
import { expect, test } from 'vitest';
import type { Replicas } from '../../src/replicas/replicas.ts';

/** What replicas tell each other until all are connected. */
export const GREETING = 'connected';

/** Collects what it hears, as `shown`. */
function hear<T>(replicas: Replicas, received: T[], shown: (name: string, text: string | null) => T): void {
  replicas.listen((name, text) => {
    if (name !== GREETING) received.push(shown(name, text));
  });
}

/** `open` gives as many as are asked for, which reach each other. */
export function describeReplicas(open: (count: number) => Promise<readonly Replicas[]>): void {
  const three = async () => (await open(3)) as readonly [Replicas, Replicas, Replicas];

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
