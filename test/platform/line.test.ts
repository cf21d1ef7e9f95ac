// Who waits: served in the order of coming, free to leave from anywhere, and leading to nobody once gone.
import { expect, test } from 'vitest';
import { Line } from '../../src/platform/line.ts';

function lineOf(...members: string[]) {
  const line = new Line<string>();
  const places = members.map((member) => line.join(member));
  const rest = () => {
    const left: (string | undefined)[] = [];
    while (line.length > 0) left.push(line.shift());
    return left;
  };
  return { line, places, rest };
}

test('whoever has waited longest comes first', () => {
  const { line, rest } = lineOf('a', 'b');
  line.join('c');
  expect(line.shift()).toBe('a');
  line.join('d');
  expect(rest()).toEqual(['b', 'c', 'd']);
  expect(line.shift()).toBeUndefined();
});

test.each([
  [0, ['b', 'c']],
  [1, ['a', 'c']],
  [2, ['a', 'b']],
])('who leaves place %i leaves the others as they stand', (index, left) => {
  const { line, places, rest } = lineOf('a', 'b', 'c');
  line.leave(places[index]!);
  expect(line.length).toBe(2);
  expect(rest()).toEqual(left);
});

test('who has left, or has been served, cannot leave again', () => {
  const { line, places, rest } = lineOf('a', 'b', 'c', 'd');
  line.leave(places[1]!);
  line.leave(places[1]!);
  line.shift();
  line.leave(places[0]!);
  expect(line.length).toBe(2);
  expect(rest()).toEqual(['c', 'd']);
  line.leave(places[3]!);
  expect(line.length).toBe(0);
  line.join('e');
  expect(rest()).toEqual(['e']);
});

test('who has gone leads to nobody', () => {
  const { line, places } = lineOf('a', 'b', 'c');
  line.leave(places[1]!);
  line.shift();
  for (const place of [places[0]!, places[1]!]) expect([place.previous, place.next]).toEqual([null, null]);
});
