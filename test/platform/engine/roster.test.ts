import { expect, test } from 'vitest';
import { Roster } from '../../../src/platform/engine/roster.ts';

test('iterates over the present members only', () => {
  const roster = new Roster<string>();
  const places = ['one', 'two', 'three'].map((name) => roster.enter(name));
  roster.leave(places[1] ?? -1);
  expect([...roster].sort()).toEqual(['one', 'three']);
  roster.enter('four');
  expect([...roster].sort()).toEqual(['four', 'one', 'three']);
});

test('reuses slots, so it never has more of them than the most members present at once', () => {
  const roster = new Roster<number>();
  const highest = Array.from({ length: 1_000 }, (_, index) => {
    const place = roster.enter(index);
    roster.leave(place);
    return place;
  });
  expect(new Set(highest)).toEqual(new Set([0]));
  expect([...roster]).toEqual([]);
});
