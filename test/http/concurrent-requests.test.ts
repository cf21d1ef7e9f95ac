import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { limitConcurrentRequests } from '../../src/http/concurrent-requests.ts';

const responses = (count: number) =>
  Array.from({ length: count }, () => new EventEmitter() as unknown as ServerResponse);

test('a caller begins requests until it has the maximum in progress, or takes the room of others; others are not affected', () => {
  let room = 2;
  const { begin } = limitConcurrentRequests(3, (requests) => requests >= room);
  const [first, ...more] = responses(6);
  const beginAll = (caller: string) => [first, ...more].map((response) => begin(caller, response as ServerResponse));
  expect(beginAll('ann')).toEqual([null, null, 'crowded', 'crowded', 'crowded', 'crowded']);
  expect(begin('bob', responses(1)[0] as ServerResponse)).toBeNull();
  room = 10;
  expect(beginAll('ann').slice(0, 2)).toEqual([null, 'maximum']);
  first?.emit('close');
  expect(begin('ann', responses(1)[0] as ServerResponse)).toBeNull();
});
