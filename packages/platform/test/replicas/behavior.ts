/** What holds for replicas over any database. */
import { expect, test } from 'vitest';
import type { Replicas } from '../../src/replicas/replicas.ts';

/** What replicas tell each other until all are connected. */
export const GREETING = 'connected';

/** Collects what it hears, as `shown`. */
function hear<T>(replicas: Replicas, received: T[], shown: (name: string, text: string) => T): void {
  replicas.listen((name, text) => {
    if (name !== GREETING) received.push(shown(name, text));
  });
}

/** `open` gives as many as are asked for, which reach each other. */
export function describeReplicas(open: (count: number) => Promise<readonly Replicas[]>): void {
  const three = async () => (await open(3)) as readonly [Replicas, Replicas, Replicas];

  test('what one tells reaches all others in order, and not itself', async () => {
    const [one, other, third] = await three();
    const received: (readonly [name: string, text: string])[] = [];
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
