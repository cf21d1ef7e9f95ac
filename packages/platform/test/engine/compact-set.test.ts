import { expect, test } from 'vitest';
import { CompactSet } from '../../src/engine/compact-set.ts';

test('iterates over the present members only', () => {
  const members = new CompactSet<string>();
  const places = ['one', 'two', 'three'].map((name) => members.enter(name));
  members.leave(places[1] ?? -1);
  expect([...members].sort()).toEqual(['one', 'three']);
  members.enter('four');
  expect([...members].sort()).toEqual(['four', 'one', 'three']);
});

test('reuses slots, so it never has more of them than the most members present at once', () => {
  const members = new CompactSet<number>();
  const highest = Array.from({ length: 1_000 }, (_, index) => {
    const place = members.enter(index);
    members.leave(place);
    return place;
  });
  expect(new Set(highest)).toEqual(new Set([0]));
  expect([...members]).toEqual([]);
});
