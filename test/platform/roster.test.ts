import { expect, test } from 'vitest';
import { Roster } from '../../src/platform/roster.ts';

test('has those who are here, and not those who left', () => {
  const roster = new Roster<string>();
  const places = ['one', 'two', 'three'].map((name) => roster.enter(name));
  roster.leave(places[1] ?? -1);
  expect([...roster].sort()).toEqual(['one', 'three']);
  roster.enter('four');
  expect([...roster].sort()).toEqual(['four', 'one', 'three']);
});

test('takes places again, so that it grows no larger than the most that were here at once', () => {
  const roster = new Roster<number>();
  const highest = Array.from({ length: 1_000 }, (_, index) => {
    const place = roster.enter(index);
    roster.leave(place);
    return place;
  });
  expect(new Set(highest)).toEqual(new Set([0]));
  expect([...roster]).toEqual([]);
});
